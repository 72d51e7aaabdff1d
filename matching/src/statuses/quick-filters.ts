/** The buttons above the donations list and the cards of the dashboard. */
export const quickFilters = {
  donor_contacted: { label: 'DONOR CONTACTED', statusIds: [25, 5, 6, 7, 8] },
  npo_verify: { label: 'NPO TO VERIFY', statusIds: [3] },
  engaged_submitted: { label: 'SUBMITTED / ENGAGED', statusIds: [28, 4, 1] },
  no_response: { label: 'NO RESPONSE', statusIds: [20] },
} as const

export type QuickFilter = keyof typeof quickFilters

/** Returns whether the text is the id of a quick filter. */
export const isQuickFilter = (text: string): text is QuickFilter => Object.hasOwn(quickFilters, text)

import { organizations } from '@twofold/contract'

export type FeatureRequest = (typeof organizations.featureRequests)[number]

const labels: Readonly<Record<FeatureRequest, string>> = {
  'portal-contact': 'Bulk email donors from the portal',
  'account-manage': 'Better account support with periodic follow-ups',
  'amount-based-email-limits': 'Control who is contacted by donation amount',
  'more-documentation': 'More documentation',
  'more-integrations': 'More donation platform integrations',
  'better-reporting': 'Reporting and analytics',
  'more-filters': 'More donation filtering',
  other: 'Other (contact by email)',
}

export const featureOptions = organizations.featureRequests.map((value) => ({ value, label: labels[value] }))

export const describeFeature = (value: string): string =>
  featureOptions.find((option) => option.value === value)?.label ?? value

import { toldStatusIds } from '@twofold/matching'

/** A status whose beginning is told to the donor; 102: what is written when a deadline comes near; 103: when the employer has paid. */
export const templateIds = [6, 7, 8, 9, 10, 11, 15, 19, 23, 24, 25, 102, 103] as const
export type TemplateId = (typeof templateIds)[number]

/** In the order of the selection page; `offered` are its cards. */
export const templateNames: Readonly<Record<TemplateId, string>> = {
  7: 'CSR Vendor Online Portal',
  8: 'Manual Email Matching',
  9: 'Company Matching Policy Incomplete',
  10: 'Donation Below Minimum',
  11: 'Against Company Policy',
  23: 'Match Requested Without Company Name',
  19: 'Company Has No Matching Program',
  24: 'Donor Opt-In',
  15: 'Direct Debit Only',
  102: 'Match Deadline Approaching',
  103: 'Match Received',
  6: 'Paper Form to Sign and Mail',
  25: 'Form to Sign',
}
export const offeredTemplates: readonly TemplateId[] = [7, 8, 9, 10, 11, 23, 19, 24, 15, 102, 103]

export const isTemplateId = (id: number): id is TemplateId => templateIds.some((known) => known === id)

/** Initial Email, 1st Reminder and 2nd Reminder; the others are one email. */
export const remindedTemplates: readonly TemplateId[] = toldStatusIds
export const partsOf = (id: TemplateId): 1 | 3 => (remindedTemplates.includes(id) ? 3 : 1)

export const versionNames = ['A', 'B', 'C', 'D', 'E'] as const
export type VersionName = (typeof versionNames)[number]
export const defaultName = 'Default'

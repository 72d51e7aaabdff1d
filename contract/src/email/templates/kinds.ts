import { instructedStatusIds } from '@twofold/matching'

/** Statuses with an initial email, and two events: 102 for a close deadline, 103 for the employer's payment. */
export const templateIds = [6, 7, 8, 9, 10, 11, 15, 19, 23, 24, 25, 102, 103] as const
export type TemplateId = (typeof templateIds)[number]

/** Templates are in the order of the selection page. `offered` contains its cards. */
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

/** Returns whether the number is a template. */
export const isTemplateId = (id: number): id is TemplateId => templateIds.some((known) => known === id)

/** All others are a single email. */
export const templatesWithReminders: readonly TemplateId[] = instructedStatusIds
/** Returns 3 for a template with two reminders, otherwise 1. */
export const emailCountOf = (id: TemplateId): 1 | 3 => (templatesWithReminders.includes(id) ? 3 : 1)

export const versionNames = ['A', 'B', 'C', 'D', 'E'] as const
export type VersionName = (typeof versionNames)[number]
export const defaultName = 'Default'

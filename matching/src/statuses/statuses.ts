import { type QuickFilter, quickFilters } from './quick-filters.ts'

export type BillingStatus = 'eligible' | 'processed'
export type WhoActs = 'donor' | 'nonprofit' | 'super user' | 'directory' | 'employer' | 'nobody' | 'internal'
export type StatusFamily = 'awaiting' | 'to_verify' | 'submitted' | 'no_response' | 'closed' | 'problem'

const rows = [
  {
    id: 24,
    name: 'awaiting_opt_in',
    label: 'Awaiting Donor Opt-In',
    whoActs: 'donor',
    billing: null,
    family: 'awaiting',
  },
  {
    id: 23,
    name: 'missing_company',
    label: 'Missing Company Hold',
    whoActs: 'donor',
    billing: null,
    family: 'awaiting',
  },
  {
    id: 2,
    name: 'under_review',
    label: 'Match Request Under Review',
    whoActs: 'super user',
    billing: null,
    family: 'awaiting',
  },
  {
    id: 9,
    name: 'policy_incomplete',
    label: 'Company Policy Incomplete',
    whoActs: 'directory',
    billing: null,
    family: 'awaiting',
  },
  {
    id: 10,
    name: 'below_minimum',
    label: 'Below Company Minimum',
    whoActs: 'donor',
    billing: null,
    family: 'closed',
  },
  {
    id: 11,
    name: 'against_policy',
    label: 'Against Company Policy',
    whoActs: 'nobody',
    billing: null,
    family: 'closed',
  },
  {
    id: 15,
    name: 'own_site_only',
    label: "Donation Can't Be Matched Outside Company Site",
    whoActs: 'nobody',
    billing: null,
    family: 'closed',
  },
  {
    id: 19,
    name: 'no_program',
    label: 'Company Has No Matching Program',
    whoActs: 'nobody',
    billing: null,
    family: 'closed',
  },
  {
    id: 14,
    name: 'npo_disabled',
    label: 'NPO Disabled',
    whoActs: 'nonprofit',
    billing: null,
    family: 'problem',
  },
  {
    id: 17,
    name: 'npo_registration_incomplete',
    label: 'NPO Registration Incomplete',
    whoActs: 'nonprofit',
    billing: null,
    family: 'problem',
  },
  {
    id: 25,
    name: 'form_not_started',
    label: 'Donor to Start E-Sign Form',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
  },
  {
    id: 5,
    name: 'form_opened',
    label: 'Donor to E-Sign Form',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
  },
  {
    id: 6,
    name: 'paper_form',
    label: 'Original Signature Only',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
  },
  {
    id: 7,
    name: 'company_portal',
    label: 'Donor to Submit in Company Portal',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
  },
  {
    id: 8,
    name: 'notify_company',
    label: 'Donor to Notify Company',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
  },
  {
    id: 22,
    name: 'recurring_hold',
    label: 'Recurring Hold',
    whoActs: 'nonprofit',
    billing: 'eligible',
    family: 'awaiting',
  },
  {
    id: 28,
    name: 'donor_engaged',
    label: 'Donor Engaged',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'submitted',
  },
  {
    id: 3,
    name: 'npo_verify',
    label: 'NPO to Verify/Sign',
    whoActs: 'nonprofit',
    billing: 'processed',
    family: 'to_verify',
  },
  {
    id: 4,
    name: 'submitted',
    label: 'Submitted',
    whoActs: 'employer',
    billing: 'processed',
    family: 'submitted',
  },
  {
    id: 1,
    name: 'completed',
    label: 'Match Completed',
    whoActs: 'nobody',
    billing: 'processed',
    family: 'submitted',
  },
  {
    id: 20,
    name: 'no_response',
    label: 'Donor No Response',
    whoActs: 'nobody',
    billing: 'eligible',
    family: 'no_response',
  },
  {
    id: 21,
    name: 'declined',
    label: 'Donor Declined',
    whoActs: 'nobody',
    billing: 'eligible',
    family: 'closed',
  },
  {
    id: 12,
    name: 'cancelled',
    label: 'Canceled',
    whoActs: 'internal',
    billing: null,
    family: 'closed',
  },
  {
    id: 13,
    name: 'no_charge',
    label: 'No Charge',
    whoActs: 'internal',
    billing: null,
    family: 'closed',
  },
  {
    id: 16,
    name: 'refunded',
    label: 'Refunded',
    whoActs: 'internal',
    billing: null,
    family: 'closed',
  },
] as const

export type StatusId = (typeof rows)[number]['id']
export type StatusName = (typeof rows)[number]['name']

export type Status = {
  readonly id: StatusId
  readonly name: StatusName
  readonly label: string
  readonly whoActs: WhoActs
  readonly billing: BillingStatus | null
  readonly group: QuickFilter | null
  readonly family: StatusFamily
  readonly hasMail: boolean
  readonly remindable: boolean
}

const mailedStatusIds: readonly StatusId[] = [6, 7, 8, 9, 10, 11, 15, 19, 23, 24, 25]
const remindedStatusIds: readonly StatusId[] = [6, 7, 8, 25, 28]
const filterNames = Object.keys(quickFilters).filter((name): name is QuickFilter => Object.hasOwn(quickFilters, name))

export const statuses: readonly Status[] = rows.map((row) => ({
  ...row,
  group: filterNames.find((name) => quickFilters[name].statusIds.some((id) => id === row.id)) ?? null,
  hasMail: mailedStatusIds.includes(row.id),
  remindable: remindedStatusIds.includes(row.id),
}))
export const statusIds: readonly StatusId[] = rows.map(({ id }) => id)

/** The first one that a match enters creates the eligible line. */
export const billableStatusIds: readonly StatusId[] = statuses.filter(({ billing }) => billing).map(({ id }) => id)

const byId: ReadonlyMap<number, Status> = new Map(statuses.map((status) => [status.id, status]))

/** Returns whether the number is a status. */
export const isStatusId = (n: number): n is StatusId => byId.has(n)

/** Returns the status, or null for an unknown number. */
export const findStatus = (n: number): Status | null => byId.get(n) ?? null

/** Returns the status. Throws for an unknown number. */
export function statusOf(id: StatusId): Status {
  const status = byId.get(id)
  if (!status) throw new RangeError(`No status ${id}`)
  return status
}

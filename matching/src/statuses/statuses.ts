import { type QuickFilter, quickFilters } from './quick-filters.ts'

/** All statuses of a match as data: actor, billing, filter, and next steps. */

export type BillingStatus = 'eligible' | 'processed'
export type WhoActs = 'donor' | 'nonprofit' | 'super user' | 'directory' | 'employer' | 'nobody' | 'internal'
/** Each family has one color wherever a status is shown. */
export type StatusFamily = 'awaiting' | 'to_verify' | 'submitted' | 'no_response' | 'closed' | 'problem'

const rows = [
  {
    id: 24,
    name: 'awaiting_opt_in',
    label: 'Awaiting Donor Opt-In',
    whoActs: 'donor',
    billing: null,
    family: 'awaiting',
    nextSteps: 'Waiting for the donor’s consent to matching emails. We won’t send anything else until they agree.',
  },
  {
    id: 23,
    name: 'missing_company',
    label: 'Missing Company Hold',
    whoActs: 'donor',
    billing: null,
    family: 'awaiting',
    nextSteps: 'We don’t know where this donor works. If we can email them, we’ll ask.',
  },
  {
    id: 2,
    name: 'under_review',
    label: 'Match Request Under Review',
    whoActs: 'super user',
    billing: null,
    family: 'awaiting',
    nextSteps: 'We’re identifying the donor’s employer. We’ll recheck the gift then.',
  },
  {
    id: 9,
    name: 'policy_incomplete',
    label: 'Company Policy Incomplete',
    whoActs: 'directory',
    billing: null,
    family: 'awaiting',
    nextSteps:
      'We don’t know yet whether this company matches gifts or how to request a match. We’ll recheck the gift when we do.',
  },
  {
    id: 10,
    name: 'below_minimum',
    label: 'Below Company Minimum',
    whoActs: 'donor',
    billing: null,
    family: 'closed',
    nextSteps:
      'This gift is below the company’s minimum. If its rules allow, we’ll combine it with later gifts in the same year.',
  },
  {
    id: 11,
    name: 'against_policy',
    label: 'Against Company Policy',
    whoActs: 'nobody',
    billing: null,
    family: 'closed',
    nextSteps: 'The company’s rules exclude this gift, or the company refused the match.',
  },
  {
    id: 15,
    name: 'own_site_only',
    label: "Donation Can't Be Matched Outside Company Site",
    whoActs: 'nobody',
    billing: null,
    family: 'closed',
    nextSteps:
      'This company only matches gifts made on its own giving site or through payroll, or it already has this gift.',
  },
  {
    id: 19,
    name: 'no_program',
    label: 'Company Has No Matching Program',
    whoActs: 'nobody',
    billing: null,
    family: 'closed',
    nextSteps:
      'The company doesn’t match gifts, or the donor has no employer. If you change the employer, we’ll recheck it.',
  },
  {
    id: 14,
    name: 'npo_disabled',
    label: 'NPO Disabled',
    whoActs: 'nonprofit',
    billing: null,
    family: 'problem',
    nextSteps: 'This organization is inactive. We’ll recheck its gifts when it’s active again.',
  },
  {
    id: 17,
    name: 'npo_registration_incomplete',
    label: 'NPO Registration Incomplete',
    whoActs: 'nonprofit',
    billing: null,
    family: 'problem',
    nextSteps: 'Finish setup on the dashboard. We’ll check your gifts as soon as setup is complete.',
  },
  {
    id: 25,
    name: 'form_not_started',
    label: 'Donor to Start E-Sign Form',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
    nextSteps: 'Waiting on the donor to fill out and sign the company’s form.',
  },
  {
    id: 5,
    name: 'form_opened',
    label: 'Donor to E-Sign Form',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
    nextSteps: 'The donor opened the company’s form but hasn’t signed it yet.',
  },
  {
    id: 6,
    name: 'paper_form',
    label: 'Original Signature Only',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
    nextSteps: 'Waiting on the donor to sign a paper form and mail it to the company.',
  },
  {
    id: 7,
    name: 'company_portal',
    label: 'Donor to Submit in Company Portal',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
    nextSteps: 'Waiting on the donor to request the match in the company’s giving portal.',
  },
  {
    id: 8,
    name: 'notify_company',
    label: 'Donor to Notify Company',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'awaiting',
    nextSteps: 'Waiting on the donor to write to the company about this gift.',
  },
  {
    id: 22,
    name: 'recurring_hold',
    label: 'Recurring Hold',
    whoActs: 'nonprofit',
    billing: 'eligible',
    family: 'awaiting',
    nextSteps: 'We collect the installments so they can be requested together before the deadline.',
  },
  {
    id: 28,
    name: 'donor_engaged',
    label: 'Donor Engaged',
    whoActs: 'donor',
    billing: 'eligible',
    family: 'submitted',
    nextSteps: 'The donor opened the instructions but hasn’t told us they sent the request.',
  },
  {
    id: 3,
    name: 'npo_verify',
    label: 'NPO to Verify/Sign',
    whoActs: 'nonprofit',
    billing: 'processed',
    family: 'to_verify',
    nextSteps: 'Your turn: verify the gift for the company or sign its form so the match can be paid.',
  },
  {
    id: 4,
    name: 'submitted',
    label: 'Submitted',
    whoActs: 'employer',
    billing: 'processed',
    family: 'submitted',
    nextSteps: 'The company has the request. Companies usually pay in batches a few weeks later.',
  },
  {
    id: 1,
    name: 'completed',
    label: 'Match Completed',
    whoActs: 'nobody',
    billing: 'processed',
    family: 'submitted',
    nextSteps: 'The company has approved or paid the match. There’s nothing left to do.',
  },
  {
    id: 20,
    name: 'no_response',
    label: 'Donor No Response',
    whoActs: 'nobody',
    billing: 'eligible',
    family: 'no_response',
    nextSteps:
      'The donor didn’t answer or couldn’t be reached. A personal note may help if the company still accepts requests.',
  },
  {
    id: 21,
    name: 'declined',
    label: 'Donor Declined',
    whoActs: 'nobody',
    billing: 'eligible',
    family: 'closed',
    nextSteps: 'The donor doesn’t want to request a match. We won’t email them about this gift again.',
  },
  {
    id: 12,
    name: 'cancelled',
    label: 'Canceled',
    whoActs: 'internal',
    billing: null,
    family: 'closed',
    nextSteps: 'This match was canceled. No more emails will be sent.',
  },
  {
    id: 13,
    name: 'no_charge',
    label: 'No Charge',
    whoActs: 'internal',
    billing: null,
    family: 'closed',
    nextSteps: 'This match was closed without a charge.',
  },
  {
    id: 16,
    name: 'refunded',
    label: 'Refunded',
    whoActs: 'internal',
    billing: null,
    family: 'closed',
    nextSteps: 'This match was refunded. No more emails will be sent.',
  },
] as const

export type StatusId = (typeof rows)[number]['id']
export type StatusName = (typeof rows)[number]['name']

export type Status = {
  readonly id: StatusId
  /** For code and reports. `label` is for people. */
  readonly name: StatusName
  readonly label: string
  readonly whoActs: WhoActs
  readonly billing: BillingStatus | null
  /** The quick filter and dashboard card that include it. */
  readonly group: QuickFilter | null
  readonly family: StatusFamily
  /** Has an initial email to the donor. */
  readonly hasMail: boolean
  /** Reminders go out in this status. */
  readonly remindable: boolean
  /** 'Next Steps', for the nonprofit's staff. */
  readonly nextSteps: string
}

/** Statuses with an initial email to the donor. */
const mailed: readonly StatusId[] = [6, 7, 8, 9, 10, 11, 15, 19, 23, 24, 25]
const reminded: readonly StatusId[] = [6, 7, 8, 25, 28]
const filterNames = Object.keys(quickFilters).filter((name): name is QuickFilter => Object.hasOwn(quickFilters, name))

export const statuses: readonly Status[] = rows.map((row) => ({
  ...row,
  group: filterNames.find((name) => quickFilters[name].statusIds.some((id) => id === row.id)) ?? null,
  hasMail: mailed.includes(row.id),
  remindable: reminded.includes(row.id),
}))
export const statusIds: readonly StatusId[] = rows.map(({ id }) => id)

/** Billed statuses. The first one that a match enters creates the eligible line. */
export const billableStatusIds: readonly StatusId[] = statuses.filter(({ billing }) => billing).map(({ id }) => id)

const byId: ReadonlyMap<number, Status> = new Map(statuses.map((status) => [status.id, status]))

export const isStatusId = (n: number): n is StatusId => byId.has(n)

/** Returns null for an unknown status number. */
export const findStatus = (n: number): Status | null => byId.get(n) ?? null

export function statusOf(id: StatusId): Status {
  const status = byId.get(id)
  if (!status) throw new RangeError(`No status ${id}`)
  return status
}

import { donationColumns, type donations, keyOfHeader, reservedKeys, sentMails } from '@twofold/contract'
import {
  actions,
  type EmployerFindingMethod,
  type NoResponseReason,
  type ReasonCode,
  type VoidReason,
} from '@twofold/matching'
import { formatDay, formatShare } from '../../../../ui/format.ts'
import { addDays, type Day, formatMonth } from '../../periods/index.ts'

type Detail = donations.DonationDetail

/** Unlisted codes are shown with spaces instead of underscores. */
const wordsOf = (list: Readonly<Record<string, string>>, code: string): string => list[code] ?? describeCode(code)

function describeCode(code: string): string {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const findingMethods: Record<EmployerFindingMethod, string> = {
  id: 'Chosen by ID or by hand',
  name: 'Exact name match',
  alias: 'Matched by another name',
  history: 'From this donor’s earlier gifts',
  domain: 'From the donor’s work email address',
  fuzzy: 'Similar spelling',
  unclear: 'The name could be more than one company',
  none: 'No employer listed',
  no_employer: 'The donor says they have no employer',
}

/** `Similar spelling, 88% sure` */
export function describeEmployer({
  employer_how: how,
  employer_confidence: confidence,
  company_id: id,
}: Pick<Detail, 'employer_how' | 'employer_confidence' | 'company_id'>): string {
  if (!how) return ''
  const text = wordsOf(findingMethods, how)
  return id === null || confidence === null || confidence === 1
    ? text
    : `${text}, ${formatShare(Math.round(confidence * 100), 100)} sure`
}

const methods: Record<'csr' | 'contact' | 'form' | 'mail', string> = {
  csr: 'Giving portal',
  contact: 'Write to its contact',
  form: 'Form to sign online',
  mail: 'Paper form by mail',
}
export const describeMethod = (method: keyof typeof methods): string => methods[method]

const payments: Record<Exclude<Detail['payment_state'], 'none'>, string> = {
  expected: 'Expected from the company',
  part_paid: 'Partly paid',
  paid: 'Paid',
  refused: 'Refused by the company',
}
export const describePayment = (state: Detail['payment_state']): string | null =>
  state === 'none' ? null : payments[state]

const otherActions: Readonly<Record<string, string>> = {
  merge: 'Combined with another gift',
  split: 'Separated from a combined match',
  external: 'Marked as an external match',
  identified: 'Found in an upload',
  undone: 'Undid the change',
}
const actionLabels = {
  ...Object.fromEntries(Object.entries(actions).map(([action, { history }]) => [action, history])),
  ...otherActions,
}
const columnLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(donationColumns).map(([id, { label }]) => [id, label]),
)

/** `Amount: 10 → 40`, with "nothing" for an empty value. */
export function describeChange({ field, from, to }: Detail['events'][number]['changes'][number]): string {
  const word = (value: unknown): string =>
    value === null || value === undefined || value === ''
      ? 'nothing'
      : value === true
        ? 'yes'
        : value === false
          ? 'no'
          : String(value)
  const label = columnLabels.get(field) ?? describeCode(field.replace(/^custom\./, ''))
  return `${label}: ${word(from)} → ${word(to)}`
}

export const describeAction = (action: string): string => wordsOf(actionLabels, action)

const reasons: Record<ReasonCode | NoResponseReason | VoidReason, string> = {
  external_match: 'External match',
  organization_closed: 'The organization is closed',
  setup_incomplete: 'Setup isn’t complete',
  unconfirmed_request: 'Unconfirmed request',
  awaiting_opt_in: 'Waiting for consent',
  employer_missing: 'Employer unknown',
  employer_unclear: 'Employer unclear',
  no_employer: 'The donor has no employer',
  no_program: 'No matching program',
  policy_incomplete: 'Policy incomplete',
  own_site_only: 'Only on the company’s own site',
  payroll_gift: 'Payroll gift',
  nonprofit_excluded: 'Nonprofit excluded',
  country_excluded: 'Country excluded',
  gift_kind_excluded: 'Kind of gift excluded',
  giver_is_organization: 'Gift from an organization',
  donor_deceased: 'The donor is deceased',
  employee_type_excluded: 'Employee type excluded',
  deadline_passed: 'The deadline has passed',
  yearly_maximum: 'Yearly limit reached',
  lifetime_maximum: 'Lifetime limit reached',
  expired: 'The deadline passed with no answer',
  not_reached: 'The donor couldn’t be reached',
  no_response: 'The donor didn’t answer',
  gift_refunded: 'The gift was refunded to the donor',
  payment_failed: 'The payment failed',
  recurring: 'Recurring gift',
  below_minimum: 'Below the minimum',
  group_submit: 'Submitted as a group',
  method_form: 'Form to sign online',
  method_mail: 'Paper form by mail',
  method_csr: 'The company’s giving portal',
  method_contact: 'The company’s contact',
}
export const describeReason = (code: string): string => (code ? wordsOf(reasons, code) : '')

export function describeActor({ actor, user_name }: Pick<Detail['events'][number], 'actor' | 'user_name'>): string {
  if (actor === 'user') return user_name ?? 'a member'
  if (actor === 'donor') return 'the donor'
  if (actor === 'import') return user_name ? `${user_name} (upload)` : 'an upload'
  return 'Twofold'
}

/** Keeps the known precision: `Mar 14, 2026`, `Mar 2026`, `2026`. */
export function formatAsOf(asOf: string): string {
  if (/^\d{4}-\d{2}-\d{2}/.test(asOf)) return formatDay(asOf)
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(asOf) ? formatMonth(asOf) : asOf
}

type TraceLine = NonNullable<Detail['why']>['trace'][number]

/** `deciding`: the last rule evaluated, or a later action, and the estimate. `others`: the passed rules. */
export function splitTrace(trace: readonly TraceLine[]): {
  readonly deciding: TraceLine[]
  readonly others: TraceLine[]
} {
  const decidingLine = trace.findLast(({ rule }) => rule !== 'estimate')
  const estimate = trace.filter(({ rule }) => rule === 'estimate')
  const others = trace.filter((line) => line !== decidingLine && line.rule !== 'estimate')
  return { deciding: decidingLine ? [decidingLine, ...estimate] : estimate, others }
}

/** `9 days left`, `today is the last day`, `passed` */
export function formatDaysLeft(deadline: Day, today: Day): string {
  if (deadline < today) return 'passed'
  if (deadline === today) return 'today is the last day'
  if (deadline === addDays(today, 1)) return 'tomorrow is the last day'
  const days = Math.round((Date.parse(deadline) - Date.parse(today)) / 86_400_000)
  return `${days} days left`
}

const kinds: Readonly<Record<string, string>> = {
  initial: 'Initial email',
  reminder_1: '1st reminder',
  reminder_2: '2nd reminder',
  deadline: 'Match about to expire',
  deadline_last: 'Last reminder before the deadline',
  thank_you: 'Thank-you',
  message: 'Message',
}
export const describeMailKind = (kind: string): string => wordsOf(kinds, kind)

export function customFields(
  custom: Detail['custom'],
  namedFields: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  const names = new Map(namedFields.map((name) => [keyOfHeader(name), name]))
  const rows = Object.entries(custom)
    .filter(([key, value]) => !reservedKeys.includes(key) && value !== null && value !== '')
    .map(([key, value]): [key: string, value: string] => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
  const [namedRows, otherRows] = [rows.filter(([key]) => names.has(key)), rows.filter(([key]) => !names.has(key))]
  return [...namedRows, ...otherRows].map(([key, value]) => [names.get(key) ?? key, value])
}

/** Null if the URL is not http or https. */
export function parseLink(url: string | null): { readonly href: string; readonly name: string } | null {
  if (!url) return null
  try {
    const { protocol, hostname, href } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? { href, name: hostname.replace(/^www\./, '') } : null
  } catch {
    return null
  }
}

export const describeUnopened = ({ sent_at: sentAt }: { readonly sent_at: string | null }): string =>
  sentAt === null || sentMails.opensAreKnown(sentAt) ? 'Not opened yet' : 'Opens before March 2019 are unknown'

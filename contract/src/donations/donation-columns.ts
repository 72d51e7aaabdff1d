import { employmentIds, employments, giftKindIds, giftKinds } from '@twofold/matching'
import { z } from 'zod'
import { currency, wireDay, wireMoney } from '../shared/wire.ts'

/**
 * Imports, writes, responses, downloads, reports, and screens use this table; see
 * `docs/developing/add-a-donation-field.md`.
 */

/**
 * `response`: every response; `detail`: one donation. `table`: default list column; `more`: optional; `facts`: match
 * dialog. `csv`: download; `report`: report column.
 */
export type ColumnPlacement = 'response' | 'detail' | 'table' | 'more' | 'facts' | 'csv' | 'report'

/** `made` is computed from several columns. */
export type ColumnKind = 'text' | 'choice' | 'money' | 'number' | 'flag' | 'moment' | 'day' | 'made'

export type TargetGroup = 'Gift' | 'Donor' | 'Employer' | 'Address' | 'Organization' | 'Match'

type Column = {
  readonly label: string
  readonly kind: ColumnKind
  readonly shape: z.ZodType
  readonly in: readonly ColumnPlacement[]
  readonly choices?: Readonly<Record<string, string>>
  /**
   * A file provides the value and the donation stores it unchanged. Values with their own parser are in
   * `import-targets.ts`.
   */
  readonly target?: {
    readonly name: string
    readonly group: TargetGroup
    readonly blank: string | null
  }
}

export const reservedKeys: readonly string[] = ['amply', 'company', 'history']

const everywhere = ['response', 'table', 'facts', 'csv', 'report'] as const

export const donationColumns = {
  id: { label: 'Match ID', kind: 'number', shape: z.number(), in: ['response', 'more', 'facts', 'csv', 'report'] },
  transaction_id: {
    label: 'Transaction ID',
    kind: 'text',
    shape: z.string().nullable(),
    in: ['response', 'more', 'facts', 'csv', 'report'],
  },
  donated_at: {
    label: 'Donated',
    kind: 'moment',
    shape: z.string().describe('local time of the organization, such as `2026-11-20 14:05:00`'),
    in: everywhere,
  },
  amount: { label: 'Amount', kind: 'money', shape: wireMoney, in: everywhere },
  currency: { label: 'Currency', kind: 'text', shape: currency, in: ['response', 'csv', 'report'] },
  matched: {
    label: 'Estimated Match',
    kind: 'money',
    shape: wireMoney.describe('estimated match; 0 if none is expected'),
    in: ['response', 'more', 'facts', 'csv', 'report'],
  },
  status_id: { label: 'Status ID', kind: 'number', shape: z.number(), in: ['response'] },
  status: {
    label: 'Status',
    kind: 'made',
    shape: z.object({ name: z.string(), billing_status: z.enum(['eligible', 'processed']).nullable() }),
    in: ['response', 'table', 'facts'],
  },
  donor_id: { label: 'Donor ID', kind: 'number', shape: z.number(), in: ['response'] },
  donor_name: { label: 'Donor Name', kind: 'text', shape: z.string(), in: ['response', 'table', 'csv', 'report'] },
  donor: {
    label: 'Donor',
    kind: 'made',
    shape: z.object({ id: z.number(), name: z.string(), email: z.string() }),
    in: ['response', 'facts'],
  },
  donor_email: { label: 'Donor Email', kind: 'text', shape: z.string(), in: ['more', 'csv', 'report'] },
  company_id: { label: 'Company ID', kind: 'number', shape: z.number().nullable(), in: ['response'] },
  company_name: {
    label: 'Company',
    kind: 'text',
    shape: z.string().describe('as written by the donor or in the file if the employer is not in the directory'),
    in: ['response', 'table', 'csv', 'report'],
  },
  company: {
    label: 'Employer',
    kind: 'made',
    shape: z
      .object({
        id: z.number(),
        name: z.string(),
        match_method: z.enum(['csr', 'contact', 'form', 'mail']).nullable(),
        guide: z.string().nullable(),
        url: z.string().nullable(),
        verify: z.enum(['both', 'email', 'phone']).nullable(),
      })
      .nullable(),
    in: ['response', 'facts'],
  },
  organization: {
    label: 'Organization',
    kind: 'made',
    shape: z.object({ id: z.number(), name: z.string() }),
    in: ['response', 'table', 'facts'],
  },
  organization_name: { label: 'Organization', kind: 'text', shape: z.string(), in: ['csv', 'report'] },
  organization_ein: { label: 'Organization EIN', kind: 'text', shape: z.string(), in: ['report'] },
  donor_city: { label: 'City', kind: 'text', shape: z.string(), in: ['report'] },
  donor_state: { label: 'State', kind: 'text', shape: z.string(), in: ['report'] },
  status_name: { label: 'Status', kind: 'text', shape: z.string(), in: ['csv', 'report'] },
  billing_status: { label: 'Billing Status', kind: 'text', shape: z.string(), in: ['csv', 'report'] },
  custom: { label: 'Custom fields', kind: 'made', shape: z.record(z.string(), z.unknown()), in: ['response'] },
  inert: { label: 'External match', kind: 'flag', shape: z.boolean(), in: ['response', 'more', 'facts', 'report'] },
  unconfirmed: {
    label: 'Unconfirmed request',
    kind: 'flag',
    shape: z.boolean().describe('requested on a public page and not confirmed yet; excluded from totals and billing'),
    in: ['response'],
  },
  silenced: { label: 'Silenced', kind: 'flag', shape: z.boolean(), in: ['response', 'more', 'facts', 'report'] },
  refunded_bill_id: { label: 'Refunded bill', kind: 'number', shape: z.number().nullable(), in: ['response'] },
  processed_bill_id: { label: 'Processed bill', kind: 'number', shape: z.number().nullable(), in: ['response'] },
  eligible_bill_id: { label: 'Eligible bill', kind: 'number', shape: z.number().nullable(), in: ['response'] },
  recurring_id: {
    label: 'Series',
    kind: 'text',
    shape: z.string().nullable(),
    in: ['response', 'more', 'facts', 'report'],
  },
  adobe_sign_signingUrl: { label: 'Signing page', kind: 'made', shape: z.string().nullable(), in: ['response'] },
  gift_kind: {
    label: 'Kind of gift',
    kind: 'choice',
    shape: z.enum(giftKindIds),
    choices: giftKinds,
    target: { name: 'gift_kind', group: 'Gift', blank: 'money' },
    in: ['response', 'more', 'facts', 'report'],
  },
  employment: {
    label: 'Relationship to employer',
    kind: 'choice',
    shape: z.enum(employmentIds).nullable().describe('relationship of the donor to the employer; null if unknown'),
    choices: employments,
    target: { name: 'donor.employment', group: 'Employer', blank: null },
    in: ['response', 'more', 'facts', 'report'],
  },
  payment_state: {
    label: 'Payment',
    kind: 'choice',
    shape: z.enum(['none', 'expected', 'part_paid', 'paid', 'refused']),
    choices: {
      none: 'None',
      expected: 'Expected from the company',
      part_paid: 'Partly paid',
      paid: 'Paid',
      refused: 'Refused by the company',
    },
    in: ['response', 'more', 'facts', 'report'],
  },
  received: {
    label: 'Received',
    kind: 'money',
    shape: wireMoney.describe('amount received in payouts, independent of the estimate'),
    in: ['response', 'more', 'facts', 'csv', 'report'],
  },
  received_day: {
    label: 'Match received on',
    kind: 'day',
    shape: wireDay.nullable().describe('date of the latest payout for this match'),
    in: ['response', 'more', 'facts', 'csv', 'report'],
  },
  days_to_payment: {
    label: 'Days from gift to payment',
    kind: 'number',
    shape: z.number().nullable().describe('days from the gift to the latest payout for this match'),
    in: ['csv', 'report'],
  },
  matched_is_certain: {
    label: 'Estimate is certain',
    kind: 'flag',
    shape: z.boolean().describe('false if the amount is a maximum, because the remaining annual limit is estimated'),
    in: ['detail', 'report'],
  },
  deadline_at: {
    label: 'Deadline (moment)',
    kind: 'moment',
    shape: z.string().nullable().describe('end of the deadline as an ISO 8601 timestamp'),
    in: ['detail'],
  },
  deadline_day: {
    label: 'Deadline',
    kind: 'day',
    shape: wireDay
      .nullable()
      .describe("last day to act, in the company's time zone, or the nonprofit's deadline to verify"),
    in: ['response', 'more', 'report'],
  },
  campaign_id: {
    label: 'Campaign ID',
    kind: 'number',
    shape: z.number().nullable().describe('campaign of the latest evaluation'),
    in: ['response'],
  },
  campaign_name: { label: 'Campaign', kind: 'text', shape: z.string().nullable(), in: ['detail', 'facts', 'report'] },
  reason_code: { label: 'Reason', kind: 'text', shape: z.string(), in: ['detail', 'report'] },
  employer_how: {
    label: 'Employer found by',
    kind: 'text',
    shape: z.string().nullable().describe('method by which the employer was identified'),
    in: ['detail', 'report'],
  },
  employer_confidence: {
    label: 'Employer confidence',
    kind: 'number',
    shape: z.number().nullable().describe('0 to 1'),
    in: ['detail'],
  },
  version: { label: 'Version', kind: 'number', shape: z.number(), in: ['response'] },
  import_id: { label: 'Upload', kind: 'number', shape: z.number().nullable(), in: ['detail'] },
  merged_into_id: {
    label: 'Part of',
    kind: 'number',
    shape: z
      .number()
      .nullable()
      .describe(
        'match that includes this gift; null if none, or if it belongs to a chapter outside the caller’s access',
      ),
    in: ['detail', 'facts'],
  },
  is_part: {
    label: 'Part of another match',
    kind: 'flag',
    shape: z.boolean().describe('whether the gift is counted and requested as part of another match'),
    in: ['detail'],
  },
} as const satisfies Record<string, Column>

type Columns = typeof donationColumns
export type ColumnId = keyof Columns
export type ColumnIn<P extends ColumnPlacement> = {
  [Id in ColumnId]: P extends Columns[Id]['in'][number] ? Id : never
}[ColumnId]
export type ComputedColumn = { [Id in ColumnId]: Columns[Id]['kind'] extends 'made' ? Id : never }[ColumnId]
export type MoneyColumn = { [Id in ColumnId]: Columns[Id]['kind'] extends 'money' ? Id : never }[ColumnId]
/** A file provides it and the donation stores it unchanged. */
export type ImportedColumn = { [Id in ColumnId]: Columns[Id] extends { target: object } ? Id : never }[ColumnId]
export type ColumnValue<Id extends ColumnId> = z.output<Columns[Id]['shape']>

const ids = Object.keys(donationColumns).filter((id): id is ColumnId => Object.hasOwn(donationColumns, id))

/** Returns how the column's value is parsed, displayed, and written. */
export const kindOf = (id: ColumnId): ColumnKind => donationColumns[id].kind

/** Returns the columns of a place in order. The columns in `first` precede the others. */
export function columnsIn<P extends ColumnPlacement>(place: P, first: readonly ColumnIn<P>[] = []): ColumnIn<P>[] {
  const places = (id: ColumnId): readonly ColumnPlacement[] => donationColumns[id].in
  const others = ids.filter((id): id is ColumnIn<P> => places(id).includes(place))
  return [...first, ...others.filter((id) => !first.includes(id))]
}

export const importedColumns: readonly ImportedColumn[] = ids.filter(
  (id): id is ImportedColumn => 'target' in donationColumns[id],
)

type ShapesIn<P extends ColumnPlacement> = { [Id in ColumnIn<P>]: Columns[Id]['shape'] }

/** Returns the schemas of a place's columns for a response. */
export const shapesIn = <P extends ColumnPlacement>(place: P): ShapesIn<P> =>
  Object.fromEntries(columnsIn(place).map((id) => [id, donationColumns[id].shape])) as ShapesIn<P>

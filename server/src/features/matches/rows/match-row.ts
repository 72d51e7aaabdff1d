import { currency, donationColumns, statusId } from '@twofold/contract'
import { countsTowardMaximum, employerFindingMethods, findDeductibleCents } from '@twofold/matching'
import { z } from 'zod'
import type { ColumnTypes } from '../../../platform/database/recordset.ts'
import { fieldShapes, fieldTypes, type ImportedFields } from '../imported-fields/index.ts'

const donationShape = z.object({
  id: z.int(),
  organization_id: z.int(),
  donor_id: z.int(),
  donated_at: z.string(),
  currency,
  employer_text: z.string(),
  recurring_id: z.string().nullable(),
  ...fieldShapes,
})

/** Only `changeMatches` writes these. */
const decidedShape = z.object({
  /** The gift's amount, or the sum of all gifts in a combined match. */
  amount_cents: z.int(),
  /** The gift itself in a combined match; null: equal to `amount_cents`. */
  own_cents: z.int().nullable(),
  company_id: z.int().nullable(),
  employer_how: z.enum(employerFindingMethods).nullable(),
  employer_confidence: z.number().nullable(),
  status_id: statusId,
  previous_status_id: statusId.nullable(),
  reason_code: z.string(),
  payment_state: donationColumns.payment_state.shape,
  received_cents: z.int(),
  received_at: z.string().nullable(),
  estimated_cents: z.int(),
  estimate_is_certain: z.boolean(),
  deadline_at: z.string().nullable(),
  /** Time alone can change the result. */
  look_again_at: z.string().nullable(),
  policy_version_id: z.int().nullable(),
  campaign_id: z.int().nullable(),
  /** The combined match that contains this gift. */
  merged_into_id: z.int().nullable(),
  inert: z.boolean(),
  silenced: z.boolean(),
  /** Requested on a public page; excluded from all counts and billing. */
  unconfirmed: z.boolean(),
  opt_in_required: z.boolean(),
  consented_at: z.string().nullable(),
})
export type DecidedFields = z.infer<typeof decidedShape>

export const storedMatch = donationShape.extend({
  ...decidedShape.shape,
  donor_email: z.string(),
  /** '' unless several people share the email address. */
  donor_person: z.string(),
  created_at: z.string(),
  status_changed_at: z.string(),
  custom: z.record(z.string(), z.unknown()),
})
type StoredMatch = z.infer<typeof storedMatch>

export const chargeIdsShape = {
  refunded_bill_id: z.int().nullable(),
  processed_bill_id: z.int().nullable(),
  eligible_bill_id: z.int().nullable(),
} as const
const chargeIds = z.object(chargeIdsShape)
export type ChargeIds = z.infer<typeof chargeIds>

/** An arriving donation has no `status_changed_at` yet. */
export type MatchRow = Omit<StoredMatch, 'status_changed_at'> & Partial<Pick<StoredMatch, 'status_changed_at'>>

export type ArrivingRow = MatchRow & {
  readonly gift_key: string
  readonly transaction_id: string | null
  readonly import_id: number | null
}

export const keyTypes = { organization_id: 'bigint', id: 'bigint' } as const

export const decidedTypes = {
  amount_cents: 'bigint',
  own_cents: 'bigint',
  company_id: 'bigint',
  employer_how: 'text',
  employer_confidence: 'real',
  status_id: 'smallint',
  previous_status_id: 'smallint',
  reason_code: 'text',
  payment_state: 'text',
  received_cents: 'bigint',
  received_at: 'timestamptz',
  estimated_cents: 'bigint',
  estimate_is_certain: 'boolean',
  deadline_at: 'timestamptz',
  look_again_at: 'timestamptz',
  policy_version_id: 'bigint',
  campaign_id: 'bigint',
  merged_into_id: 'bigint',
  inert: 'boolean',
  silenced: 'boolean',
  unconfirmed: 'boolean',
  opt_in_required: 'boolean',
  consented_at: 'timestamptz',
} as const satisfies ColumnTypes<DecidedFields>

export const movedTypes = {
  status_id: decidedTypes.status_id,
  previous_status_id: decidedTypes.previous_status_id,
  reason_code: decidedTypes.reason_code,
  payment_state: decidedTypes.payment_state,
} as const satisfies Partial<ColumnTypes<DecidedFields>>

/** These change only with an edit or its undo. */
export const factTypes = {
  donor_id: 'bigint',
  donated_at: 'timestamp',
  employer_text: 'text',
  custom: 'jsonb',
  ...fieldTypes,
} as const satisfies ColumnTypes<
  Pick<MatchRow, 'donor_id' | 'donated_at' | 'employer_text' | 'custom'> & ImportedFields
>

export const insertedTypes = {
  ...keyTypes,
  donor_id: 'bigint',
  donated_at: 'timestamp',
  currency: 'text',
  employer_text: 'text',
  recurring_id: 'text',
  gift_key: 'uuid',
  transaction_id: 'text',
  import_id: 'bigint',
  custom: 'jsonb',
  ...decidedTypes,
  ...fieldTypes,
} as const satisfies ColumnTypes<Omit<ArrivingRow, 'donor_email' | 'donor_person' | 'created_at' | 'status_changed_at'>>

export const ownCents = ({ own_cents, amount_cents }: Pick<MatchRow, 'own_cents' | 'amount_cents'>): number =>
  own_cents ?? amount_cents

export const deductibleCents = (
  row: Pick<MatchRow, 'custom' | 'own_cents' | 'amount_cents' | 'gift_kind'>,
): number | null => findDeductibleCents(row.custom, { givenCents: ownCents(row), giftKind: row.gift_kind })

export const isCombinedMatch = ({ own_cents }: Pick<MatchRow, 'own_cents'>): boolean => own_cents !== null

export const maximumUsageOf = ({ status_id, payment_state, estimated_cents, merged_into_id }: MatchRow): number => {
  const isPaid = payment_state === 'paid' || payment_state === 'part_paid'
  return merged_into_id === null && countsTowardMaximum({ statusId: status_id, isPaid }) ? estimated_cents : 0
}

/** Nothing was left of a maximum, and the rules may evaluate the match again. */
export const isExhausted = ({ status_id, reason_code, merged_into_id, inert, payment_state }: MatchRow): boolean =>
  status_id === 11 &&
  (reason_code === 'yearly_maximum' || reason_code === 'lifetime_maximum') &&
  merged_into_id === null &&
  !inert &&
  payment_state !== 'refused'

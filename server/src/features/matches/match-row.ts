import type { Currency } from '@twofold/contract'
import type { EmployerHow, StatusId } from '@twofold/matching'
import type { ColumnTypes } from '../../platform/database/recordset.ts'
import { fieldTypes, type KeptFields } from './kept-fields.ts'

/** What a donation was from its arrival on. */
type Given = KeptFields & {
  id: number
  organization_id: number
  donor_id: number
  donated_at: string
  currency: Currency
  employer_text: string
  recurring_id: string | null
}

/** What becomes of it: written by `changeMatches` and nobody else. */
export type Decided = {
  /** Of the match: the gift's own, or of all gifts that the match stands for. */
  amount_cents: number
  /** What the gift itself brought, where its match stands for several; null: what `amount_cents` says. */
  own_cents: number | null
  company_id: number | null
  employer_how: EmployerHow | null
  employer_confidence: number | null
  status_id: StatusId
  previous_status_id: StatusId | null
  reason_code: string
  payment_state: 'none' | 'expected' | 'part_paid' | 'paid' | 'refused'
  estimated_cents: number
  estimate_is_certain: boolean
  deadline_at: string | null
  /** When time alone may change what the rules say. */
  look_again_at: string | null
  policy_version_id: number | null
  campaign_id: number | null
  /** The match that this gift is a part of. */
  merged_into_id: number | null
  inert: boolean
  silenced: boolean
  opt_in_required: boolean
  consented_at: string | null
}

/** A donation as the rules see it. */
export type MatchRow = Given &
  Decided & {
    donor_email: string
    created_at: string
    /** When it came to its status; missing for one that is just arriving. */
    status_changed_at?: string
    custom: Record<string, unknown>
  }

/** A donation that is not here yet: evaluated first, inserted with what the rules decided. */
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
  estimated_cents: 'bigint',
  estimate_is_certain: 'boolean',
  deadline_at: 'timestamptz',
  look_again_at: 'timestamptz',
  policy_version_id: 'bigint',
  campaign_id: 'bigint',
  merged_into_id: 'bigint',
  inert: 'boolean',
  silenced: 'boolean',
  opt_in_required: 'boolean',
  consented_at: 'timestamptz',
} as const satisfies ColumnTypes<Decided>

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
} as const satisfies ColumnTypes<Omit<ArrivingRow, 'donor_email' | 'created_at' | 'status_changed_at'>>

/** What this gift itself brought, whatever its match stands for. */
export const ownCents = ({ own_cents, amount_cents }: Pick<MatchRow, 'own_cents' | 'amount_cents'>): number =>
  own_cents ?? amount_cents

export const standsForSeveral = ({ own_cents }: Pick<MatchRow, 'own_cents'>): boolean => own_cents !== null

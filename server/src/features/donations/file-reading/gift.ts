import type { ImportedColumn, imports } from '@twofold/contract'
import type { ContactPreference } from './contact-preference.ts'
import type { GiftKindTexts } from './gift-kind-words.ts'
import type { MatchProgress } from './match-progress.ts'
import type { AttentionKind, Warning } from './table.ts'

export type DateOrder = 'mdy' | 'dmy'

type Common = {
  /** Counts from 1 for the first gift of the file. */
  row: number
  /** Numbered as in a spreadsheet program. */
  sheetRow: number
  /** One per column, for rows that are rejected later. */
  cells: string[]
  currency: string | null
  /** The amount is from a column in dollars, next to one in another currency. */
  isConverted: boolean
  attention: AttentionKind | null
  transactionId: string | null
  donorName: string
  /** First and last name are separate cells. */
  isNamedInParts: boolean
  /** The address as written; '' if unknown. */
  donorEmail: string
  placeholderEmail: string
  donorPhone: string
  /** ISO 639, two letters; '' if unknown. */
  donorLanguage: string
  contact: ContactPreference | null
  matchProgress: MatchProgress | null
  address: { street: string; street2: string; city: string; state: string; zip: string; country: string }
  companyName: string
  companyId: string
  organizationName: string
  organizationId: string
  billedOrganizationId: string
  ein: string
  kindWords: GiftKindTexts
  statusId: string
  status: string
  custom: Record<string, string>
  /** '' if missing. */
  fields: Readonly<Partial<Record<ImportedColumn, string>>>
}

export type Gift = Common & {
  amplyId: null
  amountCents: number
  /** 'YYYY-MM-DD' as written, or the organization's day if the file uses UTC. */
  donatedOn: string
  /** 'YYYY-MM-DD HH:mm:ss' in the same time zone. */
  donatedAt: string
  /** Earlier gifts in the file with the same donor, amount, and day and without a transaction id. */
  sameDay: number
  /** The row with the donor and the day, if this is a further part of its gift. */
  partOf: number | null
  /** Taken off the amount already; 0 without a refund in the row. */
  refundedCents: number
}

/** A refund, chargeback, or cancellation. Domain rule 14.7. */
export type Reversal = {
  /** Its amount is the refund; 0 is the whole gift. */
  readonly gift: Gift
  readonly references: readonly string[]
  readonly named: number
  /** Names the gift, and not perhaps the refund itself. */
  readonly isSure: boolean
  readonly isStated: boolean
  /** The amount is not negative, so the row may be the refunded gift itself. */
  readonly isPositive: boolean
}

/** `amply_id` identifies the gift. Null and '' leave a field unchanged. */
export type UpdateRow = Common & {
  amplyId: string
  amountCents: number | null
  donatedOn: string | null
  donatedAt: string | null
}

export type RejectionReason =
  | 'row_damaged'
  | 'amount_missing'
  | 'amount_invalid'
  | 'amount_not_positive'
  | 'date_missing'
  | 'date_invalid'
  | 'date_in_future'
  | 'email_invalid'
  | 'donor_missing'
  | 'cell_too_long'
  | 'duplicate_transaction_id'
  | 'duplicate_gift'

export type Rejection = {
  row: number
  sheetRow: number
  reason: RejectionReason
  problem: string
  cells: string[]
}

export type Attention = { kind: AttentionKind; count: number; sumCents: number; rows: number[] }

export type ReadOptions = {
  dateOrder?: DateOrder
  /** 'YYYY-MM-DD' of all gifts, for a file without a date column. */
  giftDate?: string
  /** Rows of an attention kind without an answer go to `leftOut`. */
  leaveOutAttention: boolean
  answers?: imports.QuestionAnswers
  takeRows?: readonly number[]
  /** Converts times with a UTC offset. */
  timeZone?: string
  corrections?: imports.Corrections
  /** 'YYYY-MM-DD'; limits two-digit and mistyped years. */
  today: string
}

type QuestionExample = Omit<imports.ImportQuestion['examples'][number], 'sheet_row'>
export type Question = Omit<imports.ImportQuestion, 'sum' | 'examples'> & {
  readonly sumCents: number | null
  readonly examples: readonly QuestionExample[]
}

export type ReadGifts = {
  gifts: Gift[]
  updates: UpdateRow[]
  rejected: Rejection[]
  leftOut: number[]
  /** A recorded one may have been refunded since. */
  unrecorded: Gift[]
  /** These are also in `rejected` or `unrecorded` until their gifts are known. */
  reversals: Reversal[]
  joined: number[]
  attention: Attention[]
  questions: Question[]
  warnings: Warning[]
  amountSumCents: number
  dateOrder: DateOrder | 'unneeded'
}

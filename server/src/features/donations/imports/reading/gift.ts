import type { ImportedColumn, imports } from '@twofold/contract'
import type { ContactPreference } from './contact-preference.ts'
import type { KindWords } from './gift-kind-words.ts'
import type { AttentionKind, Warning } from './table.ts'

export type DateOrder = 'mdy' | 'dmy'

type Common = {
  /** 1 for the first gift of the file. */
  row: number
  /** Row number in a spreadsheet program. */
  sheetRow: number
  /** The file's cells, one per column, for rows that are rejected later. */
  cells: string[]
  /** ISO code from the cell (`CA$10`) or a currency column; null without one. Not only USD and CAD. */
  currency: string | null
  /** Reason for leaving the gift out by default. */
  attention: AttentionKind | null
  transactionId: string | null
  donorName: string
  /** As written, not lowercased; '' if unknown. */
  donorEmail: string
  /** A placeholder address in the file, or ''. */
  placeholderEmail: string
  donorPhone: string
  /** ISO 639, two letters; '' if unknown. */
  donorLanguage: string
  /** Limits on contacting the donor; null if the row has none. */
  contact: ContactPreference | null
  address: { street: string; street2: string; city: string; state: string; zip: string; country: string }
  companyName: string
  companyId: string
  organizationName: string
  organizationId: string
  billedOrganizationId: string
  ein: string
  /** Words for the gift's kind in the file. */
  kindWords: KindWords
  statusId: string
  status: string
  custom: Record<string, string>
  /** Values of columns that a donation stores as received; '' if missing. */
  fields: Readonly<Partial<Record<ImportedColumn, string>>>
}

export type Gift = Common & {
  amplyId: null
  amountCents: number
  /** 'YYYY-MM-DD' as written, or the organization's day if the file uses UTC. */
  donatedOn: string
  /** 'YYYY-MM-DD HH:mm:ss' in the same time zone. */
  donatedAt: string
  /** Number of earlier gifts in the file with the same donor, amount and day and without a transaction ID. */
  sameDay: number
}

/** A row that refunds a gift in part or whole: a refund, chargeback or cancellation. Domain rule 14.7. */
export type Reversal = {
  /** The row as a gift. Its amount is the refund; 0 is the whole gift. */
  readonly gift: Gift
  /** IDs in the row that may be the gift's. Those from a reference column come first. */
  readonly references: readonly string[]
  /** Number of IDs from a reference column. */
  readonly named: number
  /** The row contains a word for a refund. */
  readonly isSaid: boolean
  /** Its amount is not negative, so the row may be the refunded gift itself. */
  readonly isPositive: boolean
}

/** A row that identifies a recorded donation by `amply_id`. Null and '' leave a field unchanged. */
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
  /** The problem, its location and how to fix it. */
  problem: string
  /** The file's cells, one per column. */
  cells: string[]
}

export type Attention = { kind: AttentionKind; count: number; sumCents: number; rows: number[] }

export type ReadOptions = {
  /** The user's answer if the column's date order is ambiguous. */
  dateOrder?: DateOrder
  /** Rows of an attention kind without an answer go to `leftOut` instead of `gifts`. */
  leaveOutAttention: boolean
  /** The user's answers to questions about the file. */
  answers?: imports.QuestionAnswers
  /** Rows that are recorded even if the answer leaves out their kind. */
  takeRows?: readonly number[]
  /** Times with a UTC offset are converted to this time zone. */
  timeZone?: string
  /** The user's corrections of cells. */
  corrections?: imports.Corrections
  /** The organization's current day as 'YYYY-MM-DD'; limits two-digit and mistyped years. */
  today: string
}

/** A question about the file, with the answer in effect when it was read. */
export type Question = Omit<imports.ImportQuestion, 'sum'> & { readonly sumCents: number | null }

export type ReadGifts = {
  gifts: Gift[]
  updates: UpdateRow[]
  rejected: Rejection[]
  /** Row numbers of gifts left out for attention. */
  leftOut: number[]
  /** Same as gifts: a recorded one may have been refunded since. */
  setAside: Gift[]
  /** Refund rows. They are also in `rejected` or `setAside` until their gifts are known. */
  reversals: Reversal[]
  /** Rows that are further designations of a gift in an earlier row. */
  joined: number[]
  attention: Attention[]
  questions: Question[]
  warnings: Warning[]
  /** Sum of all readable amounts, including negative ones. */
  amountSumCents: number
  dateOrder: DateOrder | 'unneeded'
}

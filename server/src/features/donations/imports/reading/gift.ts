import type { imports, KeptColumn } from '@twofold/contract'
import type { ContactPreference } from './contact-preference.ts'
import type { KindWords } from './gift-words.ts'
import type { AttentionKind, Warning } from './table.ts'

export type DateOrder = 'mdy' | 'dmy'

type Common = {
  /** 1 = first gift of the file. */
  row: number
  /** What a spreadsheet program shows at the left edge. */
  sheetRow: number
  /** As the file has them, one per column: a row may still be refused by what the portal knows. */
  cells: string[]
  /** ISO code, where the file says one: in the cell (`CA$10`) or in a currency column. Not only USD and CAD. */
  currency: string | null
  /** Why a careful importer would leave it out. */
  attention: AttentionKind | null
  transactionId: string | null
  donorName: string
  /** Lower case is left to whoever stores it; '' where unknown. */
  donorEmail: string
  /** A placeholder address in the file, or ''. */
  placeholderEmail: string
  donorPhone: string
  /** Two letters, ISO 639; '' where unknown. */
  donorLanguage: string
  /** Limits on contacting the donor; null where the row has none. */
  contact: ContactPreference | null
  address: { street: string; street2: string; city: string; state: string; zip: string; country: string }
  companyName: string
  companyId: string
  organizationName: string
  organizationId: string
  billedOrganizationId: string
  ein: string
  /** What the file's columns say about the kind of the gift. */
  kindWords: KindWords
  statusId: string
  status: string
  custom: Record<string, string>
  /** What the file says about the columns that a donation keeps as they were read; '' where it says nothing. */
  fields: Readonly<Partial<Record<KeptColumn, string>>>
}

/** A gift to be recorded. */
export type Gift = Common & {
  amplyId: null
  amountCents: number
  /** 'YYYY-MM-DD', the day as the file wrote it, or the organization's where the file counts in UTC. */
  donatedOn: string
  /** 'YYYY-MM-DD HH:mm:ss', the wall clock of the same. */
  donatedAt: string
  /** How many gifts of the same donor, amount and day the file has before this one, without a transaction ID. */
  sameDay: number
}

/** A row that takes a gift back, in part or as a whole: a refund, chargeback or cancellation of its own. Domain rule 14.7. */
export type Reversal = {
  /** The row as a gift. Its amount is what goes back; 0 is all of it. */
  readonly gift: Gift
  /** IDs in the row that may be the gift's; those of a column for that come first. */
  readonly references: readonly string[]
  /** How many of them are from such a column. */
  readonly named: number
  /** A word of the row names a refund. */
  readonly isSaid: boolean
  /** Its amount is not negative: the row could be the refunded gift itself. */
  readonly isPositive: boolean
}

/** A row that names a donation of the portal by `amply_id`: what is null or '' stays as it is. */
export type GiftUpdate = Common & {
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
  /** What is wrong, where, and what to do. */
  problem: string
  /** As the file has them, one per column. */
  cells: string[]
}

export type Attention = { kind: AttentionKind; count: number; sumCents: number; rows: number[] }

export type ReadOptions = {
  /** The person's answer where the column does not settle its own order. */
  dateOrder?: DateOrder
  /** Rows of an attention kind without an answer of its own go to `leftOut` and not to `gifts`. */
  leaveOutAttention: boolean
  /** What a person answered to the questions about the file. */
  answers?: imports.QuestionAnswers
  /** Rows that are recorded although the answer leaves their kind out. */
  takeRows?: readonly number[]
  /** Clocks that say how far they are from UTC are turned into the day and hour of this zone. */
  timeZone?: string
  /** What a person said should stand in cells of the file. */
  corrections?: imports.Corrections
  /** 'YYYY-MM-DD' of the organization's wall clock: bounds two-digit and mistyped years. */
  today: string
}

/** A question about the file, with the answer that was in effect when it was read. */
export type Question = Omit<imports.ImportQuestion, 'sum'> & { readonly sumCents: number | null }

export type ReadGifts = {
  gifts: Gift[]
  updates: GiftUpdate[]
  rejected: Rejection[]
  /** Row numbers of gifts that were left out for attention. */
  leftOut: number[]
  /** The same as gifts: one that was recorded earlier may have been refunded since. */
  setAside: Gift[]
  /** Rows that take gifts back. They are among `rejected` or `setAside`, too, until their gifts are known. */
  reversals: Reversal[]
  /** Rows that are further designations of a gift in an earlier row. */
  joined: number[]
  attention: Attention[]
  questions: Question[]
  warnings: Warning[]
  /** Over all rows whose amount can be read, negative ones included. */
  amountSumCents: number
  dateOrder: DateOrder | 'unneeded'
}

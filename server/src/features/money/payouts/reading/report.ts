import type { PayoutLineKind } from '@twofold/matching'

/** A report of money paid, as it was read. Cents; days are 'YYYY-MM-DD'. */

export type ReportLine = {
  /** 1 for the first line of the file. */
  readonly row: number
  /** What a spreadsheet program shows at the left edge. */
  readonly sheetRow: number
  readonly kind: PayoutLineKind
  /** The platform's id of the line; blank: none. */
  readonly lineId: string
  readonly donorName: string
  readonly donorEmail: string
  readonly company: string
  /** Which of the organizations it is for, in the platform's words. */
  readonly project: string
  readonly day: string | null
  /** The donor's own money in this payout. */
  readonly giftCents: number
  /** The employer's. */
  readonly matchCents: number
  readonly feeCents: number
  /** What the donor gave elsewhere. */
  readonly statedGiftCents: number | null
  /** What the employer still means to pay of this match; null: the report does not say. */
  readonly balanceCents: number | null
  /** Remarks and references in one text. */
  readonly note: string
  /** Words of the line that may be the id of a gift. */
  readonly references: readonly string[]
}

export type ReportedPayout = {
  /** The payer's number; blank: the report has none. */
  readonly reference: string
  readonly platform: string | null
  readonly payer: string
  readonly paidOn: string | null
  readonly periodEnd: string | null
  readonly currency: 'USD' | 'CAD'
  /** Of the lines; where a list of payments has none, what it says of the payment. */
  readonly grossCents: number
  readonly feeCents: number
  readonly lines: readonly ReportLine[]
}

/** Whom a report names as the one who gets the money. */
export type NamedOrganization = { readonly name: string; readonly ein: string }

export type RefusedLine = { readonly row: number; readonly sheetRow: number; readonly why: string }

export type PayoutReport = {
  readonly payouts: readonly ReportedPayout[]
  readonly refused: readonly RefusedLine[]
  /** Whom the whole report is for; null: it does not say. */
  readonly isFor: NamedOrganization | null
  /** Rows that say for whom they are, where a column does. */
  readonly rowsFor: readonly (NamedOrganization & { readonly sheetRow: number })[]
  /** What a person should know: totals in the file that the lines do not add up to. */
  readonly warnings: readonly string[]
}

/** A platform with the layouts of its reports, as the directory has them. */
export type ReportPlatform = {
  readonly id: string
  readonly names: readonly string[]
  /** The name under which it pays first. */
  readonly payerNames: readonly string[]
  readonly layouts: readonly { readonly columns: readonly string[]; readonly preamble: readonly string[] }[]
}

import type { PayoutLineKind } from '@twofold/matching'

/** A parsed payout report. Amounts are in cents; days are 'YYYY-MM-DD'. */

export type ReportLine = {
  /** 1 for the first line of the file. */
  readonly row: number
  /** Row number in a spreadsheet program. */
  readonly sheetRow: number
  readonly kind: PayoutLineKind
  /** The platform's ID of the line; blank if none. */
  readonly lineId: string
  readonly donorName: string
  readonly donorEmail: string
  readonly company: string
  /** Name of the receiving organization, as the platform spells it. */
  readonly project: string
  readonly day: string | null
  /** The donor's own money in this payout. */
  readonly giftCents: number
  /** The employer's money. */
  readonly matchCents: number
  readonly feeCents: number
  /** Amount that the donor gave elsewhere. */
  readonly statedGiftCents: number | null
  /** Outstanding employer amount of this match. Null: not reported. */
  readonly balanceCents: number | null
  /** Remarks and references in one text. */
  readonly note: string
  /** Words of the line that may be a gift ID. */
  readonly references: readonly string[]
}

export type ReportedPayout = {
  /** The payer's number; blank if the report has none. */
  readonly reference: string
  readonly platform: string | null
  readonly payer: string
  readonly paidOn: string | null
  readonly periodEnd: string | null
  readonly currency: 'USD' | 'CAD'
  /** Sum of the lines, or the stated amount of a payment without lines. */
  readonly grossCents: number
  readonly feeCents: number
  readonly lines: readonly ReportLine[]
}

/** The payee that a report names. */
export type NamedOrganization = { readonly name: string; readonly ein: string }

export type RefusedLine = { readonly row: number; readonly sheetRow: number; readonly why: string }

export type PayoutReport = {
  readonly payouts: readonly ReportedPayout[]
  readonly refused: readonly RefusedLine[]
  /** The payee of the whole report. Null: not stated. */
  readonly isFor: NamedOrganization | null
  /** Payees of rows, if a column names them. */
  readonly rowsFor: readonly (NamedOrganization & { readonly sheetRow: number })[]
  /** Notices for a person, such as totals that differ from the sum of the lines. */
  readonly warnings: readonly string[]
}

/** A platform with the report layouts from the directory. */
export type ReportPlatform = {
  readonly id: string
  readonly names: readonly string[]
  /** Names that it pays under. */
  readonly payerNames: readonly string[]
  readonly layouts: readonly { readonly columns: readonly string[]; readonly preamble: readonly string[] }[]
}

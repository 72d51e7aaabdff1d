import type { PayoutLineKind } from '@twofold/matching'

/** Amounts are in cents; days are 'YYYY-MM-DD'. */

export type ReportLine = {
  /** 1 for the first line of the file. */
  readonly row: number
  /** As in a spreadsheet program. */
  readonly sheetRow: number
  readonly kind: PayoutLineKind
  /** Blank if none. */
  readonly lineId: string
  readonly donorName: string
  readonly donorEmail: string
  readonly company: string
  /** As the platform spells it. */
  readonly project: string
  readonly day: string | null
  /** In this payout. */
  readonly giftCents: number
  readonly matchCents: number
  readonly feeCents: number
  /** Given elsewhere. */
  readonly statedGiftCents: number | null
  /** Of this match, at the employer. Null: not reported. */
  readonly balanceCents: number | null
  /** Remarks and references. */
  readonly note: string
  /** May be gift ids. */
  readonly references: readonly string[]
}

export type ReportedPayout = {
  /** Blank if the report has none. */
  readonly reference: string
  readonly platform: string | null
  readonly payer: string
  readonly paidOn: string | null
  readonly periodEnd: string | null
  readonly currency: 'USD' | 'CAD'
  /** The sum of the lines, or the stated amount of a payment without lines. */
  readonly grossCents: number
  readonly feeCents: number
  readonly lines: readonly ReportLine[]
}

export type NamedOrganization = { readonly name: string; readonly ein: string }

export type RefusedLine = { readonly row: number; readonly sheetRow: number; readonly why: string }

export type PayoutReport = {
  readonly payouts: readonly ReportedPayout[]
  readonly refused: readonly RefusedLine[]
  /** Null: not stated. */
  readonly isFor: NamedOrganization | null
  /** If a column names them. */
  readonly rowsFor: readonly (NamedOrganization & { readonly sheetRow: number })[]
  /** For a person. */
  readonly warnings: readonly string[]
}

/** With the report layouts from the directory. */
export type ReportPlatform = {
  readonly id: string
  readonly names: readonly string[]
  /** Names that it pays under. */
  readonly payerNames: readonly string[]
  readonly layouts: readonly { readonly columns: readonly string[]; readonly preamble: readonly string[] }[]
}

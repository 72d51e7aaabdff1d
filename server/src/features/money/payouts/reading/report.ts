import type { payouts } from '@twofold/contract'
import type { PayoutLineKind } from '@twofold/matching'

/** Amounts are in cents; days are 'YYYY-MM-DD'. */

export type ReportLine = {
  /** 1 for the first line of the file. */
  readonly row: number
  /** Numbered as in a spreadsheet program. */
  readonly sheetRow: number
  readonly kind: PayoutLineKind
  readonly lineId: string
  readonly donorName: string
  readonly donorEmail: string
  readonly company: string
  readonly project: string
  readonly day: string | null
  /** Cents in this payout. */
  readonly giftCents: number
  readonly matchCents: number
  readonly feeCents: number
  readonly statedGiftCents: number | null
  /** Cents that the employer still owes for this match. Null: not reported. */
  readonly balanceCents: number | null
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

/** Question id → option. */
export type ReportAnswers = Readonly<Record<string, string>>

export type PayoutReport = {
  readonly payouts: readonly ReportedPayout[]
  readonly refused: readonly RefusedLine[]
  readonly payee: NamedOrganization | null
  readonly rowPayees: readonly (NamedOrganization & { readonly sheetRow: number })[]
  readonly warnings: readonly string[]
  /** Voided, canceled, or returned payments. */
  readonly voided: readonly ReportedPayout[]
  /** No column or word indicates that employers paid. */
  readonly mayListGifts: boolean
  /** A person decides before anything is recorded. Until then, the cautious options apply. */
  readonly questions: readonly payouts.ReportQuestion[]
}

export type ReportPlatform = {
  readonly id: string
  readonly names: readonly string[]
  readonly payerNames: readonly string[]
  readonly layouts: readonly { readonly columns: readonly string[]; readonly preamble: readonly string[] }[]
}

import type { PayoutLineFacts } from '@twofold/matching'
import type { ReportedPayout, ReportLine } from './reading/report.ts'

/** A line of a report as the rules of tying see it; `company` is what equal companies share. */
export const lineFacts = (
  line: ReportLine,
  { payer, currency }: Pick<ReportedPayout, 'payer' | 'currency'>,
  company: string,
): PayoutLineFacts => ({
  payer,
  kind: line.kind,
  lineId: line.lineId,
  references: line.references,
  donorName: line.donorName,
  donorEmail: line.donorEmail,
  giftCents: line.giftCents,
  matchCents: line.matchCents,
  statedGiftCents: line.statedGiftCents,
  day: line.day,
  company,
  currency,
})

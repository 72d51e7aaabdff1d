import type { PayoutLineFacts } from '@twofold/matching'
import type { ReportedPayout, ReportLine } from './reading/report.ts'

/** Equal companies share the same `company` value. */
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

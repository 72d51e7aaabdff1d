import { companyKey, linkPayoutLines, type PayableGift, type PayoutLineLink, requestKey } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Directory } from '../../core/companies/index.ts'
import { type GiftRow, listPayableGifts } from './gifts.queries.ts'
import { listEarlierLines } from './known-lines.queries.ts'
import { lineFacts } from './line-facts.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'

/** Days. Employers pay for gifts of about the last year; see `maxWaitDays` of the rules. */
const lookedBackDays = 400
const dayMs = 86_400_000

export type LinkedLines = {
  readonly ties: readonly PayoutLineLink[]
  /** Null if the directory does not contain it. */
  readonly companyIds: readonly (number | null)[]
  readonly organizationOf: ReadonlyMap<number, number>
  readonly inOtherCurrency: readonly number[]
}

export type LineOfPayout = {
  readonly line: ReportLine
  readonly payout: Pick<ReportedPayout, 'payer' | 'currency' | 'paidOn'>
}

type TyingContext = { readonly tenant: Tenant; readonly directory: Directory; readonly isTyped?: boolean }

export async function linkReportLines(
  db: Db,
  { tenant, directory, isTyped = false }: TyingContext,
  given: readonly LineOfPayout[],
  today: string,
): Promise<LinkedLines> {
  const placed = isTyped ? given.map(onDayOfCheck) : given
  if (placed.length === 0) return { ties: [], companyIds: [], organizationOf: new Map(), inOtherCurrency: [] }
  const lines = placed.map(({ line }) => line)
  const { index } = await directory.current()
  const found = new Map<string, number | null>()
  for (const { company } of lines) {
    if (!found.has(company))
      found.set(
        company,
        company === ''
          ? null
          : index.find({ companyId: null, text: company, earlierCompanyId: null, email: '' }).companyId,
      )
  }
  const companyIds = lines.map(({ company }) => found.get(company) ?? null)
  const [gifts, earlier] = await Promise.all([
    listPayableGifts(db, tenant.family, wantedBy(lines, companyIds, today)),
    earlierOf(db, tenant, placed),
  ])
  const facts = placed.map(({ line, payout }, at) => ({
    ...lineFacts(line, payout, companyOf(companyIds[at] ?? null, line.company)),
    isTyped,
  }))
  const ties = linkPayoutLines(facts, gifts.map(payable), new Map(earlier.map(([key, row]) => [key, row.donation_id])))
  const byId = Map.groupBy(gifts, ({ transaction_id }) => transaction_id ?? '')
  return {
    ties,
    companyIds,
    inOtherCurrency: facts.flatMap(({ references, lineId, currency }, at) => {
      if (ties[at]?.tie !== 'new') return []
      const named = [...references, lineId].filter(Boolean).flatMap((id) => byId.get(id) ?? [])
      return named.length > 0 && named.every((gift) => gift.currency !== currency) ? [at] : []
    }),
    organizationOf: new Map([
      ...gifts.map(({ id, organization_id }) => [id, organization_id] as const),
      ...earlier.map(([, row]) => [row.donation_id, row.match_organization_id] as const),
    ]),
  }
}

/** A check names no gift dates, so gifts before its day are searched. */
const onDayOfCheck = ({ line, payout }: LineOfPayout): LineOfPayout => ({
  line: { ...line, day: payout.paidOn },
  payout,
})

const companyOf = (companyId: number | null, name: string): string =>
  companyId === null ? companyKey(name) : `#${companyId}`

const payable = (gift: GiftRow): PayableGift => ({
  id: gift.id,
  transactionId: gift.transaction_id,
  donorName: gift.donor_name,
  donorEmail: gift.donor_email,
  amountCents: gift.amount_cents,
  currency: gift.currency,
  day: gift.day,
  company: companyOf(gift.company_id, gift.employer_text),
  isPaid: gift.received_cents !== 0,
  expectedCents: gift.expected_cents,
})

function wantedBy(lines: readonly ReportLine[], companyIds: readonly (number | null)[], today: string) {
  const days = lines.map(({ day }) => day ?? today).sort()
  const shifted = (day: string | undefined, by: number) =>
    new Date(Date.parse(day ?? today) + by * dayMs).toISOString().slice(0, 10)
  const placed = lines.map((line, at) => ({ line, companyId: companyIds[at] ?? null }))
  const anonymous = placed.filter(({ line }) => line.donorName === '' && line.donorEmail === '')
  const named = placed.filter(({ line }) => line.donorName !== '')
  return {
    transactionIds: [...new Set(lines.flatMap(({ references, lineId }) => [...references, lineId]).filter(Boolean))],
    emails: [...new Set(lines.map(({ donorEmail }) => donorEmail.toLowerCase()).filter(Boolean))],
    names: [...new Set(lines.map(({ donorName }) => donorName.toLowerCase()).filter(Boolean))],
    ...companiesAndCents(anonymous),
    owing: companiesAndCents(named),
    from: shifted(days[0], -lookedBackDays),
    to: shifted(days.at(-1), 3),
  }
}

const companiesAndCents = (placed: readonly { readonly line: ReportLine; readonly companyId: number | null }[]) => ({
  companyIds: [...new Set(placed.flatMap(({ companyId }) => companyId ?? []))],
  cents: [...new Set(placed.map(({ line }) => line.statedGiftCents ?? (line.giftCents || line.matchCents)))],
})

async function earlierOf(db: Db, tenant: Tenant, placed: readonly LineOfPayout[]) {
  const wanted = placed.flatMap(({ line: { lineId }, payout: { payer } }) => (lineId === '' ? [] : [{ payer, lineId }]))
  const rows = wanted.length === 0 ? [] : await listEarlierLines(db, tenant, wanted)
  return rows.map((row) => {
    const { payer, currency, line_id: lineId, donor_email: donorEmail, donor_name: donorName } = row
    return [requestKey({ payer, currency, lineId, donorEmail, donorName }), row] as const
  })
}

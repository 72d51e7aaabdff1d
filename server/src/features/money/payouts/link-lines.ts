import { companyKey, linkPayoutLines, type PayableGift, type PayoutLineLink, requestKey } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Directory } from '../../core/companies/index.ts'
import { type GiftRow, listPayableGifts } from './gifts.queries.ts'
import { listEarlierLines } from './known-lines.queries.ts'
import { lineFacts } from './line-facts.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'

/** Days. Employers pay for gifts of about the last year; see `maxWaitDays` of the rules. */
const searchedDays = 400
const dayMs = 86_400_000

export type LinkedLines = {
  readonly links: readonly PayoutLineLink[]
  /** Null if the directory does not contain it. */
  readonly companyIds: readonly (number | null)[]
  readonly organizationOf: ReadonlyMap<number, number>
  readonly inOtherCurrency: readonly number[]
}

export type LineOfPayout = {
  readonly line: ReportLine
  readonly payout: Pick<ReportedPayout, 'payer' | 'currency' | 'paidOn'>
}

type LinkingContext = { readonly tenant: Tenant; readonly directory: Directory; readonly isTyped?: boolean }

export async function linkReportLines(
  db: Db,
  { tenant, directory, isTyped = false }: LinkingContext,
  payoutLines: readonly LineOfPayout[],
  today: string,
): Promise<LinkedLines> {
  const datedLines = isTyped ? payoutLines.map(withCheckDay) : payoutLines
  if (datedLines.length === 0) return { links: [], companyIds: [], organizationOf: new Map(), inOtherCurrency: [] }
  const lines = datedLines.map(({ line }) => line)
  const { index } = await directory.current()
  const companyIdsByName = new Map<string, number | null>()
  for (const { company } of lines) {
    if (!companyIdsByName.has(company))
      companyIdsByName.set(
        company,
        company === ''
          ? null
          : index.find({ companyId: null, text: company, earlierCompanyId: null, email: '' }).companyId,
      )
  }
  const companyIds = lines.map(({ company }) => companyIdsByName.get(company) ?? null)
  const [gifts, earlierLines] = await Promise.all([
    listPayableGifts(db, tenant.family, createGiftSearch(lines, companyIds, today)),
    findEarlierLines(db, tenant, datedLines),
  ])
  const facts = datedLines.map(({ line, payout }, at) => ({
    ...lineFacts(line, payout, companyOf(companyIds[at] ?? null, line.company)),
    isTyped,
  }))
  const links = linkPayoutLines(
    facts,
    gifts.map(toPayableGift),
    new Map(earlierLines.map(([key, row]) => [key, row.donation_id])),
  )
  const giftsByTransactionId = Map.groupBy(gifts, ({ transaction_id }) => transaction_id ?? '')
  return {
    links,
    companyIds,
    inOtherCurrency: facts.flatMap(({ references, lineId, currency }, at) => {
      if (links[at]?.tie !== 'new') return []
      const namedGifts = [...references, lineId].filter(Boolean).flatMap((id) => giftsByTransactionId.get(id) ?? [])
      return namedGifts.length > 0 && namedGifts.every((gift) => gift.currency !== currency) ? [at] : []
    }),
    organizationOf: new Map([
      ...gifts.map(({ id, organization_id }) => [id, organization_id] as const),
      ...earlierLines.map(([, row]) => [row.donation_id, row.match_organization_id] as const),
    ]),
  }
}

/** A check names no gift dates, so gifts before its day are searched. */
const withCheckDay = ({ line, payout }: LineOfPayout): LineOfPayout => ({
  line: { ...line, day: payout.paidOn },
  payout,
})

const companyOf = (companyId: number | null, name: string): string =>
  companyId === null ? companyKey(name) : `#${companyId}`

const toPayableGift = (gift: GiftRow): PayableGift => ({
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
  estimatedCents: gift.estimated_cents,
})

function createGiftSearch(lines: readonly ReportLine[], companyIds: readonly (number | null)[], today: string) {
  const days = lines.map(({ day }) => day ?? today).sort()
  const shiftDay = (day: string | undefined, dayCount: number) =>
    new Date(Date.parse(day ?? today) + dayCount * dayMs).toISOString().slice(0, 10)
  const linesWithCompanies = lines.map((line, at) => ({ line, companyId: companyIds[at] ?? null }))
  const linesWithoutDonor = linesWithCompanies.filter(({ line }) => line.donorName === '' && line.donorEmail === '')
  const linesWithDonor = linesWithCompanies.filter(({ line }) => line.donorName !== '')
  return {
    transactionIds: [...new Set(lines.flatMap(({ references, lineId }) => [...references, lineId]).filter(Boolean))],
    emails: [...new Set(lines.map(({ donorEmail }) => donorEmail.toLowerCase()).filter(Boolean))],
    names: [...new Set(lines.map(({ donorName }) => donorName.toLowerCase()).filter(Boolean))],
    ...collectCompaniesAndCents(linesWithoutDonor),
    owing: {
      ...collectCompaniesAndCents(linesWithDonor),
      matchCents: [...new Set(linesWithDonor.map(({ line }) => line.matchCents))],
    },
    from: shiftDay(days[0], -searchedDays),
    to: shiftDay(days.at(-1), 3),
  }
}

const collectCompaniesAndCents = (
  linesWithCompanies: readonly { readonly line: ReportLine; readonly companyId: number | null }[],
) => ({
  companyIds: [...new Set(linesWithCompanies.flatMap(({ companyId }) => companyId ?? []))],
  cents: [
    ...new Set(linesWithCompanies.map(({ line }) => line.statedGiftCents ?? (line.giftCents || line.matchCents))),
  ],
})

async function findEarlierLines(db: Db, tenant: Tenant, payoutLines: readonly LineOfPayout[]) {
  const lineIds = payoutLines.flatMap(({ line: { lineId }, payout: { payer } }) =>
    lineId === '' ? [] : [{ payer, lineId }],
  )
  const rows = lineIds.length === 0 ? [] : await listEarlierLines(db, tenant, lineIds)
  return rows.map((row) => {
    const { payer, currency, line_id: lineId, donor_email: donorEmail, donor_name: donorName } = row
    return [requestKey({ payer, currency, lineId, donorEmail, donorName }), row] as const
  })
}

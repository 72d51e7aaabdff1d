import { type Db, grantTenant } from '../../../platform/database/database.ts'
import type { ReportedPayout, ReportLine } from '../../money/payouts/index.ts'
import { importBankLines, recordFinishedReport } from '../../money/payouts/index.ts'
import { listRequestedMatches, type RequestedMatch } from './demo.queries.ts'
import type { DemoContext } from './demo-context.ts'

type DemoPayout = {
  readonly daysAgo: number
  readonly companies: readonly string[]
  readonly platform: 'benevity' | 'cybergrants' | null
  readonly payer: string
  readonly series: string
  /** False for a check that was typed in. */
  readonly isReported: boolean
  readonly linesAtMost: number
  readonly hasUnclearLines: boolean
}

const platform = { isReported: true, linesAtMost: 60, hasUnclearLines: false } as const
const benevity = {
  ...platform,
  companies: ['Lanternhill Bank', 'Adobe', 'Apple', 'Microsoft'],
  platform: 'benevity',
  payer: 'Benevity',
  series: 'RVB',
} as const
const cybergrants = {
  ...platform,
  companies: ['Harborlight Software'],
  platform: 'cybergrants',
  payer: 'CyberGrants',
  series: 'CG-',
} as const
const check = { platform: null, isReported: false, linesAtMost: 30, hasUnclearLines: false, series: '2' } as const
const createSeries = (payout: Omit<DemoPayout, 'daysAgo'>, lastDaysAgo: number, intervalDays: number): DemoPayout[] =>
  Array.from({ length: Math.ceil((paidDays - lastDaysAgo) / intervalDays) }, (_, index) => ({
    ...payout,
    daysAgo: lastDaysAgo + index * intervalDays,
    hasUnclearLines: payout.hasUnclearLines && index === 0,
  }))
/** Long enough to compare a forecast with actual payments. */
const paidDays = 600
/** Benevity's last report is left to be settled. */
const demoPayouts: readonly DemoPayout[] = [
  ...createSeries({ ...benevity, hasUnclearLines: true }, 19, 60),
  ...createSeries(cybergrants, 26, 60),
  ...createSeries({ ...check, companies: ['Brightwater Insurance'], payer: 'Brightwater Insurance' }, 47, 90),
  ...createSeries({ ...check, companies: ['Larkspur Credit Union'], payer: 'Larkspur Credit Union' }, 68, 90),
]

const day = 86_400_000
/** Payments arrive two months or more after the match request. */
const minPaymentDays = 60
/** Older unpaid requests stay overdue, as in reality. */
const maxPaymentDays = 170
const feeShare = 0.029

/** Days covered by uploaded bank statements. */
const statementDays = 200

export const payoutEvents = (db: Db, context: DemoContext, today: Date) => [
  ...demoPayouts.map((payout) => ({
    at: new Date(today.getTime() - payout.daysAgo * day),
    run: (at: Date) => recordDemoPayout(db, context, payout, at),
  })),
  {
    at: new Date(today.getTime() - 12 * day),
    run: (at: Date) =>
      importBankLine(db, context, { day: formatDay(at), text: 'DEPOSIT BRANCH 0142', cents: 32_000 }, at),
  },
]

const formatDay = (at: Date): string => at.toISOString().slice(0, 10)

const importBankLine = (
  db: Db,
  context: DemoContext,
  line: { day: string; text: string; cents: number },
  at: Date,
): Promise<void> => importBankLines(db, grantFamily(context), [{ ...line, currency: 'USD' }], { now: at, ours: 'USD' })

const grantFamily = ({ organizations: { riverbend, chapters } }: DemoContext) =>
  grantTenant(riverbend, [riverbend, ...chapters])

const getBankText = (platform: DemoPayout['platform'], { payer, reference }: ReportedPayout): string => {
  if (platform === 'benevity') return `AMER ONLINE GIV1 EDI PAYMNT REF*TN*${reference}`
  return platform === 'cybergrants' ? `CYBERGRANT ACH ${reference}` : `CHECK ${reference} ${payer.toUpperCase()}`
}

async function recordDemoPayout(db: Db, context: DemoContext, demoPayout: DemoPayout, at: Date): Promise<void> {
  const { platform, directory, organizations } = context
  const tenant = grantFamily(context)
  const matches = await listRequestedMatches(db, tenant.family, {
    companies: demoPayout.companies,
    since: new Date(at.getTime() - maxPaymentDays * day),
    until: new Date(at.getTime() - minPaymentDays * day),
    limit: demoPayout.linesAtMost,
  })
  if (matches.length === 0) return
  const recordingOptions = {
    platform: { ...platform, clock: () => at },
    tenant,
    directory,
    userId: organizations.adminId,
  }
  const paidOn = formatDay(new Date(at.getTime() - 4 * day))
  const payout = createPayout(demoPayout, matches, paidOn)
  const fileName = demoPayout.isReported ? `${demoPayout.platform}-${paidOn.slice(0, 7)}.csv` : null
  await recordFinishedReport(db, recordingOptions, fileName, () => [payout])
  if (demoPayout.daysAgo > statementDays) return
  const cents = payout.grossCents - payout.feeCents
  await importBankLine(db, context, { day: formatDay(at), text: getBankText(demoPayout.platform, payout), cents }, at)
}

function createPayout(demoPayout: DemoPayout, matches: readonly RequestedMatch[], paidOn: string): ReportedPayout {
  const reference = `${demoPayout.series}${paidOn.slice(2).replaceAll('-', '')}`
  const lines = matches.map((match, index) => createLine(demoPayout, reference, match, index))
  return {
    reference,
    platform: demoPayout.platform,
    payer: demoPayout.payer,
    paidOn,
    periodEnd: null,
    currency: 'USD',
    grossCents: lines.reduce((sum, { matchCents }) => sum + matchCents, 0),
    feeCents: lines.reduce((sum, { feeCents }) => sum + feeCents, 0),
    lines,
  }
}

function createLine(
  { platform, hasUnclearLines }: DemoPayout,
  reference: string,
  match: RequestedMatch,
  index: number,
): ReportLine {
  const ids = match.transaction_id !== null && platform !== 'benevity' ? [match.transaction_id] : []
  return {
    row: index + 1,
    sheetRow: index + 2,
    kind: 'match',
    lineId: platform === null ? '' : `${reference}-${String(index + 1).padStart(3, '0')}`,
    donorName: match.donor_name,
    donorEmail: match.donor_email,
    company: match.company_name,
    project: match.organization_name,
    day: match.day,
    giftCents: 0,
    matchCents: match.estimated_cents,
    feeCents: platform === 'benevity' ? Math.round(match.estimated_cents * feeShare) : 0,
    statedGiftCents: match.amount_cents,
    balanceCents: null,
    note: ids.join(' '),
    references: ids,
    ...(hasUnclearLines ? getUnclearValues(match, index) : {}),
  }
}

/** Typical gaps and differences in platforms' reports. */
function getUnclearValues(match: RequestedMatch, index: number): Partial<ReportLine> {
  const laterDay = new Date(Date.parse(match.day) + 2 * day).toISOString().slice(0, 10)
  if (index === 1) return { donorEmail: '' }
  if (index === 4) return { day: laterDay }
  if (index === 7) return { donorEmail: '', day: laterDay }
  if (index === 9) return { donorName: 'Ottilie Varga', donorEmail: 'ottilie.varga@lanternhill.example' }
  return {}
}

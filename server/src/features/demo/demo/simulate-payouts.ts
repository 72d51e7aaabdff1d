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
  readonly leavesDoubts: boolean
}

const platform = { isReported: true, linesAtMost: 60, leavesDoubts: false } as const
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
const check = { platform: null, isReported: false, linesAtMost: 30, leavesDoubts: false, series: '2' } as const
const series = (payout: Omit<DemoPayout, 'daysAgo'>, last: number, every: number): DemoPayout[] =>
  Array.from({ length: Math.ceil((daysPaid - last) / every) }, (_, back) => ({
    ...payout,
    daysAgo: last + back * every,
    leavesDoubts: payout.leavesDoubts && back === 0,
  }))
/** Long enough to compare a forecast with actual payments. */
const daysPaid = 600
/** Benevity's last report is left to be settled. */
const demoPayouts: readonly DemoPayout[] = [
  ...series({ ...benevity, leavesDoubts: true }, 19, 60),
  ...series(cybergrants, 26, 60),
  ...series({ ...check, companies: ['Brightwater Insurance'], payer: 'Brightwater Insurance' }, 47, 90),
  ...series({ ...check, companies: ['Larkspur Credit Union'], payer: 'Larkspur Credit Union' }, 68, 90),
]

const day = 86_400_000
/** Payments arrive two months or more after the match request. */
const paysAfterDays = 60
/** Older unpaid requests stay overdue, as in reality. */
const paysWithinDays = 170
const feeShare = 0.029

/** Days covered by uploaded bank statements. */
const bankedDays = 200

export const payoutEvents = (db: Db, stage: DemoContext, today: Date) => [
  ...demoPayouts.map((payout) => ({
    at: new Date(today.getTime() - payout.daysAgo * day),
    happen: (at: Date) => play(db, stage, payout, at),
  })),
  {
    at: new Date(today.getTime() - 12 * day),
    happen: (at: Date) => bank(db, stage, { day: dayOf(at), text: 'DEPOSIT BRANCH 0142', cents: 32_000 }, at),
  },
]

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const bank = (
  db: Db,
  stage: DemoContext,
  line: { day: string; text: string; cents: number },
  at: Date,
): Promise<void> => importBankLines(db, familyOf(stage), [{ ...line, currency: 'USD' }], { now: at, ours: 'USD' })

const familyOf = ({ organizations: { riverbend, chapters } }: DemoContext) =>
  grantTenant(riverbend, [riverbend, ...chapters])

const bankText = (platform: DemoPayout['platform'], { payer, reference }: ReportedPayout): string => {
  if (platform === 'benevity') return `AMER ONLINE GIV1 EDI PAYMNT REF*TN*${reference}`
  return platform === 'cybergrants' ? `CYBERGRANT ACH ${reference}` : `CHECK ${reference} ${payer.toUpperCase()}`
}

async function play(db: Db, stage: DemoContext, given: DemoPayout, at: Date): Promise<void> {
  const { platform, directory, organizations } = stage
  const tenant = familyOf(stage)
  const asked = await listRequestedMatches(db, tenant.family, {
    companies: given.companies,
    since: new Date(at.getTime() - paysWithinDays * day),
    until: new Date(at.getTime() - paysAfterDays * day),
    limit: given.linesAtMost,
  })
  if (asked.length === 0) return
  const here = { platform: { ...platform, clock: () => at }, tenant, directory, userId: organizations.adminId }
  const paidOn = dayOf(new Date(at.getTime() - 4 * day))
  const payout = payoutOf(given, asked, paidOn)
  const fileName = given.isReported ? `${given.platform}-${paidOn.slice(0, 7)}.csv` : null
  await recordFinishedReport(db, here, fileName, () => [payout])
  if (given.daysAgo > bankedDays) return
  const cents = payout.grossCents - payout.feeCents
  await bank(db, stage, { day: dayOf(at), text: bankText(given.platform, payout), cents }, at)
}

function payoutOf(given: DemoPayout, asked: readonly RequestedMatch[], paidOn: string): ReportedPayout {
  const reference = `${given.series}${paidOn.slice(2).replaceAll('-', '')}`
  const lines = asked.map((match, place) => lineOf(given, reference, match, place))
  return {
    reference,
    platform: given.platform,
    payer: given.payer,
    paidOn,
    periodEnd: null,
    currency: 'USD',
    grossCents: lines.reduce((sum, { matchCents }) => sum + matchCents, 0),
    feeCents: lines.reduce((sum, { feeCents }) => sum + feeCents, 0),
    lines,
  }
}

function lineOf(
  { platform, leavesDoubts }: DemoPayout,
  reference: string,
  match: RequestedMatch,
  place: number,
): ReportLine {
  const ids = match.transaction_id !== null && platform !== 'benevity' ? [match.transaction_id] : []
  return {
    row: place + 1,
    sheetRow: place + 2,
    kind: 'match',
    lineId: platform === null ? '' : `${reference}-${String(place + 1).padStart(3, '0')}`,
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
    ...(leavesDoubts ? doubtOf(match, place) : {}),
  }
}

/** Typical gaps and differences in platforms' reports. */
function doubtOf(match: RequestedMatch, place: number): Partial<ReportLine> {
  const later = new Date(Date.parse(match.day) + 2 * day).toISOString().slice(0, 10)
  if (place === 1) return { donorEmail: '' }
  if (place === 4) return { day: later }
  if (place === 7) return { donorEmail: '', day: later }
  if (place === 9) return { donorName: 'Ottilie Varga', donorEmail: 'ottilie.varga@lanternhill.example' }
  return {}
}

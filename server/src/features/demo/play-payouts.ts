import { type Db, grantTenant } from '../../platform/database/database.ts'
import type { ReportedPayout, ReportLine } from '../payouts/index.ts'
import { recordAtOnce } from '../payouts/index.ts'
import { type AskedMatch, listAsked } from './demo.queries.ts'
import type { Stage } from './stage.ts'

type DemoPayout = {
  readonly daysAgo: number
  readonly company: string
  readonly platform: 'benevity' | 'cybergrants' | null
  readonly payer: string
  readonly reference: string
  /** Null: a check that was typed in. */
  readonly fileName: string | null
  readonly linesAtMost: number
  /** Whether some of its lines are left for a person to settle. */
  readonly leavesDoubts: boolean
}

const benevity = { company: 'Lanternhill Bank', platform: 'benevity', payer: 'Benevity', linesAtMost: 60 } as const
/** What employers and their platforms have paid over the last year. */
const demoPayouts: readonly DemoPayout[] = [
  { ...benevity, daysAgo: 250, reference: 'Q1RVBNDFB', fileName: 'benevity-first-quarter.csv', leavesDoubts: false },
  {
    company: 'Harborlight Software',
    platform: 'cybergrants',
    payer: 'CyberGrants',
    daysAgo: 128,
    reference: 'CG-5580214',
    fileName: 'cybergrants-payments.csv',
    linesAtMost: 40,
    leavesDoubts: false,
  },
  {
    company: 'Brightwater Insurance',
    platform: null,
    payer: 'Brightwater Insurance',
    daysAgo: 47,
    reference: '20418',
    fileName: null,
    linesAtMost: 3,
    leavesDoubts: false,
  },
  { ...benevity, daysAgo: 19, reference: 'Q3RVBNDFB', fileName: 'benevity-third-quarter.csv', leavesDoubts: true },
]

const day = 86_400_000
/** A platform pays two weeks or more after a match was asked for. */
const paysAfterDays = 14
/** What was asked for earlier and not paid stays overdue, as in life. */
const paysWithinDays = 130
const feeShare = 0.029

/** Payouts at their moments, for the calendar of the demo's history. */
export const payoutMoments = (db: Db, stage: Stage, today: Date) =>
  demoPayouts.map((payout) => ({
    at: new Date(today.getTime() - payout.daysAgo * day),
    happen: (at: Date) => play(db, stage, payout, at),
  }))

async function play(db: Db, { platform, directory, organizations }: Stage, given: DemoPayout, at: Date): Promise<void> {
  const { riverbend, chapters, adminId } = organizations
  const tenant = grantTenant(riverbend, [riverbend, ...chapters])
  const asked = await listAsked(db, tenant.family, {
    company: given.company,
    since: new Date(at.getTime() - paysWithinDays * day),
    until: new Date(at.getTime() - paysAfterDays * day),
    limit: given.linesAtMost,
  })
  if (asked.length === 0) return
  const here = { platform: { ...platform, clock: () => at }, tenant, directory, userId: adminId }
  await recordAtOnce(db, here, given.fileName, () => [payoutOf(given, asked, at)])
}

function payoutOf(given: DemoPayout, asked: readonly AskedMatch[], at: Date): ReportedPayout {
  const lines = asked.map((match, place) => lineOf(given, match, place))
  return {
    reference: given.reference,
    platform: given.platform,
    payer: given.payer,
    paidOn: new Date(at.getTime() - 4 * day).toISOString().slice(0, 10),
    periodEnd: null,
    currency: 'USD',
    grossCents: lines.reduce((sum, { matchCents }) => sum + matchCents, 0),
    feeCents: lines.reduce((sum, { feeCents }) => sum + feeCents, 0),
    lines,
  }
}

function lineOf({ platform, reference, leavesDoubts }: DemoPayout, match: AskedMatch, place: number): ReportLine {
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

/** What platforms leave out or write otherwise: the address, the day of the charge; and a donor whom nobody knows. */
function doubtOf(match: AskedMatch, place: number): Partial<ReportLine> {
  const later = new Date(Date.parse(match.day) + 2 * day).toISOString().slice(0, 10)
  if (place === 1) return { donorEmail: '' }
  if (place === 4) return { day: later }
  if (place === 7) return { donorEmail: '', day: later }
  if (place === 9) return { donorName: 'Ottilie Varga', donorEmail: 'ottilie.varga@lanternhill.example' }
  return {}
}

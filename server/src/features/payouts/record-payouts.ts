import { createHash } from 'node:crypto'
import type { Tie } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { blankDonor, blankGiven, type NewDonation, type RecordingContext, recordDonations } from '../donations/index.ts'
import { lockEvaluating } from '../matches/index.ts'
import { listKnownLines } from './known-lines.queries.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'
import type { PayoutOrganization } from './reports.queries.ts'
import { settleReceived } from './settle-received.ts'
import { tieBankLines } from './tie-bank-lines.ts'
import { type TiedLines, tieLines } from './tie-lines.ts'
import { findPayoutKey, insertLines, keepPayout, type NewLine, sumUpPayouts } from './write-payouts.queries.ts'

export type Recording = RecordingContext & {
  readonly userId: number
  readonly reportId: number
  /** The organization first, then its chapters. */
  readonly organizations: readonly PayoutOrganization[]
  readonly today: string
}

export type RecordedPayouts = { tied: number; doubtful: number; added: number; known: number }

/**
 * Takes payouts in: what is here already stays as it is, new lines are tied to their matches, wait for a person, or become
 * matches of their own; matches, sums and ledger follow in the same transaction.
 */
export async function recordPayouts(
  db: Db,
  context: Recording,
  payouts: readonly ReportedPayout[],
): Promise<RecordedPayouts> {
  await lockEvaluating(db, context.tenant.family)
  const counts: RecordedPayouts = { tied: 0, doubtful: 0, added: 0, known: 0 }
  for (const payout of payouts) await recordPayout(db, context, payout, counts)
  await tieBankLines(db, context.tenant)
  return counts
}

type KeyedLine = { readonly line: ReportLine; readonly key: string }

async function recordPayout(
  db: Db,
  context: Recording,
  payout: ReportedPayout,
  counts: RecordedPayouts,
): Promise<void> {
  const { tenant } = context
  const all = keyedLines(payout.lines)
  const known = await listKnownLines(
    db,
    tenant,
    payout.payer,
    all.map(({ key }) => key),
  )
  const sameNumber = known.filter(({ reference }) => reference === payout.reference)
  const here = new Set(sameNumber.map(({ line_key }) => line_key))
  const fresh = all.filter(({ key }) => !here.has(key))
  counts.known += all.length - fresh.length
  if (all.length > 0 && fresh.length === 0) return
  const { id: payoutId, isNew } = await keepPayout(db, tenant, {
    ...payout,
    reportId: context.reportId,
    key: await keyOfPayout(db, context, payout, sameNumber, fresh),
    statedCents: payout.lines.length === 0 ? payout.grossCents : null,
    now: context.platform.clock(),
  })
  if (payout.lines.length === 0 && !isNew) counts.known += 1
  const lines = fresh.map(({ line }) => line)
  const tied = await tieLines(db, context, payout, lines, context.today)
  const added = await addMatches(db, context, { payout, payoutId, fresh, tied })
  const rows = fresh.map(({ line, key }, at) =>
    newLine(context, payout, { line, key, payoutId, tie: tied.ties[at] ?? { tie: 'new' }, match: added.get(at), tied }),
  )
  const by = {
    userId: context.userId,
    why: `Payout ${payout.reference || payout.payer}`,
    now: context.platform.clock(),
  }
  await insertLines(db, tenant, rows, by)
  await sumUpPayouts(db, tenant, [payoutId])
  const addedIds = new Set([...added.values()].map(({ id }) => id))
  const tiedIds = rows.flatMap(({ donation_id }) =>
    donation_id === null || addedIds.has(donation_id) ? [] : [donation_id],
  )
  await settleReceived(db, context, [...new Set(tiedIds)], { reportId: context.reportId })
  await settleReceived(db, context, [...addedIds], { reason: 'from_payout' })
  for (const { state, tied_by } of rows) {
    if (state === 'doubtful') counts.doubtful++
    else if (tied_by === 'new') counts.added++
    else counts.tied++
  }
}

/** Equal lines of one file are told apart by their order, so that the same file brings none of them twice. */
function keyedLines(lines: readonly ReportLine[]): KeyedLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const facts =
      line.lineId === ''
        ? [line.donorEmail.toLowerCase(), line.donorName.toLowerCase(), line.company.toLowerCase(), line.day]
        : [line.lineId]
    const text = JSON.stringify([...facts, line.giftCents, line.matchCents])
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    return { line, key: createHash('sha256').update(`${text} ${times}`).digest('hex').slice(0, 40) }
  })
}

/** By its number; a report without one goes to the payout that has its other lines, else it is a payout of its own. */
async function keyOfPayout(
  db: Db,
  { tenant }: Recording,
  payout: ReportedPayout,
  known: readonly { readonly payout_id: number }[],
  fresh: readonly KeyedLine[],
): Promise<string> {
  const { payer, reference, currency } = payout
  if (reference !== '') return JSON.stringify([payer, reference, currency])
  const [first] = known
  const kept = first ? await findPayoutKey(db, tenant, first.payout_id) : null
  return kept ?? JSON.stringify([payer, '', currency, fresh[0]?.key ?? ''])
}

type Adding = {
  readonly payout: ReportedPayout
  readonly payoutId: number
  readonly fresh: readonly KeyedLine[]
  readonly tied: TiedLines
}
type AddedMatch = { readonly id: number; readonly organizationId: number }

/** Lines without a match become matches of their own; answers by the line's place. */
async function addMatches(db: Db, context: Recording, adding: Adding): Promise<Map<number, AddedMatch>> {
  const { fresh, tied } = adding
  const own = fresh.flatMap((keyed, at) => {
    const tie = tied.ties[at]
    return tie?.tie === 'new' && tie.as === undefined ? [{ ...keyed, at }] : []
  })
  const donations = own.map(({ line, key, at }) => donationOf(context, adding, { line, key, at }))
  const { ids } = await recordDonations(db, context, donations)
  const added = new Map<number, AddedMatch>()
  own.forEach(({ at }, place) => {
    const id = ids[place]
    const organizationId = donations[place]?.organizationId
    if (id === undefined || organizationId === undefined) throw new Error('a match of a payout was not recorded')
    added.set(at, { id, organizationId })
  })
  fresh.forEach((_, at) => {
    const tie = tied.ties[at]
    const same = tie?.tie === 'new' && tie.as !== undefined ? added.get(tie.as) : undefined
    if (same) added.set(at, same)
  })
  return added
}

const noon = '12:00:00'

type Made = {
  readonly payout: Pick<ReportedPayout, 'paidOn' | 'currency'>
  readonly payoutId: number
  readonly tied: Pick<TiedLines, 'companyIds'>
}

/** What a match that is made of a line takes from it. */
export type LineOfDonation = Pick<
  ReportLine,
  'project' | 'day' | 'giftCents' | 'statedGiftCents' | 'donorName' | 'donorEmail' | 'company' | 'lineId'
>

/** A match of the line's own: done, told to nobody and billed to nobody. */
export function donationOf(
  context: Pick<Recording, 'organizations' | 'today' | 'tenant'>,
  { payout, payoutId, tied }: Made,
  { line, key, at }: { readonly line: LineOfDonation; readonly key: string; readonly at: number },
): NewDonation {
  return {
    ...blankGiven,
    organizationId: organizationOf(context, line.project),
    transactionId: `payout-${payoutId}-${key.slice(0, 12)}`,
    donatedAt: `${line.day ?? payout.paidOn ?? context.today} ${noon}`,
    // 0: nobody says what was given; the employer's money is no gift
    amountCents: Math.max(0, line.giftCents || (line.statedGiftCents ?? 0)),
    currency: payout.currency,
    donor: { ...blankDonor, name: line.donorName, email: line.donorEmail },
    employer: { companyId: tied.companyIds[at] ?? null, text: line.company },
    custom: line.lineId === '' ? {} : { payout_line_id: line.lineId },
    givenStatusId: 1,
  }
}

const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Which of the family a line is for, by the project that the platform names. */
const organizationOf = (
  { organizations, tenant }: Pick<Recording, 'organizations' | 'tenant'>,
  project: string,
): number =>
  organizations.find(({ name }) => project !== '' && plain(name) === plain(project))?.id ?? tenant.organizationId

type Placed = KeyedLine & {
  readonly payoutId: number
  readonly tie: Tie
  readonly match: AddedMatch | undefined
  readonly tied: TiedLines
}

function newLine(
  context: Recording,
  payout: ReportedPayout,
  { line, key, payoutId, tie, match, tied }: Placed,
): NewLine {
  const place = placeOf(tie, match, tied)
  return {
    payout_id: payoutId,
    report_id: context.reportId,
    line_key: key,
    payer: payout.payer,
    row: line.row,
    sheet_row: line.sheetRow,
    kind: line.kind,
    line_id: line.lineId,
    donor_name: line.donorName,
    donor_email: line.donorEmail,
    company: line.company,
    project: line.project,
    given_on: line.day,
    currency: payout.currency,
    gift_cents: line.giftCents,
    match_cents: line.matchCents,
    fee_cents: line.feeCents,
    stated_gift_cents: line.statedGiftCents,
    balance_cents: line.balanceCents,
    note: line.note,
    state: place === null ? 'doubtful' : 'tied',
    tied_by: place === null ? null : place.by,
    candidates: tie.tie === 'doubtful' ? tie.candidates : [],
    match_organization_id: place?.organizationId ?? null,
    donation_id: place?.id ?? null,
  }
}

function placeOf(tie: Tie, match: AddedMatch | undefined, { organizationOf: where }: TiedLines) {
  if (tie.tie === 'doubtful') return null
  if (tie.tie === 'new') return match ? { ...match, by: 'new' } : null
  return { id: tie.giftId, organizationId: where.get(tie.giftId) ?? 0, by: tie.by }
}

import { createHash } from 'node:crypto'
import type { PayoutLineLink, PayoutLinkCandidate, PayoutLinkReason } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { blankDonor, blankGiven, type NewDonation, type RecordingContext } from '../../donations/donations/index.ts'
import { lockFamilyForEvaluation } from '../../matches/matches/index.ts'
import { type KnownPayout, listKnownLines, listKnownPayouts } from './known-lines.queries.ts'
import { linkBankLines } from './link-bank-lines.ts'
import { type LinkedLines, linkReportLines } from './link-lines.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'
import { describeRepeatedPayment, findRepeatedLines, type RepeatedLine } from './repeated-lines.ts'
import type { PayoutOrganization } from './reports.queries.ts'
import { findSamePayout } from './same-payout.ts'
import { updateReceivedMoney } from './update-received-money.ts'
import { insertLines, type NewLine, type NewPayout, updatePayoutSums, upsertPayouts } from './write-payouts.queries.ts'

export type PayoutRecordingContext = RecordingContext & {
  readonly userId: number
  readonly reportId: number
  readonly isTyped?: boolean
  /** The organization first, then its chapters. */
  readonly organizations: readonly PayoutOrganization[]
  readonly today: string
  readonly tell?: (lines: number) => Promise<void>
  /** Receives the new lines and the number of known ones. @throws if a person must be asked first */
  readonly mayRecord?: (rows: readonly NewLine[], known: number) => void
}

export type RecordedPayouts = {
  tied: number
  /** These may belong to several matches or repeat a payment. */
  doubtful: number
  unmatched: number
  ownGifts: number
  known: number
  /** Includes payouts of lines already recorded. */
  payoutIds: number[]
  /** Rows that name a gift in another currency. */
  inOtherCurrency: number[]
}

/**
 * Existing lines stay unchanged; unclear ones wait for a person. Each step runs once for all payouts, because a report
 * contains up to a thousand.
 */
export async function recordPayouts(
  db: Db,
  context: PayoutRecordingContext,
  payouts: readonly ReportedPayout[],
): Promise<RecordedPayouts> {
  await lockFamilyForEvaluation(db, context.tenant.family)
  const { fresh, known, payoutIds } = await keepFresh(db, context, payouts)
  const tied = await linkReportLines(db, context, fresh, context.today)
  const repeated = await findRepeatedLines(db, context, fresh)
  const rows = fresh.map((placed, at) =>
    newLine(context, placed, { tie: tied.ties[at] ?? { tie: 'new' }, repeated: repeated[at] ?? null, tied }),
  )
  context.mayRecord?.(rows, known)
  await insertLines(db, context.tenant, rows, { userId: context.userId, now: context.platform.clock() })
  await updatePayoutSums(db, context.tenant, [...new Set(rows.map(({ payout_id }) => payout_id))])
  await settleInSteps(db, context, rows, known)
  await linkBankLines(db, context.tenant)
  const count = (is: (row: NewLine) => boolean) => rows.filter(is).length
  const unmatched = count((row) => row.unmatched)
  const counts = {
    tied: count(({ state }) => state === 'tied'),
    doubtful: count(({ state }) => state === 'doubtful') - unmatched,
    unmatched,
    ownGifts: count(({ state }) => state === 'own_gift'),
  }
  const inOtherCurrency = tied.inOtherCurrency.flatMap((at) => fresh[at]?.line.sheetRow ?? [])
  return { ...counts, known, payoutIds, inOtherCurrency }
}

type KeyedLine = { readonly line: ReportLine; readonly key: string }
type FreshLine = KeyedLine & { readonly payout: ReportedPayout; readonly payoutId: number }

async function keepFresh(
  db: Db,
  { tenant, platform, reportId, isTyped = false }: PayoutRecordingContext,
  payouts: readonly ReportedPayout[],
): Promise<{ readonly fresh: FreshLine[]; readonly known: number; readonly payoutIds: number[] }> {
  const numbered = payouts.filter(({ reference }) => reference !== '')
  const knownPayouts = numbered.length === 0 ? [] : await listKnownPayouts(db, tenant, numbered)
  const keyed = placePayouts(payouts, knownPayouts, isTyped).map((placed) => ({
    ...placed,
    lines: keyedLines(placed.payout.lines, isTyped ? placed.payout.paidOn : null),
  }))
  const wanted = keyed.flatMap(({ payout: { payer }, lines }) => lines.map(({ key }) => ({ payer, key })))
  const knownLines = wanted.length === 0 ? [] : await listKnownLines(db, tenant, wanted)
  const linesHere = Map.groupBy(knownLines, placeOfPayout)
  const payoutIds = new Set<number>()
  const bringing = keyed.flatMap(({ payout, one, lines }) => {
    const isNumbered = payout.reference !== ''
    const same = (linesHere.get(placeOfPayout(payout)) ?? []).filter(
      (line) => !isNumbered || line.payout_id === one?.id,
    )
    for (const { payout_id } of same) payoutIds.add(payout_id)
    const keys = new Set(same.map(({ line_key }) => line_key))
    const fresh = lines.filter(({ key }) => !keys.has(key))
    if (lines.length > 0 && fresh.length === 0) return []
    const key = isNumbered ? keyOfNumber(payout, one) : keyWithoutNumber(payout, same, fresh)
    return [{ payout, fresh, key }]
  })
  const kept = await upsertPayouts(
    db,
    tenant,
    bringing.map(({ payout, key }) => newPayout(payout, key)),
    { reportId, now: platform.clock() },
  )
  const fresh = bringing.flatMap(({ payout, key, fresh: lines }) => {
    const payoutId = kept.get(key)?.id
    if (payoutId === undefined) throw new Error('a payout was neither added nor found')
    payoutIds.add(payoutId)
    return lines.map((line) => ({ ...line, payout, payoutId }))
  })
  const stated = bringing.filter(({ payout, key }) => payout.lines.length === 0 && kept.get(key)?.isNew === false)
  return { fresh, known: wanted.length - fresh.length + stated.length, payoutIds: [...payoutIds] }
}

type PlaceOfPayout = { readonly payer: string; readonly reference: string; readonly currency: string }
const placeOfPayout = ({ payer, reference, currency }: PlaceOfPayout): string =>
  JSON.stringify([payer, reference, currency])

type PlacedPayout = { readonly payout: ReportedPayout; readonly one: KnownPayout | undefined }

/** Payouts of one file may be the same recorded payout, whose day may be between theirs. */
function placePayouts(
  payouts: readonly ReportedPayout[],
  knownPayouts: readonly KnownPayout[],
  isTyped: boolean,
): PlacedPayout[] {
  const here = Map.groupBy(knownPayouts, placeOfPayout)
  const placed = payouts.map((payout) => ({
    payout,
    one: findSamePayout({ ...payout, isTyped }, here.get(placeOfPayout(payout)) ?? []),
  }))
  const known = Map.groupBy(placed, ({ payout, one }) => keyOfNumber(payout, one))
  return [...known.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first.payout, ...others.map(({ payout }) => payout)]
    const sum = (of: (payout: ReportedPayout) => number) => all.reduce((cents, payout) => cents + of(payout), 0)
    const sums = { grossCents: sum(({ grossCents }) => grossCents), feeCents: sum(({ feeCents }) => feeCents) }
    return [{ one: first.one, payout: { ...first.payout, ...sums, lines: all.flatMap(({ lines }) => lines) } }]
  })
}

const keyOfNumber = ({ payer, reference, currency, paidOn }: ReportedPayout, one: KnownPayout | undefined): string =>
  one?.payout_key ?? JSON.stringify([payer, reference, currency, paidOn])

/** A report without a number joins the payout that contains its other lines. */
const keyWithoutNumber = (
  payout: ReportedPayout,
  [known]: readonly { readonly payout_key: string }[],
  [fresh]: readonly KeyedLine[],
): string => known?.payout_key ?? JSON.stringify([payout.payer, '', payout.currency, fresh?.key ?? ''])

const newPayout = (payout: ReportedPayout, key: string): NewPayout => ({
  payout_key: key,
  reference: payout.reference,
  platform_id: payout.platform,
  payer: payout.payer,
  paid_on: payout.paidOn,
  period_end: payout.periodEnd,
  currency: payout.currency,
  stated_cents: payout.lines.length === 0 ? payout.grossCents : null,
  fee_cents: payout.feeCents,
})

/** Progress is reported and other transactions can run between steps. */
export const settleBatchSize = 500

async function settleInSteps(
  db: Db,
  context: PayoutRecordingContext,
  rows: readonly NewLine[],
  known: number,
): Promise<void> {
  const lines = new Map<number, number>()
  for (const { donation_id } of rows)
    if (donation_id !== null) lines.set(donation_id, (lines.get(donation_id) ?? 0) + 1)
  let done = known + rows.filter(({ donation_id }) => donation_id === null).length
  await context.tell?.(done)
  const ids = [...lines.keys()]
  for (let at = 0; at < ids.length; at += settleBatchSize) {
    const some = ids.slice(at, at + settleBatchSize)
    await updateReceivedMoney(db, context, some, { reportId: context.reportId })
    done += some.reduce((sum, id) => sum + (lines.get(id) ?? 0), 0)
    await context.tell?.(done)
  }
}

/** Uploading the file again adds no equal line twice. `day` applies to lines without one. */
function keyedLines(lines: readonly ReportLine[], day: string | null): KeyedLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const facts =
      line.lineId === ''
        ? [line.donorEmail.toLowerCase(), line.donorName.toLowerCase(), line.company.toLowerCase(), line.day ?? day]
        : [line.lineId]
    const text = JSON.stringify([...facts, line.giftCents, line.matchCents])
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    return { line, key: createHash('sha256').update(`${text} ${times}`).digest('hex').slice(0, 40) }
  })
}

const noon = '12:00:00'

type Made = {
  readonly payout: Pick<ReportedPayout, 'paidOn' | 'currency'>
  readonly payoutId: number
  readonly tied: Pick<LinkedLines, 'companyIds'>
}

export type DonationLine = Pick<
  ReportLine,
  'project' | 'day' | 'giftCents' | 'statedGiftCents' | 'donorName' | 'donorEmail' | 'company' | 'lineId'
>

export function donationFromLine(
  context: Pick<PayoutRecordingContext, 'organizations' | 'today' | 'tenant'>,
  { payout, payoutId, tied }: Made,
  { line, key, at }: { readonly line: DonationLine; readonly key: string; readonly at: number },
): NewDonation {
  return {
    ...blankGiven,
    organizationId: organizationOf(context, line.project),
    transactionId: `payout-${payoutId}-${key.slice(0, 12)}`,
    donatedAt: `${line.day ?? payout.paidOn ?? context.today} ${noon}`,
    // 0: unknown. The employer's money is not part of it.
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

const organizationOf = (
  { organizations, tenant }: Pick<PayoutRecordingContext, 'organizations' | 'tenant'>,
  project: string,
): number =>
  organizations.find(({ name }) => project !== '' && plain(name) === plain(project))?.id ?? tenant.organizationId

type Found = {
  readonly tie: PayoutLineLink
  readonly repeated: RepeatedLine | null
  readonly tied: LinkedLines
}

function newLine(context: PayoutRecordingContext, { line, key, payout, payoutId }: FreshLine, found: Found): NewLine {
  const { tie, repeated, tied } = found
  const isOwnGift = line.kind === 'gift'
  const place = repeated === null && tie.tie === 'clear' ? placeOf(tie, tied) : null
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
    counted_cents: line.matchCents,
    state: isOwnGift ? 'own_gift' : place === null ? 'doubtful' : 'tied',
    tied_by: place?.by ?? null,
    candidates: isOwnGift ? [] : candidatesOf(tie, repeated),
    unmatched: !isOwnGift && tie.tie === 'new' && repeated === null,
    repeats_line_id: isOwnGift ? null : (repeated?.id ?? null),
    match_organization_id: place?.organizationId ?? null,
    donation_id: place?.id ?? null,
  }
}

/** Includes the match of a repeated payment, and of a line tied by expected amount. */
function candidatesOf(tie: PayoutLineLink, repeated: RepeatedLine | null): readonly PayoutLinkCandidate[] {
  const clear = tie.tie === 'clear' ? [{ giftId: tie.giftId, why: whyClear[tie.by], score: 90 }] : []
  if (repeated === null)
    return tie.tie === 'doubtful' ? tie.candidates : tie.tie === 'clear' && tie.by === 'expected' ? clear : []
  const its = repeated.donation_id
  const first =
    its === null ? [] : [{ giftId: its, why: `Paid by ${describeRepeatedPayment(repeated)} already`, score: 95 }]
  const others = tie.tie === 'doubtful' ? tie.candidates : clear
  return [...first, ...others.filter(({ giftId }) => giftId !== its)]
}

const whyClear: Readonly<Record<PayoutLinkReason, string>> = {
  id: 'The line names this gift',
  email_amount_date: 'Same email, amount and day',
  expected: 'Same donor and company; exactly what is expected of this match',
  earlier_line: 'An earlier line of the same request was for this match',
}

const placeOf = (tie: PayoutLineLink & { readonly tie: 'clear' }, { organizationOf: where }: LinkedLines) => ({
  id: tie.giftId,
  organizationId: where.get(tie.giftId) ?? 0,
  by: tie.by,
})

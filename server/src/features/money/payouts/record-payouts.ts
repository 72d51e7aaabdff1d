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
  readonly reportProgress?: (lines: number) => Promise<void>
  /** Receives the new lines and the number of known ones. @throws if a person must be asked first */
  readonly confirmRecording?: (rows: readonly NewLine[], knownCount: number) => void
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
  const { fresh: newLines, known, payoutIds } = await addPayouts(db, context, payouts)
  const linkedLines = await linkReportLines(db, context, newLines, context.today)
  const repeated = await findRepeatedLines(db, context, newLines)
  const rows = newLines.map((newPayoutLine, at) =>
    createLine(context, newPayoutLine, {
      link: linkedLines.links[at] ?? { tie: 'new' },
      repeated: repeated[at] ?? null,
      linkedLines,
    }),
  )
  context.confirmRecording?.(rows, known)
  await insertLines(db, context.tenant, rows, { userId: context.userId, now: context.platform.clock() })
  await updatePayoutSums(db, context.tenant, [...new Set(rows.map(({ payout_id }) => payout_id))])
  await settleInSteps(db, context, rows, known)
  await linkBankLines(db, context.tenant)
  const count = (predicate: (row: NewLine) => boolean) => rows.filter(predicate).length
  const unmatched = count((row) => row.unmatched)
  const counts = {
    tied: count(({ state }) => state === 'tied'),
    doubtful: count(({ state }) => state === 'doubtful') - unmatched,
    unmatched,
    ownGifts: count(({ state }) => state === 'own_gift'),
  }
  const inOtherCurrency = linkedLines.inOtherCurrency.flatMap((at) => newLines[at]?.line.sheetRow ?? [])
  return { ...counts, known, payoutIds, inOtherCurrency }
}

type LineWithKey = { readonly line: ReportLine; readonly key: string }
type NewPayoutLine = LineWithKey & { readonly payout: ReportedPayout; readonly payoutId: number }

async function addPayouts(
  db: Db,
  { tenant, platform, reportId, isTyped = false }: PayoutRecordingContext,
  payouts: readonly ReportedPayout[],
): Promise<{ readonly fresh: NewPayoutLine[]; readonly known: number; readonly payoutIds: number[] }> {
  const numbered = payouts.filter(({ reference }) => reference !== '')
  const knownPayouts = numbered.length === 0 ? [] : await listKnownPayouts(db, tenant, numbered)
  const payoutsWithKeys = assignKnownPayouts(payouts, knownPayouts, isTyped).map((assigned) => ({
    ...assigned,
    lines: addLineKeys(assigned.payout.lines, isTyped ? assigned.payout.paidOn : null),
  }))
  const lineKeys = payoutsWithKeys.flatMap(({ payout: { payer }, lines }) => lines.map(({ key }) => ({ payer, key })))
  const knownLines = lineKeys.length === 0 ? [] : await listKnownLines(db, tenant, lineKeys)
  const knownLinesByNumber = Map.groupBy(knownLines, getNumberKey)
  const payoutIds = new Set<number>()
  const changedPayouts = payoutsWithKeys.flatMap(({ payout, knownPayout, lines }) => {
    const isNumbered = payout.reference !== ''
    const knownLinesOfPayout = (knownLinesByNumber.get(getNumberKey(payout)) ?? []).filter(
      (line) => !isNumbered || line.payout_id === knownPayout?.id,
    )
    for (const { payout_id } of knownLinesOfPayout) payoutIds.add(payout_id)
    const keys = new Set(knownLinesOfPayout.map(({ line_key }) => line_key))
    const newLines = lines.filter(({ key }) => !keys.has(key))
    if (lines.length > 0 && newLines.length === 0) return []
    const key = isNumbered ? getPayoutKey(payout, knownPayout) : keyWithoutNumber(payout, knownLinesOfPayout, newLines)
    return [{ payout, fresh: newLines, key }]
  })
  const storedPayouts = await upsertPayouts(
    db,
    tenant,
    changedPayouts.map(({ payout, key }) => newPayout(payout, key)),
    { reportId, now: platform.clock() },
  )
  const newLines = changedPayouts.flatMap(({ payout, key, fresh: lines }) => {
    const payoutId = storedPayouts.get(key)?.id
    if (payoutId === undefined) throw new Error('a payout was neither added nor found')
    payoutIds.add(payoutId)
    return lines.map((line) => ({ ...line, payout, payoutId }))
  })
  const knownPayments = changedPayouts.filter(
    ({ payout, key }) => payout.lines.length === 0 && storedPayouts.get(key)?.isNew === false,
  )
  return { fresh: newLines, known: lineKeys.length - newLines.length + knownPayments.length, payoutIds: [...payoutIds] }
}

type PayoutNumber = { readonly payer: string; readonly reference: string; readonly currency: string }
const getNumberKey = ({ payer, reference, currency }: PayoutNumber): string =>
  JSON.stringify([payer, reference, currency])

type AssignedPayout = { readonly payout: ReportedPayout; readonly knownPayout: KnownPayout | undefined }

/** Payouts of one file may be the same recorded payout, whose day may be between theirs. */
function assignKnownPayouts(
  payouts: readonly ReportedPayout[],
  knownPayouts: readonly KnownPayout[],
  isTyped: boolean,
): AssignedPayout[] {
  const knownByNumber = Map.groupBy(knownPayouts, getNumberKey)
  const assignedPayouts = payouts.map((payout) => ({
    payout,
    knownPayout: findSamePayout({ ...payout, isTyped }, knownByNumber.get(getNumberKey(payout)) ?? []),
  }))
  const payoutsByKey = Map.groupBy(assignedPayouts, ({ payout, knownPayout }) => getPayoutKey(payout, knownPayout))
  return [...payoutsByKey.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const all = [first.payout, ...others.map(({ payout }) => payout)]
    const sumPayouts = (getCents: (payout: ReportedPayout) => number) =>
      all.reduce((cents, payout) => cents + getCents(payout), 0)
    const sums = {
      grossCents: sumPayouts(({ grossCents }) => grossCents),
      feeCents: sumPayouts(({ feeCents }) => feeCents),
    }
    return [
      {
        knownPayout: first.knownPayout,
        payout: { ...first.payout, ...sums, lines: all.flatMap(({ lines }) => lines) },
      },
    ]
  })
}

const getPayoutKey = (
  { payer, reference, currency, paidOn }: ReportedPayout,
  knownPayout: KnownPayout | undefined,
): string => knownPayout?.payout_key ?? JSON.stringify([payer, reference, currency, paidOn])

/** A report without a number joins the payout that contains its other lines. */
const keyWithoutNumber = (
  payout: ReportedPayout,
  [knownPayout]: readonly { readonly payout_key: string }[],
  [firstLine]: readonly LineWithKey[],
): string => knownPayout?.payout_key ?? JSON.stringify([payout.payer, '', payout.currency, firstLine?.key ?? ''])

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
  await context.reportProgress?.(done)
  const ids = [...lines.keys()]
  for (let at = 0; at < ids.length; at += settleBatchSize) {
    const batch = ids.slice(at, at + settleBatchSize)
    await updateReceivedMoney(db, context, batch, { reportId: context.reportId })
    done += batch.reduce((sum, id) => sum + (lines.get(id) ?? 0), 0)
    await context.reportProgress?.(done)
  }
}

/** Uploading the file again adds no equal line twice. `day` applies to lines without one. */
function addLineKeys(lines: readonly ReportLine[], day: string | null): LineWithKey[] {
  const occurrences = new Map<string, number>()
  return lines.map((line) => {
    const facts =
      line.lineId === ''
        ? [line.donorEmail.toLowerCase(), line.donorName.toLowerCase(), line.company.toLowerCase(), line.day ?? day]
        : [line.lineId]
    const text = JSON.stringify([...facts, line.giftCents, line.matchCents])
    const occurrence = (occurrences.get(text) ?? 0) + 1
    occurrences.set(text, occurrence)
    return { line, key: createHash('sha256').update(`${text} ${occurrence}`).digest('hex').slice(0, 40) }
  })
}

const noon = '12:00:00'

type DonationSource = {
  readonly payout: Pick<ReportedPayout, 'paidOn' | 'currency'>
  readonly payoutId: number
  readonly linkedLines: Pick<LinkedLines, 'companyIds'>
}

export type DonationLine = Pick<
  ReportLine,
  'project' | 'day' | 'giftCents' | 'statedGiftCents' | 'donorName' | 'donorEmail' | 'company' | 'lineId'
>

export function donationFromLine(
  context: Pick<PayoutRecordingContext, 'organizations' | 'today' | 'tenant'>,
  { payout, payoutId, linkedLines }: DonationSource,
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
    employer: { companyId: linkedLines.companyIds[at] ?? null, text: line.company },
    custom: line.lineId === '' ? {} : { payout_line_id: line.lineId },
    givenStatusId: 1,
  }
}

const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const organizationOf = (
  { organizations, tenant }: Pick<PayoutRecordingContext, 'organizations' | 'tenant'>,
  project: string,
): number =>
  organizations.find(({ name }) => project !== '' && normalizeName(name) === normalizeName(project))?.id ??
  tenant.organizationId

type LineAssignment = {
  readonly link: PayoutLineLink
  readonly repeated: RepeatedLine | null
  readonly linkedLines: LinkedLines
}

function createLine(
  context: PayoutRecordingContext,
  { line, key, payout, payoutId }: NewPayoutLine,
  assignment: LineAssignment,
): NewLine {
  const { link, repeated, linkedLines } = assignment
  const isOwnGift = line.kind === 'gift'
  const linkedMatch = repeated === null && link.tie === 'clear' ? getLinkedMatch(link, linkedLines) : null
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
    state: isOwnGift ? 'own_gift' : linkedMatch === null ? 'doubtful' : 'tied',
    tied_by: linkedMatch?.by ?? null,
    candidates: isOwnGift ? [] : candidatesOf(link, repeated),
    unmatched: !isOwnGift && link.tie === 'new' && repeated === null,
    repeats_line_id: isOwnGift ? null : (repeated?.id ?? null),
    match_organization_id: linkedMatch?.organizationId ?? null,
    donation_id: linkedMatch?.id ?? null,
  }
}

/** Includes the match of a repeated payment, and of a line tied by expected amount. */
function candidatesOf(link: PayoutLineLink, repeated: RepeatedLine | null): readonly PayoutLinkCandidate[] {
  const clearCandidate =
    link.tie === 'clear' ? [{ giftId: link.giftId, why: clearLinkReasons[link.by], score: 90 }] : []
  if (repeated === null)
    return link.tie === 'doubtful'
      ? link.candidates
      : link.tie === 'clear' && link.by === 'expected'
        ? clearCandidate
        : []
  const repeatedDonationId = repeated.donation_id
  const first =
    repeatedDonationId === null
      ? []
      : [{ giftId: repeatedDonationId, why: `Paid by ${describeRepeatedPayment(repeated)} already`, score: 95 }]
  const otherCandidates = link.tie === 'doubtful' ? link.candidates : clearCandidate
  return [...first, ...otherCandidates.filter(({ giftId }) => giftId !== repeatedDonationId)]
}

const clearLinkReasons: Readonly<Record<PayoutLinkReason, string>> = {
  id: 'The line names this gift',
  email_amount_date: 'Same email, amount and day',
  expected: 'Same donor and company; exactly what is expected of this match',
  earlier_line: 'An earlier line of the same request was for this match',
}

const getLinkedMatch = (
  link: PayoutLineLink & { readonly tie: 'clear' },
  { organizationOf: organizationIds }: LinkedLines,
) => ({
  id: link.giftId,
  organizationId: organizationIds.get(link.giftId) ?? 0,
  by: link.by,
})

import { createHash } from 'node:crypto'
import type { PayoutLineLink, PayoutLinkCandidate, PayoutLinkReason } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { blankDonation, blankDonor, type NewDonation } from '../../donations/identification/index.ts'
import type { RecordingContext } from '../../donations/recording/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { type KnownLine, type KnownPayout, listKnownLines, listKnownPayouts } from './known-lines.queries.ts'
import { linkBankLines } from './link-bank-lines.ts'
import { type LinkedLines, linkReportLines } from './link-lines.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'
import { describeRepeatedPayment, findRepeatedLines, type RepeatedLine } from './repeated-lines.ts'
import type { PayoutOrganization } from './reports.queries.ts'
import { findKnownLines, findSamePayout, type LineWithKey } from './same-payout.ts'
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
  const rows: NewLine[] = []
  for (const places of groupRepeats(newLines)) {
    const lines = places.flatMap((at) => newLines[at] ?? [])
    const repeated = await findRepeatedLines(db, context, lines)
    const added = lines.map((newPayoutLine, index) => {
      const link = linkedLines.links[places[index] ?? -1] ?? { tie: 'new' }
      return createLine(context, newPayoutLine, { link, repeated: repeated[index] ?? null, linkedLines })
    })
    await insertLines(db, context.tenant, added, { userId: context.userId, now: context.platform.clock() })
    rows.push(...added)
  }
  context.confirmRecording?.(rows, known)
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

/** A file may repeat a line under another number (canceled and sent again). Repeats follow the lines that they repeat. */
function groupRepeats(lines: readonly NewPayoutLine[]): number[][] {
  const occurrences = new Map<string, number>()
  const groups: number[][] = []
  for (const [at, { key, payout }] of lines.entries()) {
    const line = `${key} ${payout.payer} ${payout.currency}`
    const occurrence = occurrences.get(line) ?? 0
    occurrences.set(line, occurrence + 1)
    const group = groups[occurrence]
    if (group) group.push(at)
    else groups.push([at])
  }
  return groups
}

type NewPayoutLine = LineWithKey & { readonly payout: ReportedPayout; readonly payoutId: number }

async function addPayouts(
  db: Db,
  { tenant, platform, reportId, isTyped = false }: PayoutRecordingContext,
  payouts: readonly ReportedPayout[],
): Promise<{ readonly fresh: NewPayoutLine[]; readonly known: number; readonly payoutIds: number[] }> {
  const numbered = payouts.filter(({ reference }) => reference !== '')
  const knownPayouts = numbered.length === 0 ? [] : await listKnownPayouts(db, tenant, numbered)
  const payoutsWithKeys = payouts.map((payout) => ({
    payout,
    lines: addLineKeys(payout.lines, isTyped ? payout.paidOn : null),
  }))
  const lineKeys = payoutsWithKeys.flatMap(({ payout: { payer }, lines }) => lines.map(({ key }) => ({ payer, key })))
  const knownLines = lineKeys.length === 0 ? [] : await listKnownLines(db, tenant, lineKeys)
  const { changedPayouts, payoutIds } = comparePayouts(payoutsWithKeys, { knownPayouts, knownLines, isTyped })
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

type PayoutWithKeys = { readonly payout: ReportedPayout; readonly lines: readonly LineWithKey[] }
type ChangedPayout = { readonly payout: ReportedPayout; readonly key: string; readonly fresh: readonly LineWithKey[] }
type Recorded = {
  readonly knownPayouts: readonly KnownPayout[]
  readonly knownLines: readonly KnownLine[]
  readonly isTyped: boolean
}

/** A recorded payout is at most one of the file's payouts, preferably that of its day. */
function comparePayouts(
  payouts: readonly PayoutWithKeys[],
  { knownPayouts, knownLines, isTyped }: Recorded,
): { readonly changedPayouts: readonly ChangedPayout[]; readonly payoutIds: Set<number> } {
  const knownPayoutsByNumber = Map.groupBy(knownPayouts, getNumberKey)
  const knownLinesByNumber = Map.groupBy(knownLines, getNumberKey)
  const takenLines = new Set<KnownLine>()
  const takenPayouts = new Set<KnownPayout>()
  const payoutIds = new Set<number>()
  const hasRecordedDay = ({ payout }: PayoutWithKeys) =>
    Number(knownPayoutsByNumber.get(getNumberKey(payout))?.some(({ paid_on }) => paid_on === payout.paidOn) ?? false)
  const inOrder = payouts.toSorted((one, other) => hasRecordedDay(other) - hasRecordedDay(one))
  const changed = inOrder.flatMap(({ payout, lines }) => {
    const number = getNumberKey(payout)
    const recorded = knownPayoutsByNumber.get(number)?.filter((one) => !takenPayouts.has(one)) ?? []
    const dated = { ...payout, isTyped }
    const known = findKnownLines(lines, dated, knownLinesByNumber.get(number) ?? [], takenLines)
    for (const { payout_id } of known.values()) payoutIds.add(payout_id)
    const fresh = lines.filter((line) => !known.has(line))
    const samePayout = findSamePayout(dated, recorded, known.values())
    if (samePayout) takenPayouts.add(samePayout)
    if (lines.length > 0 && fresh.length === 0) return []
    // A report without a number joins the payout that contains its other lines.
    const key =
      payout.reference === ''
        ? ([...known.values()][0]?.payout_key ??
          JSON.stringify([payout.payer, '', payout.currency, fresh[0]?.key ?? '', payout.paidOn]))
        : (samePayout?.payout_key ?? JSON.stringify([payout.payer, payout.reference, payout.currency, payout.paidOn]))
    return [{ payout, key, fresh }]
  })
  const changedPayouts = [...Map.groupBy(changed, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    first ? [others.reduce(joinPayouts, first)] : [],
  )
  return { changedPayouts, payoutIds }
}

const joinPayouts = ({ payout, key, fresh }: ChangedPayout, other: ChangedPayout): ChangedPayout => ({
  key,
  fresh: [...fresh, ...other.fresh],
  payout: {
    ...payout,
    grossCents: payout.grossCents + other.payout.grossCents,
    feeCents: payout.feeCents + other.payout.feeCents,
    lines: [...payout.lines, ...other.payout.lines],
  },
})

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
export function addLineKeys(lines: readonly ReportLine[], day: string | null): LineWithKey[] {
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
    ...blankDonation,
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
  expected: 'Same donor and company; exactly the expected amount',
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

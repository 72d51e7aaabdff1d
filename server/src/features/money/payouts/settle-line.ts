import { payouts } from '@twofold/contract'
import { voidedStatusIds } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { lockDonations, type MatchRow } from '../../matches/rows/index.ts'
import {
  insertReversalEntries,
  isLinkedToFormerChapter,
  type LineRow,
  linkLine,
  lockLine,
  splitLine,
  unlinkLine,
} from './lines.queries.ts'
import { getPayoutContext } from './payout-context.ts'
import type { PayoutRecordingContext } from './record-payouts.ts'
import { lockPayouts } from './reports.queries.ts'
import { createRecordingContext } from './run-report.ts'
import { countPaymentOnce } from './same-payment.ts'
import { donationFromStoredLine } from './unmatched-lines.ts'
import { removeMatchesWithoutLines, updateReceivedMoney } from './update-received-money.ts'
import { updatePayoutSums } from './write-payouts.queries.ts'

const { payoutMessages } = payouts
const excludedStatusIds: readonly number[] = voidedStatusIds

export type Settlement = {
  /** Null: the line becomes a new match. */
  readonly donation_id?: number | null | undefined
  /** Each part is in currency units. */
  readonly parts?: readonly { readonly donation_id: number; readonly amount: number }[] | undefined
  readonly same_payment?: true | undefined
}

/** A person ties it to matches, makes it a new match, or marks a repeated payment. */
export async function settleLine(
  call: WriteCall,
  directory: Directory,
  lineId: number,
  { donation_id, parts, same_payment }: Settlement,
): Promise<LineRow> {
  return withLine(call, directory, lineId, async (db, context, line) => {
    if (line.state !== 'doubtful') {
      if (typeof donation_id === 'number' && line.donation_id === donation_id) return
      throw new Refusal('conflict', payoutMessages.gone)
    }
    const by = { userId: context.userId, why: 'A person settled the line', now: call.platform.clock() }
    if (same_payment) {
      const changedIds = await countPaymentOnce(db, call.tenant, line, by)
      if (changedIds === null) throw new Refusal('conflict', payoutMessages.noRepeat)
      await updateReceivedMoney(db, context, changedIds)
    } else if (parts) {
      await settleParts(db, { call, context, line, by }, parts)
    } else if (typeof donation_id === 'number') {
      await linkToMatch(db, { call, line, by }, donation_id)
      await updateReceivedMoney(db, context, [donation_id], { reportId: line.report_id })
    } else {
      const match = await addMatch(db, context, directory, line)
      await linkLine(db, call.tenant, line.id, { ...match, by: 'new' }, by)
      await updateReceivedMoney(db, context, [match.donationId], { reason: 'from_payout' })
    }
    await audit(db, call, 'settled', line, parts ? parts.map((part) => part.donation_id) : (donation_id ?? null))
  })
}

type EntryAuthor = Parameters<typeof linkLine>[4]

async function linkToMatch(
  db: Db,
  { call, line, by }: { readonly call: WriteCall; readonly line: LineRow; readonly by: EntryAuthor },
  donationId: number,
): Promise<void> {
  const match = await matchFor(db, call, line, donationId)
  const to = { organizationId: match.organization_id, donationId: match.id, by: 'person' } as const
  await linkLine(db, call.tenant, line.id, to, by)
}

async function settleParts(
  db: Db,
  {
    call,
    context,
    line,
    by,
  }: {
    readonly call: WriteCall
    readonly context: PayoutRecordingContext
    readonly line: LineRow
    readonly by: EntryAuthor
  },
  parts: NonNullable<Settlement['parts']>,
): Promise<void> {
  const ids = parts.map(({ donation_id }) => donation_id)
  if (new Set(ids).size < ids.length) throw refused(payoutMessages.partTwice)
  const cents = parts.map(({ amount }) => Math.round(amount * 100))
  let restCents = line.match_cents
  if (cents.reduce((sum, part) => sum + part, 0) > restCents) throw refused(payoutMessages.parts)
  let waitingLine = line
  for (const [partIndex, donationId] of ids.entries()) {
    const keptCents = cents[partIndex] ?? 0
    restCents -= keptCents
    const restLineId =
      restCents === 0
        ? null
        : await splitLine(db, call.tenant, waitingLine.id, { keeps: keptCents, leaves: restCents, place: partIndex })
    await linkToMatch(
      db,
      { call, line: { ...waitingLine, gift_cents: 0, match_cents: keptCents, counted_cents: keptCents }, by },
      donationId,
    )
    const nextLine = restLineId === null ? null : await lockLine(db, call.tenant, restLineId)
    if (nextLine) waitingLine = nextLine
  }
  await updateReceivedMoney(db, context, ids, { reportId: line.report_id })
}

/** Its match returns to its previous status, or is removed if the line created it. */
export async function reopenLine(call: WriteCall, directory: Directory, lineId: number): Promise<LineRow> {
  return withLine(call, directory, lineId, async (db, context, line) => {
    if (line.donation_id === null) throw new Refusal('conflict', payoutMessages.notTied)
    if (isLinkedToFormerChapter(call.tenant, line)) throw new Refusal('conflict', payoutMessages.elsewhere)
    await refuseNegative(db, call, line, line.donation_id)
    const by = { userId: context.userId, why: 'A person took the line off', now: call.platform.clock() }
    await insertReversalEntries(db, call.tenant, [line.id], by)
    await unlinkLine(db, call.tenant, line.id)
    if (line.tied_by === 'new') await removeMatchesWithoutLines(db, context, [line.donation_id])
    await updateReceivedMoney(db, context, [line.donation_id])
    await audit(db, call, 'reopened', line, line.donation_id)
  })
}

async function withLine(
  call: WriteCall,
  directory: Directory,
  lineId: number,
  operation: (db: Db, context: PayoutRecordingContext, line: LineRow) => Promise<void>,
): Promise<LineRow> {
  const { platform, tenant, caller } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    await lockFamilyForEvaluation(db, tenant.family)
    const line = await lockLine(db, tenant, lineId)
    if (!line) throw notFound()
    const payoutContext = await getPayoutContext(db, tenant, platform.clock())
    const context: PayoutRecordingContext = {
      ...createRecordingContext({ ...payoutContext, platform, tenant, directory, userId: caller.user.id, reportId: 0 }),
      actor: { kind: 'user', userId: caller.user.id, level: call.level },
    }
    await operation(db, context, line)
    await updatePayoutSums(db, tenant, [line.payout_id])
    const after = await lockLine(db, tenant, lineId)
    if (!after) throw notFound()
    return after
  })
}

async function matchFor(db: Db, { tenant }: WriteCall, line: LineRow, donationId: number): Promise<MatchRow> {
  const [match] = await lockDonations(db, tenant.family, [donationId])
  if (!match) throw refused(payoutMessages.noMatch)
  if (match.currency !== line.currency) throw refused(payoutMessages.currency)
  if (excludedStatusIds.includes(match.status_id)) throw refused(payoutMessages.cancelled)
  if (isReversal(line) && match.received_cents + moneyOf(line) < 0) throw refused(payoutMessages.moreThanReceived)
  return match
}

const moneyOf = (line: LineRow): number => line.counted_cents
const isReversal = (line: LineRow): boolean => moneyOf(line) < 0

/** A line that reclaims money must be reopened before the original payment. */
async function refuseNegative(db: Db, { tenant }: WriteCall, line: LineRow, donationId: number): Promise<void> {
  if (isReversal(line)) return
  const [match] = await lockDonations(db, tenant.family, [donationId], { includeCombined: true })
  if (match && match.received_cents - moneyOf(line) < 0) throw new Refusal('conflict', payoutMessages.reversedSince)
}

const refused = (message: string) => new Refusal('invalid', message, { fields: { donation_id: message } })

export async function addMatch(db: Db, context: PayoutRecordingContext, directory: Directory, line: LineRow) {
  if (moneyOf(line) <= 0) throw refused(payoutMessages.negative)
  const { index } = await directory.current()
  const donation = donationFromStoredLine(context, line, index)
  const { ids } = await recordDonations(db, context, [donation])
  const [id] = ids
  if (id === undefined) throw new Error('a match of a payout was not recorded')
  return { donationId: id, organizationId: donation.organizationId }
}

const audit = (
  db: Db,
  call: WriteCall,
  action: 'reopened' | 'settled',
  line: LineRow,
  match: number | readonly number[] | null,
) =>
  writeAudit(db, call, {
    organizationId: call.tenant.organizationId,
    action,
    subject: 'payout line',
    subjectId: line.id,
    after: { payer: line.payer, amount: (line.gift_cents + line.match_cents) / 100, match },
  })

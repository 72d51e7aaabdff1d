import { payouts } from '@twofold/contract'
import { setAsideStatusIds } from '@twofold/matching'
import { type Db, inTenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { writeAudit } from '../audit/index.ts'
import type { Directory } from '../companies/index.ts'
import { recordDonations, type Writing } from '../donations/index.ts'
import { lockDonations, lockEvaluating, type MatchRow } from '../matches/index.ts'
import { isElsewhere, type LineRow, lockLine, loosenLine, takeOutEntries, tieLine } from './lines.queries.ts'
import { donationOf, type LineOfDonation, type Recording } from './record-payouts.ts'
import { waitForPayouts } from './reports.queries.ts'
import { placeOf, recordingOf } from './run-report.ts'
import { settleReceived } from './settle-received.ts'
import { removeUnpaid } from './undo-report.ts'
import { sumUpPayouts } from './write-payouts.queries.ts'

const { payoutMessages } = payouts
const setAside: readonly number[] = setAsideStatusIds

/** Ties a waiting line to the match that a person names, or has it become one of its own (null). */
export async function settleLine(
  call: Writing,
  directory: Directory,
  lineId: number,
  donationId: number | null,
): Promise<LineRow> {
  return withLine(call, directory, lineId, async (db, context, line) => {
    if (line.state === 'tied') {
      if (donationId !== null && line.donation_id === donationId) return
      throw new Refusal('conflict', payoutMessages.gone)
    }
    const by = { userId: context.userId, why: 'A person settled the line', now: call.platform.clock() }
    if (donationId === null) {
      const match = await addMatch(db, context, directory, line)
      await tieLine(db, call.tenant, line.id, { ...match, by: 'new' }, by)
      await settleReceived(db, context, [match.donationId], { reason: 'from_payout' })
    } else {
      const match = await matchFor(db, call, line, donationId)
      await tieLine(
        db,
        call.tenant,
        line.id,
        { organizationId: match.organization_id, donationId: match.id, by: 'person' },
        by,
      )
      await settleReceived(db, context, [match.id], { reportId: line.report_id })
    }
    await audit(db, call, 'settled', line, donationId)
  })
}

/** Has a tied line wait again; its match goes back to where it was, or goes where the line had made it. */
export async function reopenLine(call: Writing, directory: Directory, lineId: number): Promise<LineRow> {
  return withLine(call, directory, lineId, async (db, context, line) => {
    if (line.donation_id === null) throw new Refusal('conflict', payoutMessages.notTied)
    if (isElsewhere(call.tenant, line)) throw new Refusal('conflict', payoutMessages.elsewhere)
    await refuseNegative(db, call, line, line.donation_id)
    const by = { userId: context.userId, why: 'A person took the line off', now: call.platform.clock() }
    await takeOutEntries(db, call.tenant, [line.id], by)
    await loosenLine(db, call.tenant, line.id)
    if (line.tied_by === 'new') await removeUnpaid(db, context, [line.donation_id])
    await settleReceived(db, context, [line.donation_id])
    await audit(db, call, 'reopened', line, line.donation_id)
  })
}

async function withLine(
  call: Writing,
  directory: Directory,
  lineId: number,
  work: (db: Db, context: Recording, line: LineRow) => Promise<void>,
): Promise<LineRow> {
  const { platform, tenant, caller } = call
  return inTenant(platform.database, tenant, async (db) => {
    await waitForPayouts(db, tenant)
    await lockEvaluating(db, tenant.family)
    const line = await lockLine(db, tenant, lineId)
    if (!line) throw notFound()
    const place = await placeOf(db, tenant, platform.clock())
    const context: Recording = {
      ...recordingOf({ ...place, platform, tenant, directory, userId: caller.user.id, reportId: 0 }),
      actor: { kind: 'user', userId: caller.user.id, level: call.level },
    }
    await work(db, context, line)
    await sumUpPayouts(db, tenant, [line.payout_id])
    const after = await lockLine(db, tenant, lineId)
    if (!after) throw notFound()
    return after
  })
}

async function matchFor(db: Db, { tenant }: Writing, line: LineRow, donationId: number): Promise<MatchRow> {
  const [match] = await lockDonations(db, tenant.family, [donationId])
  if (!match) throw refused(payoutMessages.noMatch)
  if (match.currency !== line.currency) throw refused(payoutMessages.currency)
  if (setAside.includes(match.status_id)) throw refused(payoutMessages.cancelled)
  if (takesBack(line) && match.received_cents + moneyOf(line) < 0) throw refused(payoutMessages.moreThanReceived)
  return match
}

const moneyOf = (line: LineRow): number => line.gift_cents + line.match_cents
const takesBack = (line: LineRow): boolean => moneyOf(line) < 0

/** No match has less than nothing: what takes money back leaves before the money does. */
async function refuseNegative(db: Db, { tenant }: Writing, line: LineRow, donationId: number): Promise<void> {
  if (takesBack(line)) return
  const [match] = await lockDonations(db, tenant.family, [donationId], { partsToo: true })
  if (match && match.received_cents - moneyOf(line) < 0) throw new Refusal('conflict', payoutMessages.takenBackSince)
}

const refused = (message: string) => new Refusal('invalid', message, { fields: { donation_id: message } })

async function addMatch(db: Db, context: Recording, directory: Directory, line: LineRow) {
  if (moneyOf(line) <= 0) throw refused(payoutMessages.negative)
  const { index } = await directory.current()
  const { companyId } = index.find({ companyId: null, text: line.company, earlierCompanyId: null, email: '' })
  const donation = donationOf(
    context,
    {
      payout: { ...line, paidOn: line.paid_on },
      payoutId: line.payout_id,
      tied: { companyIds: [line.company === '' ? null : companyId] },
    },
    { line: asReported(line), key: `l${line.id}`, at: 0 },
  )
  const { ids } = await recordDonations(db, context, [donation])
  const [id] = ids
  if (id === undefined) throw new Error('a match of a payout was not recorded')
  return { donationId: id, organizationId: donation.organizationId }
}

const asReported = (line: LineRow): LineOfDonation => ({
  project: line.project,
  day: line.given_on,
  giftCents: line.gift_cents,
  statedGiftCents: line.stated_gift_cents,
  donorName: line.donor_name,
  donorEmail: line.donor_email,
  company: line.company,
  lineId: line.line_id,
})

const audit = (db: Db, call: Writing, action: 'reopened' | 'settled', line: LineRow, donationId: number | null) =>
  writeAudit(db, call, {
    organizationId: call.tenant.organizationId,
    action,
    subject: 'payout line',
    subjectId: line.id,
    after: { payer: line.payer, amount: (line.gift_cents + line.match_cents) / 100, match: donationId },
  })

import { payouts } from '@twofold/contract'
import { requestKey } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'
import { hasRunningUndo } from '../../donations/undos/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { listEarlierLines } from './known-lines.queries.ts'
import { type LineRow, linkLine, lockUnmatchedLines } from './lines.queries.ts'
import { getPayoutContext } from './payout-context.ts'
import { type DonationLine, donationFromLine, type PayoutRecordingContext, settleBatchSize } from './record-payouts.ts'
import { findReport, incrementAdded, lockPayouts, type ReportRow } from './reports.queries.ts'
import { createRecordingContext } from './run-report.ts'
import { updateReceivedMoney } from './update-received-money.ts'
import { updatePayoutSums } from './write-payouts.queries.ts'

const { payoutMessages: messages } = payouts

/** 4,000 lines take a few seconds. */
const addingTimeoutMs = 120_000

export function addUnmatchedAsMatches(
  call: WriteCall,
  directory: Directory,
  reportId: number,
): Promise<{ readonly row: ReportRow; readonly added: number }> {
  const { platform, tenant, caller } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await lockPayouts(db, tenant)
      const report = await findReport(db, tenant, reportId)
      if (!report) throw notFound()
      if (await hasRunningUndo(db, 'payout_reports', tenant)) throw new Refusal('conflict', messages.undoing)
      if (report.state !== 'done') throw new Refusal('conflict', messages.notRead)
      await lockFamilyForEvaluation(db, tenant.family)
      const lines = await lockUnmatchedLines(db, tenant, reportId)
      const payoutContext = await getPayoutContext(db, tenant, platform.clock())
      const context: PayoutRecordingContext = {
        ...createRecordingContext({ ...payoutContext, platform, tenant, directory, userId: caller.user.id, reportId }),
        actor: { kind: 'user', userId: caller.user.id, level: call.level },
      }
      const added = await addMatches(db, context, lines)
      await incrementAdded(db, tenant, reportId, added)
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action: 'added',
        subject: 'payout report',
        subjectId: reportId,
        after: { matches: added },
      })
      const row = await findReport(db, tenant, reportId)
      if (!row) throw notFound()
      return { row, added }
    },
    { timeoutMs: addingTimeoutMs },
  )
}

const requestOf = (
  line: Pick<LineRow, 'id' | 'payer' | 'line_id' | 'donor_email' | 'donor_name'> & { readonly currency: string },
): string =>
  requestKey({
    payer: line.payer,
    currency: line.currency,
    lineId: line.line_id,
    donorEmail: line.donor_email,
    donorName: line.donor_name,
  }) || `line ${line.id}`

/** One match per request, or the one that an earlier report added. Returns the number of lines. */
async function addMatches(db: Db, context: PayoutRecordingContext, lines: readonly LineRow[]): Promise<number> {
  if (lines.length === 0) return 0
  const { tenant, directory, platform, userId } = context
  const lineIds = lines.flatMap(({ payer, line_id }) => (line_id === '' ? [] : [{ payer, lineId: line_id }]))
  const earlierLines = lineIds.length === 0 ? [] : await listEarlierLines(db, tenant, lineIds)
  const matches = new Map(
    earlierLines.map((row) => [
      requestOf({ ...row, id: 0 }),
      { donationId: row.donation_id, organizationId: row.match_organization_id, isNew: false },
    ]),
  )
  const requests = Map.groupBy(lines, requestOf)
  const { index } = await directory.current()
  const newRequests = [...requests].flatMap(([request, [first]]) => {
    if (!first || matches.has(request)) return []
    return [{ request, donation: donationFromStoredLine(context, first, index) }]
  })
  const { ids } = await recordDonations(
    db,
    context,
    newRequests.map(({ donation }) => donation),
  )
  newRequests.forEach(({ request, donation }, at) => {
    const donationId = ids[at]
    if (donationId === undefined) throw new Error('a match of a payout was not recorded')
    matches.set(request, { donationId, organizationId: donation.organizationId, isNew: true })
  })
  const by = { userId, why: 'A person added the line as a new match', now: platform.clock() }
  for (const line of lines) {
    const match = matches.get(requestOf(line))
    if (match) await linkLine(db, tenant, line.id, { ...match, by: match.isNew ? 'new' : 'person' }, by)
  }
  await updatePayoutSums(db, tenant, [...new Set(lines.map(({ payout_id }) => payout_id))])
  for (const isNew of [true, false]) {
    const matchIds = [...new Set([...requests.keys()].flatMap((request) => matches.get(request) ?? []))]
      .filter((match) => match.isNew === isNew)
      .map(({ donationId }) => donationId)
    for (let at = 0; at < matchIds.length; at += settleBatchSize)
      await updateReceivedMoney(
        db,
        context,
        matchIds.slice(at, at + settleBatchSize),
        isNew ? { reason: 'from_payout' } : {},
      )
  }
  return lines.length
}

type Index = Awaited<ReturnType<Directory['current']>>['index']

export function donationFromStoredLine(context: PayoutRecordingContext, line: LineRow, index: Index) {
  const { companyId } = index.find({ companyId: null, text: line.company, earlierCompanyId: null, email: '' })
  return donationFromLine(
    context,
    {
      payout: { ...line, paidOn: line.paid_on },
      payoutId: line.payout_id,
      linkedLines: { companyIds: [line.company === '' ? null : companyId] },
    },
    { line: toDonationLine(line), key: `l${line.id}`, at: 0 },
  )
}

const toDonationLine = (line: LineRow): DonationLine => ({
  project: line.project,
  day: line.given_on,
  giftCents: line.gift_cents,
  statedGiftCents: line.stated_gift_cents,
  donorName: line.donor_name,
  donorEmail: line.donor_email,
  company: line.company,
  lineId: line.line_id,
})

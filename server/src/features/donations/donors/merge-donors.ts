import { randomUUID } from 'node:crypto'
import { donorMerges, donors, toUnits } from '@twofold/contract'
import { findMove } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { reviewMails } from '../../email/notifications/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { evaluateExistingDonations } from '../../matches/matches/index.ts'
import { lockDonationsOfDonors, type MatchRow } from '../../matches/rows/index.ts'
import { recordingContextOf } from '../recording/index.ts'
import {
  copyReducedFrequency,
  copySuppression,
  insertDonorEvents,
  type LockedDonor,
  lockDonors,
  updateDonor,
} from './change.queries.ts'
import { changeEmployer, requireActiveDonor } from './change-donor.ts'
import { insertMerge, moveFormerAddresses, moveGifts, moveMails } from './merge.queries.ts'

const { mergeMessages } = donorMerges
const reevaluatedAtMost = 50

type MergeResult = {
  readonly gifts: number
  readonly mails: number
  readonly otherAddresses: readonly string[]
  readonly unsubscribes: boolean
  readonly before: ReadonlyMap<number, MatchRow>
  readonly after: readonly MatchRow[]
}

/** @throws Refusal not_found, invalid, conflict */
export async function mergeDonors(
  call: WriteCall,
  directory: Directory,
  keptId: number,
  request: donorMerges.MergeRequest,
): Promise<void> {
  await inTenant(call.platform.database, call.tenant, (db) => merge(db, call, directory, keptId, request))
}

/** The merge is rolled back. */
export async function previewMerge(
  call: WriteCall,
  directory: Directory,
  keptId: number,
  request: donorMerges.MergeRequest,
): Promise<donorMerges.MergePreview> {
  const { platform, tenant } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      const { before, after, ...merged } = await merge(db, call, directory, keptId, request)
      const reevaluated = after.flatMap((row) => {
        const previous = before.get(row.id)
        return previous ? [compareMatch(previous, row)] : []
      })
      const moved = reevaluated.filter(
        (one) =>
          one.from_status_id !== one.to_status_id || one.matched_before !== one.matched_after || one.joins !== null,
      )
      return {
        gifts: merged.gifts,
        mails: merged.mails,
        other_addresses: [...merged.otherAddresses],
        unsubscribes: merged.unsubscribes,
        rejudged: moved.slice(0, reevaluatedAtMost),
        rejudged_total: moved.length,
        review: await reviewMails(db, call, 'of this transaction'),
      }
    },
    { dryRun: true },
  )
}

const compareMatch = (previous: MatchRow, row: MatchRow): donorMerges.MergePreview['rejudged'][number] => ({
  donation_id: row.id,
  from_status_id: previous.status_id,
  to_status_id: row.status_id,
  matched_before: toUnits(previous.estimated_cents),
  matched_after: toUnits(row.estimated_cents),
  joins: previous.merged_into_id === null ? row.merged_into_id : null,
})

async function merge(
  db: Db,
  call: WriteCall,
  directory: Directory,
  keptId: number,
  request: donorMerges.MergeRequest,
): Promise<MergeResult> {
  const { platform, tenant, caller } = call
  const { organizationId } = tenant
  const now = platform.clock()
  if (request.other_id === keptId) throw refusedOther(mergeMessages.itself)
  await lockFamilyForEvaluation(db, tenant.family)
  const [kept, other] = await lockPair(db, organizationId, keptId, request.other_id)
  const pair = { organizationId, keptId, mergedId: other.id }
  const rows = await lockDonationsOfDonors(db, [organizationId], [keptId, other.id])
  const before = new Map(rows.map((row) => [row.id, { ...row }]))
  const donationIds = await moveGifts(db, pair)
  const notificationIds = await moveMails(db, pair)
  const formerIds = await moveFormerAddresses(db, pair)
  const operation = { id: randomUUID(), kind: 'merge' } as const
  const context = { ...recordingContextOf(call, directory), operation }
  const moved = rows.filter(({ donor_id }) => donor_id === other.id)
  await evaluateExistingDonations(db, context, {
    donorIds: [keptId],
    donationIds: new Set(moved.map(({ id }) => id)),
    action: 'edit',
    before: new Map(moved.map((row) => [row.id, { ...row }])),
  })
  const keptDonorRows = rows.filter(
    ({ donor_id, merged_into_id, status_id }) =>
      donor_id === keptId && merged_into_id === null && findMove('evaluate', status_id, call.level),
  )
  await evaluateExistingDonations(db, context, {
    donorIds: [keptId],
    donationIds: new Set(keptDonorRows.map(({ id }) => id)),
    action: 'evaluate',
  })
  const employer = await changeEmployer(db, call, directory, kept, request, operation)
  const takenFields = fieldsFromOther(kept, other, request.take)
  const suppressedKey = await copySuppression(db, organizationId, other, kept)
  await copyReducedFrequency(db, pair)
  await updateDonor(db, { ...kept, ...takenFields })
  await updateDonor(db, { ...other, merged_into_id: keptId })
  const mergeId = await insertMerge(db, {
    ...pair,
    operationId: operation.id,
    at: now,
    userId: caller.user.id,
    keptBefore: kept,
    formerIds,
    donationIds,
    notificationIds,
    suppressedKey,
  })
  const description = describeDonor(other)
  const changes = Object.entries(takenFields).map(([field, to]) => ({
    field,
    from: kept[field as donors.DonorField],
    to,
  }))
  await insertDonorEvents(
    db,
    [
      {
        organization_id: organizationId,
        donor_id: keptId,
        action: 'merged',
        changes: [
          { field: 'with', from: null, to: description },
          ...changes,
          ...(employer ? [{ field: 'employer', from: null, to: employer }] : []),
        ],
      },
      {
        organization_id: organizationId,
        donor_id: other.id,
        action: 'merged_into',
        changes: [{ field: 'into', from: null, to: describeDonor(kept) }],
      },
    ],
    { userId: caller.user.id, now },
  )
  await writeAudit(db, call, {
    organizationId,
    action: 'merged',
    subject: 'donor',
    subjectId: keptId,
    before: { merge: mergeId, donor: other.id },
    after: { gifts: donationIds.length },
  })
  const after = await lockDonationsOfDonors(db, [organizationId], [keptId])
  const otherAddresses = other.email === '' ? [] : [other.email]
  return {
    gifts: donationIds.length,
    mails: notificationIds.length,
    otherAddresses,
    unsubscribes: suppressedKey !== null,
    before,
    after,
  }
}

const refusedOther = (message: string): Refusal => new Refusal('invalid', message, { fields: { other_id: message } })

async function lockPair(
  db: Db,
  organizationId: number,
  keptId: number,
  otherId: number,
): Promise<readonly [LockedDonor, LockedDonor]> {
  const rows = await lockDonors(db, organizationId, [keptId, otherId])
  const kept = rows.find(({ id }) => id === keptId)
  const other = rows.find(({ id }) => id === otherId)
  if (!kept) throw notFound()
  if (!other) throw refusedOther(mergeMessages.elsewhere)
  requireActiveDonor(kept)
  requireActiveDonor(other)
  return [kept, other]
}

export const describeDonor = ({ name, email }: Pick<LockedDonor, 'name' | 'email'>): string =>
  [name, email].filter(Boolean).join(', ')

function fieldsFromOther(
  kept: LockedDonor,
  other: LockedDonor,
  take: readonly donors.DonorField[],
): Partial<Record<donors.DonorField, string>> {
  const fields = donors.donorFields.filter((field) => field !== 'email')
  return Object.fromEntries(
    fields
      .filter(
        (field) => (take.includes(field) || kept[field] === '') && other[field] !== '' && other[field] !== kept[field],
      )
      .map((field) => [field, other[field]]),
  )
}

import { randomUUID } from 'node:crypto'
import type { donationChanges } from '@twofold/contract'
import { statusOf } from '@twofold/matching'
import { inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { presentUndo, requireActionAllowed } from '../../donations/donations/index.ts'
import { recordingContextOf } from '../../donations/recording/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { moveMatches } from '../../matches/matches/index.ts'
import { lockDonations } from '../../matches/rows/index.ts'
import { isDayOver, upsertRequests } from './verifications.queries.ts'

export const dayOverMessage = 'This day has passed. Choose today or later, or leave it blank.'

type VerificationRequest = {
  readonly donation_ids: readonly number[]
  readonly asked_by: string
  readonly until: string | null
}

/**
 * All or none. Matches that already wait get the new requester and deadline. @throws Refusal not_found; invalid for a
 * past day; conflict if a match may not wait
 */
export async function requestVerification(
  call: WriteCall,
  directory: Directory,
  { donation_ids, asked_by, until }: VerificationRequest,
): Promise<donationChanges.Undo | null> {
  const { platform, tenant, caller } = call
  const donationIds = [...new Set(donation_ids)]
  const undoId = randomUUID()
  return inTenant(platform.database, tenant, async (db) => {
    await lockFamilyForEvaluation(db, tenant.family)
    const rows = await lockDonations(db, tenant.family, donationIds)
    if (rows.length < donationIds.length) throw notFound()
    const now = platform.clock()
    const organizationIds = rows.map(({ organization_id }) => organization_id)
    if (until !== null && (await isDayOver(db, until, { organizationIds, now }))) {
      throw new Refusal('invalid', dayOverMessage, { fields: { until: dayOverMessage } })
    }
    const open = rows.filter(({ status_id }) => status_id !== 3)
    await requireActionAllowed(db, call, open, 'ask_to_verify')
    const why = asked_by === '' ? '' : `Asked by ${asked_by}`
    await moveMatches(db, recordingContextOf(call, directory, undoId), { donationIds, action: 'ask_to_verify', why })
    const requests = { donationIds, askedBy: asked_by, until, userId: caller.user.id, now }
    await upsertRequests(db, tenant, requests)
    for (const { organization_id, id, status_id } of rows) {
      await writeAudit(db, call, {
        organizationId: organization_id,
        action: 'asked to verify',
        subject: 'match',
        subjectId: id,
        before: { status: statusOf(status_id).label },
        after: { status: statusOf(3).label, asked_by, until: until ?? '' },
      })
    }
    return presentUndo(open.length === 0 ? null : undoId)
  })
}

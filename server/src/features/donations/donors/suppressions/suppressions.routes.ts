import { suppressions } from '@twofold/contract'
import { findMove } from '@twofold/matching'
import { type Db, inTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../../core/audit/index.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { lockFamilyForEvaluation } from '../../../matches/family/index.ts'
import { blankUpdate, donorKeyOf } from '../../identification/index.ts'
import { recordingContextOf, updateDonations } from '../../recording/index.ts'
import { insertDonorEvents } from '../change.queries.ts'
import { lockActiveDonor } from '../change-donor.ts'
import { findDonors } from '../list.queries.ts'
import {
  countSuppressed,
  deleteSuppression,
  insertSuppression,
  listGiftsToMark,
  listSuppressed,
  lockSuppression,
} from './suppressions.queries.ts'

export const suppressionRoutes = (directory: Directory): ServedRoute[] => [
  serve(suppressions.listSuppressions, async ({ platform, tenant, query }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const donorIds = await findDonors(db, tenant, query.search)
        const page = { offset: (query.page - 1) * query.per_page, limit: query.per_page }
        const rows = await listSuppressed(db, tenant, { donorIds, reason: query.reason }, page)
        return {
          suppressions: rows.map(({ organization_id, organization_name, at, ...row }) => ({
            ...row,
            at: at.toISOString(),
            organization: { id: organization_id, name: organization_name },
          })),
          counts: await countSuppressed(db, tenant, donorIds),
        }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(suppressions.releaseSuppression, async (call) => {
    const { platform, tenant, body, caller } = call
    const { organizationId } = tenant
    const now = platform.clock()
    const email = donorKeyOf({ email: body.email, name: '' })
    return inTenant(platform.database, tenant, async (db) => {
      await lockFamilyForEvaluation(db, tenant.family)
      const found = await lockSuppression(db, organizationId, { emailKey: email, donorId: body.donor_id })
      if (!found) throw new Refusal('not_found', suppressions.suppressionMessages.notThere)
      const { email_key, reason, donor_id } = found
      // Not only in the form, because a bounced address may have been unsubscribed since.
      if (suppressions.needsDonorConsent(reason) && body.because.length < suppressions.minReasonLength) {
        const because = suppressions.suppressionMessages.becauseMissing
        throw new Refusal('invalid', because, { fields: { because } })
      }
      await deleteSuppression(db, organizationId, email_key)
      if (reason === 'deceased' && donor_id !== null)
        await markGifts(db, call, directory, { organizationId, donorId: donor_id }, 'money')
      if (donor_id !== null) {
        const changes = body.because ? [{ field: 'because', from: null, to: body.because }] : []
        await insertDonorEvents(db, [{ organization_id: organizationId, donor_id, action: 'mails_allowed', changes }], {
          userId: caller.user.id,
          now,
        })
      }
      await writeAudit(db, call, {
        organizationId,
        action: 'allowed',
        subject: 'mails to donors',
        ...(donor_id === null ? {} : { subjectId: donor_id }),
        before: { reason },
        after: body.because ? { because: body.because } : {},
      })
      return { released: { email, reason, donor_id } }
    })
  }),

  serve(suppressions.stopEmails, async (call) => {
    const { platform, tenant, body, params, caller } = call
    const { organizationId } = tenant
    const { reason, because } = body
    const now = platform.clock()
    return inTenant(platform.database, tenant, async (db) => {
      await lockFamilyForEvaluation(db, tenant.family)
      const donor = await lockActiveDonor(db, organizationId, params.id)
      const key = { organizationId, emailKey: donor.donor_key }
      if (!(await insertSuppression(db, key, reason, now)))
        throw new Refusal('conflict', suppressions.suppressionMessages.alreadyStopped)
      const gifts =
        reason === 'deceased'
          ? await markGifts(db, call, directory, { organizationId, donorId: donor.id }, 'deceased')
          : 0
      const changes = [{ field: 'because', from: null, to: because }]
      const action = reason === 'deceased' ? 'marked_deceased' : 'mails_stopped'
      await insertDonorEvents(db, [{ organization_id: organizationId, donor_id: donor.id, action, changes }], {
        userId: caller.user.id,
        now,
      })
      await writeAudit(db, call, {
        organizationId,
        action: 'stopped',
        subject: 'mails to donors',
        subjectId: donor.id,
        before: {},
        after: { reason, because },
      })
      return { stopped: { reason, donor_id: donor.id, gifts } }
    })
  }),
]

type Donor = { readonly organizationId: number; readonly donorId: number }

/** Submitted gifts are unchanged. Returns the number of changed gifts. */
async function markGifts(
  db: Db,
  call: WriteCall,
  directory: Directory,
  donor: Donor,
  giftKind: 'deceased' | 'money',
): Promise<number> {
  const gifts = (await listGiftsToMark(db, donor, giftKind)).filter(({ status_id }) =>
    findMove('edit', status_id, call.level),
  )
  await updateDonations(
    db,
    recordingContextOf(call, directory),
    gifts.map(({ id }) => ({ ...blankUpdate, donationId: id, fields: { gift_kind: giftKind } })),
  )
  return gifts.length
}

import { suppressions } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { writeAudit } from '../../audit/index.ts'
import { donorKeyOf } from '../../donations/index.ts'
import { insertDonorEvents } from '../change.queries.ts'
import { findDonors } from '../list.queries.ts'
import { countSuppressed, deleteSuppression, listSuppressed, lockSuppression } from './suppressions.queries.ts'

export const suppressionRoutes: ServedRoute[] = [
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
      const found = await lockSuppression(db, organizationId, email)
      if (!found) throw new Refusal('not_found', suppressions.suppressionMessages.notThere)
      const { reason, donor_id } = found
      // Looked at here and not only in the form: an address that came back may have been unsubscribed a moment ago.
      if (suppressions.needsTheirWord(reason) && body.because.length < suppressions.leastBecause) {
        const because = suppressions.suppressionMessages.becauseMissing
        throw new Refusal('invalid', because, { fields: { because } })
      }
      await deleteSuppression(db, organizationId, email)
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
]

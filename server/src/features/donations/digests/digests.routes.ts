import { digests } from '@twofold/contract'
import { type Db, inTenant, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { findMailsHeldBecause, resetBounces } from '../../email/notifications/index.ts'
import { type DigestState, getDigestState, resubscribeToDigest } from './digests.queries.ts'

export const digestRoutes: ServedRoute[] = [
  serve(digests.getDigest, async ({ platform, tenant }) =>
    inTenant(readOnly(platform.database), tenant, (db) => read(db, tenant.organizationId, platform.clock())),
  ),

  serve(digests.resumeMails, async (call) => {
    const { platform, tenant } = call
    const { organizationId } = tenant
    return inTenant(platform.database, tenant, async (db) => {
      await resetBounces(db, organizationId)
      await writeAudit(db, call, { organizationId, action: 'resumed', subject: 'mails to donors' })
      return read(db, organizationId, platform.clock())
    })
  }),

  serve(digests.resubscribeToDigest, async (call) => {
    const { platform, tenant, body } = call
    const { organizationId } = tenant
    const now = platform.clock()
    const emailKey = body.email.trim().normalize('NFC').toLowerCase()
    return inTenant(platform.database, tenant, async (db) => {
      const allowed = orNotFound(await resubscribeToDigest(db, { organizationId, emailKey, now }))
      const after = { email: allowed.email }
      await writeAudit(db, call, { organizationId, action: 'subscribed', subject: 'weekly mail', after })
      return read(db, organizationId, now)
    })
  }),
]

async function read(db: Db, organizationId: number, now: Date): Promise<digests.Digest> {
  const held = await findMailsHeldBecause(db, organizationId)
  return present(await getDigestState(db, organizationId, now), held)
}

const present = (
  { nextAt, lastAt, lastCount, recipients, refusals }: DigestState,
  held: digests.Digest['donor_mails_held'],
): digests.Digest => ({
  donor_mails_held: held,
  next_at: recipients.length === 0 ? null : (nextAt?.toISOString() ?? null),
  last_at: lastAt?.toISOString() ?? null,
  last_count: lastCount,
  recipients,
  refusals: [...refusals],
})

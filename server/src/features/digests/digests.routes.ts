import { digests } from '@twofold/contract'
import { inTenant } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { writeAudit } from '../audit/index.ts'
import { allowDigest, type DigestState, getDigestState } from './digests.queries.ts'

export const digestRoutes: ServedRoute[] = [
  serve(digests.getDigest, async ({ platform, tenant }) =>
    present(
      await inTenant(platform.database, tenant, (db) => getDigestState(db, tenant.organizationId, platform.clock()), {
        readOnly: true,
      }),
    ),
  ),

  serve(digests.allowDigest, async (call) => {
    const { platform, tenant, body } = call
    const { organizationId } = tenant
    const now = platform.clock()
    const emailKey = body.email.trim().normalize('NFC').toLowerCase()
    return inTenant(platform.database, tenant, async (db) => {
      const allowed = await allowDigest(db, { organizationId, emailKey, now })
      if (!allowed) throw notFound()
      const after = { email: allowed.email }
      await writeAudit(db, call, { organizationId, action: 'subscribed', subject: 'weekly mail', after })
      return present(await getDigestState(db, organizationId, now))
    })
  }),
]

const present = ({ nextAt, lastAt, lastCount, recipients, refusals }: DigestState): digests.Digest => ({
  // Without anybody to write to there is no next one.
  next_at: recipients.length === 0 ? null : (nextAt?.toISOString() ?? null),
  last_at: lastAt?.toISOString() ?? null,
  last_count: lastCount,
  recipients,
  refusals: [...refusals],
})

import { organizations, support } from '@twofold/contract'
import { inTenant, readOnly } from '../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../audit/index.ts'
import { findChangesUntil, isErased, setChangesUntil } from './support.queries.ts'

export const supportRoutes: ServedRoute[] = [
  serve(support.getSupport, async ({ platform, tenant, caller }) =>
    present(
      await inTenant(readOnly(platform.database), tenant, (db) =>
        findChangesUntil(db, tenant, caller.sessionId, platform.clock()),
      ),
    ),
  ),

  serve(support.allowChanges, async (call) => {
    const now = call.platform.clock()
    const { platform, tenant } = call
    const isGone = await inTenant(readOnly(platform.database), tenant, (db) => isErased(db, tenant))
    if (isGone) throw new Refusal('conflict', organizations.erasedMessage)
    return change(call, new Date(now.getTime() + support.supportMinutes * 60_000))
  }),

  serve(support.disallowChanges, (call) => change(call, null)),
]

const present = (until: Date | null) => ({ changes_until: until?.toISOString() ?? null })

async function change(call: Call<typeof support.allowChanges | typeof support.disallowChanges>, until: Date | null) {
  const { platform, tenant, caller } = call
  const now = platform.clock()
  await inTenant(platform.database, tenant, async (db) => {
    await setChangesUntil(db, tenant, caller.sessionId, { now, until })
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: until ? 'allowed' : 'ended',
      subject: 'support',
      subjectId: tenant.organizationId,
      after: until ? { until: until.toISOString() } : {},
    })
  })
  return present(until)
}

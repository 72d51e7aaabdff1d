import { alerts } from '@twofold/contract'
import { type Db, inTenant, readOnly } from '../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { findMailsHeldBecause } from '../../email/notifications/index.ts'
import { findSeenAt, listAlertRows, updateSeenAt } from './alerts.queries.ts'

type Reader = Pick<Call<typeof alerts.listAlerts>, 'platform' | 'tenant' | 'caller' | 'level'>

export const alertRoutes: readonly ServedRoute[] = [
  serve(alerts.listAlerts, (call) =>
    inTenant(readOnly(call.platform.database), call.tenant, (db) => readAlerts(db, call)),
  ),

  serve(alerts.markAlertsSeen, (call) =>
    inTenant(call.platform.database, call.tenant, async (db) => {
      const until = Math.min(Date.parse(call.body.until), call.platform.clock().getTime())
      await updateSeenAt(db, call.tenant.organizationId, call.caller.user.id, new Date(until))
      return readAlerts(db, call)
    }),
  ),
]

async function readAlerts(db: Db, { platform, tenant, caller, level }: Reader) {
  const { organizationId } = tenant
  const rows = await listAlertRows(db, {
    organizationId,
    isAdmin: level === 'admin' || level === 'super',
    isPaused: (await findMailsHeldBecause(db, organizationId)) === 'bounces',
    now: platform.clock(),
  })
  const seenAt = await findSeenAt(db, organizationId, caller.user.id)
  const shown = rows.map(({ at, subjectId, added, updated, rejected, ...row }) => ({
    ...row,
    at: at.toISOString(),
    is_new: seenAt !== null && at > seenAt,
    subject_id: subjectId,
    result: added === null ? null : { added, updated: updated ?? 0, rejected: rejected ?? 0 },
  }))
  return { alerts: shown, unread: shown.filter(({ is_new }) => is_new).length }
}

import { audit } from '@twofold/contract'
import { inTenant, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { listAuditEvents, listAuditPeople, listAuditSubjects } from './audit.queries.ts'

export const auditRoutes: ServedRoute[] = [
  serve(audit.listAudit, async ({ platform, tenant, query }) => {
    const { organizationId } = tenant
    const filter = {
      before: query.before ?? null,
      subject: query.subject || null,
      userId: query.user_id ?? null,
      limit: query.limit + 1,
    }
    return inTenant(readOnly(platform.database), tenant, async (db) => {
      const rows = await listAuditEvents(db, organizationId, filter)
      const page = rows.slice(0, query.limit)
      return {
        events: page.map(({ user_id, user_name, at, ...row }) => ({
          ...row,
          at: at.toISOString(),
          user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
        })),
        next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
        subjects: await listAuditSubjects(db, organizationId),
        people: await listAuditPeople(db, organizationId),
      }
    })
  }),
]

import { notifees } from '@twofold/contract'
import { z } from 'zod'
import { type Db, inTenant } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { writeAudit } from '../audit/index.ts'
import { lockOrganization } from './profile.queries.ts'

const removedRow = z.object({ email: z.string() })

/** Who gets the digest beside the primary contact. */
export const notifeeRoutes: ServedRoute[] = [
  serve(notifees.listNotifees, async ({ platform, tenant }) => ({
    notifees: await inTenant(platform.database, tenant, (db) => listNotifees(db, tenant.organizationId), {
      readOnly: true,
    }),
  })),

  serve(notifees.addNotifee, async (call) => {
    const { platform, tenant, body } = call
    const organizationId = tenant.organizationId
    return inTenant(platform.database, tenant, async (db) => {
      await lockOrganization(db, organizationId)
      const known = await listNotifees(db, organizationId)
      if (known.some(({ email }) => keyOf(email) === keyOf(body.email))) return { notifees: known }
      if (known.length >= notifees.notifeesAtMost) {
        const message = `At most ${notifees.notifeesAtMost} addresses get the digest. Remove one first.`
        throw new Refusal('invalid', message, { fields: { email: message } })
      }
      const { rows } = await sql(idRow)`
        INSERT INTO notifees (organization_id, email, email_key, created_at)
        VALUES (${organizationId}, ${body.email}, ${keyOf(body.email)}, ${platform.clock()}) RETURNING id`.execute(db)
      // An administrator who adds it again takes an unsubscription back; each mail has the way out again.
      await sql`
        DELETE FROM digest_refusals WHERE organization_id = ${organizationId} AND email_key = ${keyOf(body.email)}`.execute(
        db,
      )
      const subjectId = rows[0]?.id ?? 0
      const after = { email: body.email }
      await writeAudit(db, call, { organizationId, action: 'added', subject: 'notification email', subjectId, after })
      return { notifees: await listNotifees(db, organizationId) }
    })
  }),

  serve(notifees.removeNotifee, async (call) => {
    const { platform, tenant, params } = call
    const organizationId = tenant.organizationId
    return inTenant(platform.database, tenant, async (db) => {
      const { rows } = await sql(removedRow)`
        DELETE FROM notifees WHERE organization_id = ${organizationId} AND id = ${params.notifeeId}
        RETURNING email`.execute(db)
      const [before] = rows
      if (!before) throw notFound()
      const subjectId = params.notifeeId
      await writeAudit(db, call, {
        organizationId,
        action: 'removed',
        subject: 'notification email',
        subjectId,
        before,
      })
      return { notifees: await listNotifees(db, organizationId) }
    })
  }),
]

const keyOf = (email: string): string => email.trim().normalize('NFC').toLowerCase()

async function listNotifees(db: Db, organizationId: number): Promise<notifees.Notifee[]> {
  const { rows } = await sql(notifees.notifee)`
    SELECT id, email FROM notifees WHERE organization_id = ${organizationId} ORDER BY id LIMIT 100`.execute(db)
  return rows
}

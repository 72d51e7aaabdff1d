import { notifees } from '@twofold/contract'
import { inTenant, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../audit/index.ts'
import { deleteNotifee, deleteRefusal, insertNotifee, listNotifees } from './notifees.queries.ts'
import { lockOrganization } from './profile.queries.ts'

export const notifeeRoutes: ServedRoute[] = [
  serve(notifees.listNotifees, async ({ platform, tenant }) => ({
    notifees: await inTenant(readOnly(platform.database), tenant, (db) => listNotifees(db, tenant.organizationId)),
  })),

  serve(notifees.addNotifee, async (call) => {
    const { platform, tenant, body } = call
    const organizationId = tenant.organizationId
    return inTenant(platform.database, tenant, async (db) => {
      await lockOrganization(db, organizationId)
      const existing = await listNotifees(db, organizationId)
      if (existing.some(({ email }) => keyOf(email) === keyOf(body.email))) return { notifees: existing }
      if (existing.length >= notifees.maxNotifees) {
        const message = `The weekly email can go to at most ${notifees.maxNotifees} addresses. Remove one first.`
        throw new Refusal('invalid', message, { fields: { email: message } })
      }
      const notifee = { email: body.email, key: keyOf(body.email), now: platform.clock() }
      const subjectId = await insertNotifee(db, organizationId, notifee)
      // Adding an address again undoes its unsubscription.
      await deleteRefusal(db, organizationId, notifee.key)
      const after = { email: body.email }
      await writeAudit(db, call, { organizationId, action: 'added', subject: 'notification email', subjectId, after })
      return { notifees: await listNotifees(db, organizationId) }
    })
  }),

  serve(notifees.removeNotifee, async (call) => {
    const { platform, tenant, params } = call
    const organizationId = tenant.organizationId
    return inTenant(platform.database, tenant, async (db) => {
      const before = orNotFound(await deleteNotifee(db, organizationId, params.notifeeId))
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

import { mails } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { writeAudit } from '../../audit/index.ts'
import { keepsNight } from '../donor-mails/daytime.ts'
import { reviewMails } from './review-mails.ts'
import { sampleMail } from './sample-mail.ts'
import { countMailsSent, holdWaiting, type MailScope, releaseHeld } from './waiting-mails.queries.ts'

const scopeOf = (importId: number | undefined): MailScope => (importId === undefined ? 'all' : { importId })
const subject = 'mails to donors'

export const mailRoutes: ServedRoute[] = [
  serve(mails.getWaitingMails, async ({ platform, tenant, query }) =>
    inTenant(platform.database, tenant, (db) => read(db, { platform, tenant }, query.import_id), { readOnly: true }),
  ),

  serve(mails.getSampleMail, async ({ platform, tenant }) =>
    inTenant(platform.database, tenant, (db) => sampleMail(db, { platform, tenant }), { readOnly: true }),
  ),

  serve(mails.holdMails, async (call) => {
    const { platform, tenant, body } = call
    const { organizationId } = tenant
    return inTenant(platform.database, tenant, async (db) => {
      const count = await holdWaiting(db, tenant, scopeOf(body.import_id), {
        because: call.caller.user.globalPermission === 'super' ? 'support' : 'team',
        now: platform.clock(),
      })
      await writeAudit(db, call, { organizationId, action: 'held', subject, after: { mails: count } })
      return read(db, { platform, tenant }, body.import_id)
    })
  }),

  serve(mails.releaseMails, async (call) => {
    const { platform, tenant, body } = call
    const { organizationId } = tenant
    const { config } = platform
    return inTenant(platform.database, tenant, async (db) => {
      const count = await releaseHeld(db, tenant, scopeOf(body.import_id), {
        now: platform.clock(),
        delaySeconds: config.mailDelaySeconds,
        keepsNight: keepsNight(config),
      })
      await writeAudit(db, call, { organizationId, action: 'released', subject, after: { mails: count } })
      return read(db, { platform, tenant }, body.import_id)
    })
  }),
]

async function read(
  db: Db,
  context: { readonly platform: Platform; readonly tenant: Tenant },
  importId: number | undefined,
): Promise<mails.WaitingMails> {
  return {
    review: await reviewMails(db, context, scopeOf(importId)),
    sent: importId === undefined ? 0 : await countMailsSent(db, context.tenant, importId),
  }
}

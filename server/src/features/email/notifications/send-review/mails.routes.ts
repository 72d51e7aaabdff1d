import { mails } from '@twofold/contract'
import { type Db, inTenant, readOnly, type Tenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import { hasQuietHours } from '../donor-mails/daytime.queries.ts'
import { reviewMails } from './review-mails.ts'
import { sampleMail } from './sample-mail.ts'
import { countMailsSent, holdWaiting, listSkippedMails, type MailScope, releaseHeld } from './waiting-mails.queries.ts'

type ScopeQuery = { readonly import_id?: number | undefined; readonly payout_report_id?: number | undefined }

function scopeOf({ import_id: importId, payout_report_id: payoutReportId }: ScopeQuery): MailScope {
  if (importId !== undefined) return { importId }
  return payoutReportId === undefined ? 'all' : { payoutReportId }
}
const subject = 'mails to donors'

export const mailRoutes: ServedRoute[] = [
  serve(mails.getWaitingMails, async ({ platform, tenant, query }) =>
    inTenant(readOnly(platform.database), tenant, (db) => readReview(db, { platform, tenant }, query)),
  ),

  serve(mails.getSampleMail, async ({ platform, tenant }) =>
    inTenant(readOnly(platform.database), tenant, (db) => sampleMail(db, { platform, tenant })),
  ),

  serve(mails.holdMails, async (call) => {
    const { platform, tenant, body } = call
    const { organizationId } = tenant
    return inTenant(platform.database, tenant, async (db) => {
      const count = await holdWaiting(db, tenant, scopeOf(body), {
        because: call.caller.user.globalPermission === 'super' ? 'support' : 'team',
        now: platform.clock(),
      })
      await writeAudit(db, call, { organizationId, action: 'held', subject, after: { mails: count } })
      return readReview(db, { platform, tenant }, body)
    })
  }),

  serve(mails.releaseMails, async (call) => {
    const { platform, tenant, body } = call
    const { organizationId } = tenant
    const { config } = platform
    return inTenant(platform.database, tenant, async (db) => {
      const count = await releaseHeld(db, tenant, scopeOf(body), {
        now: platform.clock(),
        delaySeconds: config.mailDelaySeconds,
        keepsNight: hasQuietHours(config),
      })
      await writeAudit(db, call, { organizationId, action: 'released', subject, after: { mails: count } })
      return readReview(db, { platform, tenant }, body)
    })
  }),
]

async function readReview(
  db: Db,
  context: { readonly platform: Platform; readonly tenant: Tenant },
  query: ScopeQuery,
): Promise<mails.WaitingMails> {
  const scope = scopeOf(query)
  const review = await reviewMails(db, context, scope)
  if (typeof scope === 'string') return { review, sent: 0 }
  const sent = await countMailsSent(db, context.tenant, scope)
  if (!('payoutReportId' in scope)) return { review, sent }
  const skippedMails = await listSkippedMails(db, context.tenant, scope)
  return { review: { ...review, not_sent: mergeReasons(review.not_sent, skippedMails) }, sent }
}

type Reasons = mails.SendReview['not_sent']

function mergeReasons(reasons: Reasons, otherReasons: Reasons): Reasons {
  const counts = new Map<string, number>()
  for (const { why, count } of [...reasons, ...otherReasons]) counts.set(why, (counts.get(why) ?? 0) + count)
  return [...counts].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count)
}

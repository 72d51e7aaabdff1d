import { billing, screens } from '@twofold/contract'
import { z } from 'zod'
import { inTenant } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type AccessLevel, type ServedRoute, serve } from '../../platform/http/serve.ts'
import { type Doors, issueTicket, openDownload } from '../auth/index.ts'
import { choosable, choosePlan, endPlan, getPayer } from './choose-plan.ts'
import { readBilling } from './read-billing.ts'

const subscribing = 'subscribe'
const managing = 'billing-portal'
const subscribed = z.object({ plan: z.string() })

const spent = (): Refusal =>
  new Refusal('gone', 'This link was used or has expired. Please go back to Billing and start again.')

/** Who lost the level since the link was made does nothing with it. */
const isAdmin = (level: AccessLevel): boolean => level === 'admin' || level === 'super'

export const billingRoutes = (doors: Doors): ServedRoute[] => [
  serve(billing.getBilling, ({ platform, tenant, level }) => readBilling(platform, tenant, level)),

  serve(billing.openSubscribe, async ({ platform, tenant, caller, params: { id, plan } }) => {
    await inTenant(platform.database, tenant, async (db) => choosable(await getPayer(db, tenant), plan), {
      readOnly: true,
    })
    const token = await issueTicket(platform, tenant, { caller, purpose: subscribing, parameters: { plan } })
    return { url: `/api/organization/${id}/subscribe/${encodeURIComponent(plan)}?token=${token}` }
  }),

  serve(billing.subscribe, async ({ platform, request, reply, params: { id, plan }, query }) => {
    const { tenant, level, caller, parameters } = await openDownload(platform, doors, {
      purpose: subscribing,
      ticket: query.token,
      authorization: undefined,
    })
    if (tenant.organizationId !== id || subscribed.parse(parameters).plan !== plan || !isAdmin(level)) throw spent()
    await choosePlan({ platform, tenant, request, caller }, plan)
    return reply.header('cache-control', 'no-store').redirect(`${screens.billing}?chosen=${plan}`, 303)
  }),

  serve(billing.openBillingPortal, async ({ platform, tenant, caller, params: { id } }) => {
    const token = await issueTicket(platform, tenant, { caller, purpose: managing, parameters: {} })
    return { url: `/api/organization/${id}/billing-portal?token=${token}` }
  }),

  serve(billing.billingPortal, async ({ platform, reply, params: { id }, query }) => {
    const given = { purpose: managing, ticket: query.token, authorization: undefined }
    const { tenant, level } = await openDownload(platform, doors, given)
    if (tenant.organizationId !== id || !isAdmin(level)) throw spent()
    return reply.header('cache-control', 'no-store').redirect(screens.billing, 303)
  }),

  serve(billing.endPlan, async (call) => {
    await endPlan(call)
    return { plan: 'flat_0' }
  }),
]

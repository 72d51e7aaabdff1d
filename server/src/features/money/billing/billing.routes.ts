import { billing, screens } from '@twofold/contract'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { html, sendPlainPage } from '../../../platform/http/plain-page.ts'
import { type AccessLevel, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal, refusalCodes } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { endPlan, getChoosablePlan, getPayer } from './choose-plan.ts'
import { ProviderError } from './payment-provider.ts'
import type { Providers } from './providers.ts'
import { readBilling } from './read-billing.ts'

const subscribePurpose = 'subscribe'
const portalPurpose = 'billing-portal'
const subscribeParameters = z.object({ plan: z.string() })

const createExpiredLinkRefusal = (): Refusal =>
  new Refusal('gone', 'This link expired or was already used. Go back to Billing and start again.')

/** Checked again: the person may have lost the level since the link was made. */
const isAdmin = (level: AccessLevel): boolean => level === 'admin' || level === 'super'

const readPayer = ({ database }: Platform, tenant: Tenant) =>
  inTenant(readOnly(database), tenant, (db) => getPayer(db, tenant))

/** A failure leads back to the Billing page with its kind. */
async function redirectToProvider(reply: FastifyReply, urlPromise: Promise<string>): Promise<FastifyReply> {
  const url = await urlPromise.catch((error: unknown) => {
    if (error instanceof ProviderError) return `${screens.billing}?provider=${error.kind}`
    throw error
  })
  return reply.header('cache-control', 'no-store').redirect(url, 303)
}

async function withErrorPage(reply: FastifyReply, operation: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await operation()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return sendPlainPage(reply, {
      title: 'This link doesn’t work',
      status: refusalCodes[error.code],
      body: html`<div class="page"><main><h1>This link doesn’t work</h1><p>${error.message}</p><p><a href="${screens.billing}">Back to Billing</a></p></main></div>`,
    })
  }
}

export const billingRoutes = (authenticators: Authenticators, providers: Providers): ServedRoute[] => [
  serve(billing.getBilling, ({ platform, tenant }) => readBilling(platform, tenant)),

  serve(billing.openSubscribe, async ({ platform, tenant, caller, params: { id, plan } }) => {
    await inTenant(readOnly(platform.database), tenant, async (db) =>
      getChoosablePlan(await getPayer(db, tenant), plan),
    )
    const token = await issueTicket(platform, tenant, { caller, purpose: subscribePurpose, parameters: { plan } })
    return { url: `/api/organization/${id}/subscribe/${encodeURIComponent(plan)}?token=${token}` }
  }),

  serve(billing.subscribe, ({ platform, request, reply, params: { id, plan }, query }) =>
    withErrorPage(reply, async () => {
      const { tenant, level, caller, parameters } = await openDownload(platform, authenticators, {
        purpose: subscribePurpose,
        ticket: query.token,
        authorization: undefined,
      })
      if (tenant.organizationId !== id || subscribeParameters.parse(parameters).plan !== plan || !isAdmin(level))
        throw createExpiredLinkRefusal()
      const provider = providers.of(await readPayer(platform, tenant))
      return redirectToProvider(reply, provider.subscribe({ platform, tenant, request, caller }, plan))
    }),
  ),

  serve(billing.openBillingPortal, async ({ platform, tenant, caller, params: { id } }) => {
    const token = await issueTicket(platform, tenant, { caller, purpose: portalPurpose, parameters: {} })
    return { url: `/api/organization/${id}/billing-portal?token=${token}` }
  }),

  serve(billing.billingPortal, ({ platform, reply, params: { id }, query }) =>
    withErrorPage(reply, async () => {
      const downloadOptions = { purpose: portalPurpose, ticket: query.token, authorization: undefined }
      const { tenant, level } = await openDownload(platform, authenticators, downloadOptions)
      if (tenant.organizationId !== id || !isAdmin(level)) throw createExpiredLinkRefusal()
      return redirectToProvider(reply, providers.of(await readPayer(platform, tenant)).manage(tenant))
    }),
  ),

  serve(billing.endPlan, async (call) => {
    await endPlan(call)
    return { plan: 'flat_0' }
  }),
]

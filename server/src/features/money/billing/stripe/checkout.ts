import { organizations, screens } from '@twofold/contract'
import type { Stripe } from 'stripe'
import { acrossOrganizations, grantTenant, inTenant, readOnly } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { lockOrganization } from '../../../core/organizations/index.ts'
import { type BillingContext, changePlanTo, choosePlan, getChoosablePlan, getPayer } from '../choose-plan.ts'
import { type StripeContext, tryCallStripe } from './client.ts'
import { getOrCreateCustomer, hasCard, nullIfMissing, syncCustomer } from './customer.ts'
import { endCheckout, findCheckout, insertCheckout, listOpenCheckouts, saveCard } from './customers.queries.ts'

/** A free plan, or one with a card on file, is chosen immediately. */
export async function subscribe(context: StripeContext, choice: BillingContext, plan: string): Promise<string> {
  const { platform, stripe } = context
  const { tenant } = choice
  const returnPath = `${screens.billing}?chosen=${encodeURIComponent(plan)}`
  const payer = await inTenant(readOnly(platform.database), tenant, (db) => getPayer(db, tenant))
  getChoosablePlan(payer, plan)
  if (plan === organizations.freePlan) {
    await choosePlan(choice, plan)
    return returnPath
  }
  const customer = await getOrCreateCustomer(context, tenant)
  if (hasCard(customer)) {
    await syncCustomer(context, customer.id)
    await choosePlan(choice, plan)
    return returnPath
  }
  const session = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: payer.currency.toLowerCase(),
    customer: customer.id,
    client_reference_id: String(tenant.organizationId),
    metadata: { organization: String(tenant.organizationId), plan },
    success_url: `${platform.publicUrl()}${returnPath}`,
    cancel_url: `${platform.publicUrl()}${screens.billing}`,
  })
  if (!session.url) throw new Error('a Checkout session without an address')
  const checkout = { sessionId: session.id, plan, userId: choice.caller.user.id, now: platform.clock() }
  await inTenant(platform.database, tenant, (db) => insertCheckout(db, tenant.organizationId, checkout))
  return session.url
}

/** Chooses the plan for the person who opened the session. Expires a session that `isOver`. */
export async function syncCheckout(
  { platform, stripe }: StripeContext,
  sessionId: string,
  isOver = false,
): Promise<void> {
  const openCheckout = await acrossOrganizations(readOnly(platform.database), (db) => findCheckout(db, sessionId))
  if (!openCheckout?.is_open) return
  const id = openCheckout.organization_id
  const tenant = grantTenant(id, [id])
  const currentSession = await nullIfMissing(() =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent'] }),
  )
  const session =
    isOver && currentSession?.status === 'open' ? await stripe.checkout.sessions.expire(sessionId) : currentSession
  if (session === null || session.status === 'expired') {
    const ending = { sessionId, as: 'expired', now: platform.clock() } as const
    return inTenant(platform.database, tenant, (db) => endCheckout(db, id, ending))
  }
  const cardDetails = getCard(session)
  if (!cardDetails) return
  await stripe.customers.update(cardDetails.customer, {
    invoice_settings: { default_payment_method: cardDetails.card },
  })
  await inTenant(platform.database, tenant, async (db) => {
    await lockOrganization(db, id)
    const checkout = await findCheckout(db, sessionId)
    if (!checkout?.is_open) return
    const now = platform.clock()
    await endCheckout(db, id, { sessionId, as: 'completed', now })
    await saveCard(db, id, { customerId: cardDetails.customer, since: now })
    if (checkout.is_outdated) return
    const caller = { user: { id: checkout.user_id, globalPermission: null } }
    const choice = { platform, tenant, caller, request: { ip: 'Stripe', id: sessionId } }
    await changePlanTo(db, choice, checkout.plan).catch((error: unknown) => {
      // The organization was closed, or a parent pays now: only the card is kept.
      if (!(error instanceof Refusal)) throw error
    })
  })
}

function getCard({ status, customer, setup_intent }: Stripe.Checkout.Session) {
  const [card, customerId] = [
    typeof setup_intent === 'object' ? idOf(setup_intent?.payment_method) : null,
    idOf(customer),
  ]
  return status === 'complete' && card && customerId ? { card, customer: customerId } : null
}

const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const batchSize = 100

export async function syncOpenCheckouts(context: StripeContext): Promise<void> {
  const { database, log } = context.platform
  for (let after = ''; ; ) {
    const openCheckouts = await acrossOrganizations(readOnly(database), (db) => listOpenCheckouts(db, after, batchSize))
    for (const { session_id, is_over } of openCheckouts) {
      context.signal?.throwIfAborted()
      await tryCallStripe(log, () => syncCheckout(context, session_id, is_over))
    }
    after = openCheckouts.at(-1)?.session_id ?? ''
    if (openCheckouts.length < batchSize) return
  }
}

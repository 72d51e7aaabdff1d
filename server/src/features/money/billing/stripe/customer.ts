import type { Stripe } from 'stripe'
import { acrossOrganizations, grantTenant, inTenant, type Tenant } from '../../../../platform/database/database.ts'
import { notFound } from '../../../../platform/runtime/errors.ts'
import { isMissing, type StripeContext } from './client.ts'
import { clearCustomer, findCustomer, findOrganizationByCustomer, saveCard, saveCustomer } from './customers.queries.ts'

/** An idempotency key and constant parameters prevent a duplicate on retry. */
export async function getOrCreateCustomer(
  { platform, stripe }: StripeContext,
  tenant: Tenant,
): Promise<Stripe.Customer> {
  const { organizationId } = tenant
  const find = () => inTenant(platform.database, tenant, (db) => findCustomer(db, organizationId), { readOnly: true })
  const known = await find()
  if (!known) throw notFound()
  const { name, email, customer_id: former } = known
  const details = { name, ...(email === '' ? {} : { email }) }
  if (former !== null) {
    const there = await nullIfMissing(() => stripe.customers.update(former, details))
    if (there) return there
  }
  const made = await stripe.customers.create(
    { metadata: { organization: String(organizationId) } },
    { idempotencyKey: `customer ${organizationId} of ${known.created_at.getTime()} after ${former ?? 'none'}` },
  )
  await inTenant(platform.database, tenant, (db) => saveCustomer(db, organizationId, { former, customerId: made.id }))
  return stripe.customers.update((await find())?.customer_id ?? made.id, details)
}

export async function nullIfMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const hasCard = (customer: Stripe.Customer): boolean =>
  Boolean(customer.invoice_settings?.default_payment_method)

export async function syncCustomer({ platform, stripe }: StripeContext, customerId: string): Promise<void> {
  const known = await acrossOrganizations(platform.database, (db) => findOrganizationByCustomer(db, customerId), {
    readOnly: true,
  })
  if (!known) return
  const there = await nullIfMissing(() => stripe.customers.retrieve(customerId))
  const card = there !== null && !there.deleted && hasCard(there)
  const id = known.organization_id
  await inTenant(platform.database, grantTenant(id, [id]), (db) =>
    saveCard(db, id, { customerId, since: card ? platform.clock() : null }),
  )
}

export async function deleteErasedCustomer({ platform, stripe }: StripeContext, customerId: string): Promise<void> {
  await nullIfMissing(() => stripe.customers.del(customerId))
  await acrossOrganizations(platform.database, (db) => clearCustomer(db, customerId))
}

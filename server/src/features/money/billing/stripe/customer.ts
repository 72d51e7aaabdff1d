import type { Stripe } from 'stripe'
import {
  acrossOrganizations,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../../platform/database/database.ts'
import { orNotFound } from '../../../../platform/runtime/errors.ts'
import { isMissing, type StripeContext } from './client.ts'
import { clearCustomer, findCustomer, findOrganizationByCustomer, saveCard, saveCustomer } from './customers.queries.ts'

/** An idempotency key and constant parameters prevent a duplicate on retry. */
export async function getOrCreateCustomer(
  { platform, stripe }: StripeContext,
  tenant: Tenant,
): Promise<Stripe.Customer> {
  const { organizationId } = tenant
  const find = () => inTenant(readOnly(platform.database), tenant, (db) => findCustomer(db, organizationId))
  const organization = orNotFound(await find())
  const { name, email, customer_id: formerId } = organization
  const details = { name, ...(email === '' ? {} : { email }) }
  if (formerId !== null) {
    const updated = await nullIfMissing(() => stripe.customers.update(formerId, details))
    if (updated) return updated
  }
  const created = await stripe.customers.create(
    { metadata: { organization: String(organizationId) } },
    {
      idempotencyKey: `customer ${organizationId} of ${organization.created_at.getTime()} after ${formerId ?? 'none'}`,
    },
  )
  await inTenant(platform.database, tenant, (db) =>
    saveCustomer(db, organizationId, { former: formerId, customerId: created.id }),
  )
  return stripe.customers.update((await find())?.customer_id ?? created.id, details)
}

export async function nullIfMissing<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const hasCard = (customer: Stripe.Customer): boolean =>
  Boolean(customer.invoice_settings?.default_payment_method)

export async function syncCustomer({ platform, stripe }: StripeContext, customerId: string): Promise<void> {
  const organization = await acrossOrganizations(readOnly(platform.database), (db) =>
    findOrganizationByCustomer(db, customerId),
  )
  if (!organization) return
  const customer = await nullIfMissing(() => stripe.customers.retrieve(customerId))
  const hasCurrentCard = customer !== null && !customer.deleted && hasCard(customer)
  const id = organization.organization_id
  await inTenant(platform.database, grantTenant(id, [id]), (db) =>
    saveCard(db, id, { customerId, since: hasCurrentCard ? platform.clock() : null }),
  )
}

export async function deleteErasedCustomer({ platform, stripe }: StripeContext, customerId: string): Promise<void> {
  await nullIfMissing(() => stripe.customers.del(customerId))
  await acrossOrganizations(platform.database, (db) => clearCustomer(db, customerId))
}

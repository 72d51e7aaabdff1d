import { dayAt } from '@twofold/matching'
import { acrossOrganizations, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { insertPayment } from '../../ledger/index.ts'
import { lockInvoice } from '../invoices.queries.ts'
import type { StripeRoom } from './client.ts'
import { findByStripeId, saveState } from './collecting.queries.ts'
import { unlessMissing } from './customer.ts'

/** A draft is nobody's yet. */
const stripeStates = ['open', 'paid', 'void', 'uncollectible'] as const

/** How far Stripe is with an invoice of ours; what it collected is a payment, entered once. */
export async function syncInvoice({ platform, stripe }: StripeRoom, stripeId: string): Promise<void> {
  const find = () => acrossOrganizations(platform.database, (db) => findByStripeId(db, stripeId), { readOnly: true })
  const known = await find()
  if (!known) return
  const there = await unlessMissing(() => stripe.invoices.retrieve(stripeId))
  const state = there === null ? 'void' : stripeStates.find((one) => one === there.status)
  if (!state) return
  const { organization_id, invoice_id } = known
  const tenant = grantTenant(organization_id, [organization_id])
  await inTenant(platform.database, tenant, async (db) => {
    await lockInvoice(db, tenant, invoice_id)
    const standing = await findByStripeId(db, stripeId)
    if (!standing) return
    await saveState(db, tenant, invoice_id, state)
    if (state !== 'paid' || standing.is_entered || standing.stripe_cents === null) return
    const now = platform.clock()
    const paidAt = there?.status_transitions.paid_at ?? null
    const at = paidAt === null ? now : new Date(paidAt * 1000)
    const paidOn = dayAt(at, standing.time_zone) ?? at.toISOString().slice(0, 10)
    const payment = { invoiceId: invoice_id, cents: standing.stripe_cents, paidOn, how: 'stripe' } as const
    await insertPayment(db, tenant, { ...payment, reference: stripeId, userId: null, externalId: stripeId }, now)
  })
}

import { acrossOrganizations, type Db, withoutTenant } from '../../../../platform/database/database.ts'
import { applyEvent, eventTypes } from './apply-event.ts'
import { ifAllowed, type StripeContext, tryCallStripe } from './client.ts'
import { listOpenAtStripe, listRefundedInvoices } from './collecting.queries.ts'
import { deleteErasedCustomer, syncCustomer } from './customer.ts'
import { listCustomers, listErasedCustomers } from './customers.queries.ts'
import { deleteOldEvents, findReconciliation, type ReconciliationState, saveReconciliation } from './events.queries.ts'
import { syncInvoice } from './invoice.ts'
import { syncRefunds, syncRefundsOfPayment } from './refunds.ts'

const dayMs = 86_400_000
/** Stripe lists events for 30 days. */
const eventsKeptDays = 30
/** Stripe may list an event slightly later than a newer one. */
const overlapMs = 3_600_000
/** A dispute is closed within this time after the withdrawal. A refund fails sooner. */
const returnsChangeDays = 180
const atOnce = 100

export async function reconcileDaily(room: StripeContext): Promise<void> {
  const last = await withoutTenant(room.platform.database, findReconciliation, { readOnly: true })
  if (last && room.platform.clock().getTime() - last.looked_at.getTime() < dayMs) return
  await reconcile(room, last)
}

/** Skips objects without a permission. A stopped run is not recorded, so the next one starts over. */
async function reconcile(room: StripeContext, last: ReconciliationState | null): Promise<void> {
  const { platform, stripe } = room
  const now = platform.clock()
  const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)
  const listed = (through: Date | null | undefined, daysAtMost: number) => {
    const since = Math.max((through?.getTime() ?? 0) - overlapMs, daysBefore(daysAtMost).getTime())
    return { created: { gte: Math.floor(since / 1000) }, limit: atOnce }
  }
  const returning = listed(last?.returns_through, returnsChangeDays)
  let missed = 0
  let isWhole = true
  let areReturnsWhole = true
  const one = async (work: () => Promise<unknown>): Promise<boolean> => {
    room.signal?.throwIfAborted()
    const isAllowed = await ifAllowed(() => tryCallStripe(platform.log, work))
    isWhole &&= isAllowed
    return isAllowed
  }
  const oneReturn = async (work: () => Promise<unknown>): Promise<boolean> => {
    const isAllowed = await one(work)
    areReturnsWhole &&= isAllowed
    return isAllowed
  }
  const hear = async (): Promise<void> => {
    for await (const event of stripe.events.list({
      types: [...eventTypes],
      ...listed(last?.through, eventsKeptDays),
    })) {
      await one(async () => {
        if (await applyEvent(room, event)) missed += 1
      })
    }
  }
  const seen = new Set<string>()
  const payments = async (list: AsyncIterable<{ readonly payment_intent: unknown }>): Promise<void> => {
    for await (const { payment_intent: id } of list) {
      if (typeof id !== 'string' || seen.has(id)) continue
      seen.add(id)
      if (!(await oneReturn(() => syncRefundsOfPayment(room, id)))) return
    }
  }
  const credits = async (): Promise<void> => {
    for await (const { invoice } of stripe.creditNotes.list(returning)) {
      if (typeof invoice === 'string' && !(await oneReturn(() => syncRefunds(room, invoice)))) return
    }
  }
  await one(hear)
  await each(room, listErasedCustomers, (id) => one(() => deleteErasedCustomer(room, id)))
  await each(room, listCustomers, (id) => one(() => syncCustomer(room, id)))
  await each(room, listOpenAtStripe, (id) => one(() => syncInvoice(room, id)))
  await oneReturn(() => payments(stripe.refunds.list(returning)))
  await oneReturn(() => payments(stripe.disputes.list(returning)))
  await oneReturn(credits)
  const changing = daysBefore(returnsChangeDays)
  const returned = (db: Db, after: string, atMost: number) => listRefundedInvoices(db, changing, after, atMost)
  await each(room, returned, (id) => oneReturn(() => syncRefunds(room, id)))
  await withoutTenant(platform.database, async (db) => {
    await saveReconciliation(db, {
      looked_at: now,
      through: isWhole ? now : null,
      returns_through: areReturnsWhole ? now : null,
    })
    await deleteOldEvents(db, daysBefore(2 * eventsKeptDays))
  })
  if (missed > 0) platform.log.warn({ missed }, 'events of Stripe had not come and were applied now')
}

async function each(
  { platform }: StripeContext,
  list: (db: Db, after: string, atMost: number) => Promise<string[]>,
  /** Returns whether to continue with the next id. */
  work: (id: string) => Promise<boolean>,
): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await acrossOrganizations(platform.database, (db) => list(db, after, atOnce), { readOnly: true })
    for (const id of ids) if (!(await work(id))) return
    after = ids.at(-1) ?? ''
    if (ids.length < atOnce) return
  }
}

import { acrossOrganizations, type Db, readOnly, withoutTenant } from '../../../../platform/database/database.ts'
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
const eventRetentionDays = 30
/** Stripe may list an event slightly later than a newer one. */
const overlapMs = 3_600_000
/** A dispute is closed within this time after the withdrawal. A refund fails sooner. */
const maxReturnDays = 180
const batchSize = 100

export async function reconcileDaily(context: StripeContext): Promise<void> {
  const previousState = await withoutTenant(readOnly(context.platform.database), findReconciliation)
  if (previousState && context.platform.clock().getTime() - previousState.looked_at.getTime() < dayMs) return
  await reconcile(context, previousState)
}

/** Skips objects without a permission. A stopped run is not recorded, so the next one starts over. */
async function reconcile(context: StripeContext, previousState: ReconciliationState | null): Promise<void> {
  const { platform, stripe } = context
  const now = platform.clock()
  const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)
  const createListOptions = (through: Date | null | undefined, maxDays: number) => {
    const since = Math.max((through?.getTime() ?? 0) - overlapMs, daysBefore(maxDays).getTime())
    return { created: { gte: Math.floor(since / 1000) }, limit: batchSize }
  }
  const returnOptions = createListOptions(previousState?.returns_through, maxReturnDays)
  let missedCount = 0
  let isComplete = true
  let areReturnsComplete = true
  const runStep = async (operation: () => Promise<unknown>): Promise<boolean> => {
    context.signal?.throwIfAborted()
    const isAllowed = await ifAllowed(() => tryCallStripe(platform.log, operation))
    isComplete &&= isAllowed
    return isAllowed
  }
  const runReturnStep = async (operation: () => Promise<unknown>): Promise<boolean> => {
    const isAllowed = await runStep(operation)
    areReturnsComplete &&= isAllowed
    return isAllowed
  }
  const applyMissedEvents = async (): Promise<void> => {
    for await (const event of stripe.events.list({
      types: [...eventTypes],
      ...createListOptions(previousState?.through, eventRetentionDays),
    })) {
      await runStep(async () => {
        if (await applyEvent(context, event)) missedCount += 1
      })
    }
  }
  const seenIds = new Set<string>()
  const syncPayments = async (list: AsyncIterable<{ readonly payment_intent: unknown }>): Promise<void> => {
    for await (const { payment_intent: id } of list) {
      if (typeof id !== 'string' || seenIds.has(id)) continue
      seenIds.add(id)
      if (!(await runReturnStep(() => syncRefundsOfPayment(context, id)))) return
    }
  }
  const syncCredits = async (): Promise<void> => {
    for await (const { invoice } of stripe.creditNotes.list(returnOptions)) {
      if (typeof invoice === 'string' && !(await runReturnStep(() => syncRefunds(context, invoice)))) return
    }
  }
  await runStep(applyMissedEvents)
  await forEachId(context, listErasedCustomers, (id) => runStep(() => deleteErasedCustomer(context, id)))
  await forEachId(context, listCustomers, (id) => runStep(() => syncCustomer(context, id)))
  await forEachId(context, listOpenAtStripe, (id) => runStep(() => syncInvoice(context, id)))
  await runReturnStep(() => syncPayments(stripe.refunds.list(returnOptions)))
  await runReturnStep(() => syncPayments(stripe.disputes.list(returnOptions)))
  await runReturnStep(syncCredits)
  const returnsSince = daysBefore(maxReturnDays)
  const listReturned = (db: Db, after: string, atMost: number) => listRefundedInvoices(db, returnsSince, after, atMost)
  await forEachId(context, listReturned, (id) => runReturnStep(() => syncRefunds(context, id)))
  await withoutTenant(platform.database, async (db) => {
    await saveReconciliation(db, {
      looked_at: now,
      through: isComplete ? now : null,
      returns_through: areReturnsComplete ? now : null,
    })
    await deleteOldEvents(db, daysBefore(2 * eventRetentionDays))
  })
  if (missedCount > 0) platform.log.warn({ missed: missedCount }, 'missed Stripe events were applied')
}

async function forEachId(
  { platform }: StripeContext,
  list: (db: Db, after: string, atMost: number) => Promise<string[]>,
  /** Returns whether to continue with the next id. */
  operation: (id: string) => Promise<boolean>,
): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await acrossOrganizations(readOnly(platform.database), (db) => list(db, after, batchSize))
    for (const id of ids) if (!(await operation(id))) return
    after = ids.at(-1) ?? ''
    if (ids.length < batchSize) return
  }
}

import { acrossOrganizations, type Db, inProduct } from '../../../platform/database/database.ts'
import { applyEvent, eventTypes } from './apply-event.ts'
import { asked, eachOf, type StripeRoom } from './client.ts'
import { listOpenAtStripe } from './collecting.queries.ts'
import { deleteErased, syncCustomer } from './customer.ts'
import { listCustomers, listErasedCustomers } from './customers.queries.ts'
import { findReconciled, forgetEvents, saveReconciled } from './events.queries.ts'
import { syncInvoice } from './invoice.ts'

const dayMs = 86_400_000
/** Stripe lists no older ones. */
const eventsKeptDays = 30
/** An event may be listed a little later than one that is younger. */
const overlapMs = 3_600_000
const atOnce = 100

/** Once a day. */
export async function reconcileDaily(room: StripeRoom): Promise<void> {
  const last = await inProduct(room.platform.database, findReconciled, { readOnly: true })
  if (last && room.platform.clock().getTime() - last.getTime() < dayMs) return
  await reconcile(room, last)
}

/**
 * Applies the events that never came, deletes who was erased here, and looks at every card and at every invoice that Stripe still has
 * to collect.
 */
async function reconcile(room: StripeRoom, last: Date | null): Promise<void> {
  const { platform, stripe } = room
  const now = platform.clock()
  const since = (last?.getTime() ?? now.getTime() - eventsKeptDays * dayMs) - overlapMs
  let missed = 0
  const one = (work: () => Promise<unknown>) => asked(platform.log, work)
  const hear = async (): Promise<void> => {
    await one(async () => {
      const created = { gte: Math.floor(since / 1000) }
      for await (const event of stripe.events.list({ types: [...eventTypes], created, limit: atOnce })) {
        await one(async () => {
          if (await applyEvent(room, event)) missed += 1
        })
      }
    })
  }
  await eachOf([
    hear,
    () => each(room, listErasedCustomers, (id) => one(() => deleteErased(room, id))),
    () => each(room, listCustomers, (id) => one(() => syncCustomer(room, id))),
    () => each(room, listOpenAtStripe, (id) => one(() => syncInvoice(room, id))),
  ])
  await inProduct(platform.database, async (db) => {
    await saveReconciled(db, now)
    await forgetEvents(db, new Date(now.getTime() - 2 * eventsKeptDays * dayMs))
  })
  if (missed > 0) platform.log.warn({ missed }, 'events of Stripe had not come and were applied now')
}

async function each(
  { platform }: StripeRoom,
  list: (db: Db, after: string, atMost: number) => Promise<string[]>,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await acrossOrganizations(platform.database, (db) => list(db, after, atOnce), { readOnly: true })
    for (const id of ids) await work(id)
    after = ids.at(-1) ?? ''
    if (ids.length < atOnce) return
  }
}

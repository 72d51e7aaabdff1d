import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Work that has a connection of this pool, perhaps in the middle of work that has one of another. */
type Hold = { readonly pool: pg.Pool; readonly within: Hold | undefined; isOver: boolean }

const isHeld = (hold: Hold | undefined, pool: pg.Pool): boolean =>
  hold !== undefined && ((hold.pool === pool && !hold.isOver) || isHeld(hold.within, pool))

export class SecondConnectionRefused extends Error {}

let holds: AsyncLocalStorage<Hold> | null = null
let refused: Error[] = []

/**
 * For tests, in which few work at once: whoever holds a connection and asks the same pool for another is refused it from now on,
 * since with as many such transactions as connections each would wait for one that none gives back. The product runs without.
 */
export function refuseSecondConnections(): void {
  holds ??= new AsyncLocalStorage()
}

/** Those that were refused since this was asked last, whoever caught them. */
export function takeRefused(): readonly Error[] {
  const taken = refused
  refused = []
  return taken
}

export async function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  if (isHeld(holds?.getStore(), pool)) {
    const error = new SecondConnectionRefused(
      'work that holds a connection asks its pool for a second one: it is to ask `database.aside`',
    )
    refused.push(error)
    throw error
  }
  return pool.connect()
}

export async function whileHolding<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  if (!holds) return work()
  const hold = { pool, within: holds.getStore(), isOver: false }
  try {
    return await holds.run(hold, work)
  } finally {
    hold.isOver = true
  }
}

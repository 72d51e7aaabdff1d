import { type Database, withoutTenant } from '../database/database.ts'
import type { Clock } from './clock.ts'
import { readDatabaseClock } from './compare-clocks.queries.ts'
import type { Log } from './log.ts'

const skewAtMostMs = 2_000
export const clockCheckIntervalMs = 300_000

type Given = { readonly database: Database; readonly log: Log; readonly clock: Clock }

/** Warns if this node's clock differs from the database's: leases use the latter, due times the former. */
export async function compareClocks({ database, log, clock }: Given): Promise<void> {
  const { before, there, after } = await withoutTenant(database, async (db) => {
    const before = clock().getTime()
    const there = await readDatabaseClock(db)
    return { before, there: there.getTime(), after: clock().getTime() }
  })
  const skewMs = there < before ? there - before : Math.max(0, there - after)
  if (Math.abs(skewMs) <= skewAtMostMs) return
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  log.warn(
    { seconds },
    `the clock of this node is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the database's: set both by one time server`,
  )
}

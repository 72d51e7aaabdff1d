import { type Database, withoutTenant } from '../database/database.ts'
import type { Clock } from './clock.ts'
import { readDatabaseClock } from './compare-clocks.queries.ts'
import type { Log } from './log.ts'

const maxSkewMs = 2_000
export const clockCheckIntervalMs = 300_000

type ClockServices = { readonly database: Database; readonly log: Log; readonly clock: Clock }

/** Warns if this node's clock differs from the database's: leases use the latter, due times the former. */
export async function compareClocks({ database, log, clock }: ClockServices): Promise<void> {
  const { before, databaseTime, after } = await withoutTenant(database, async (db) => {
    const before = clock().getTime()
    const databaseTime = await readDatabaseClock(db)
    return { before, databaseTime: databaseTime.getTime(), after: clock().getTime() }
  })
  const skewMs = databaseTime < before ? databaseTime - before : Math.max(0, databaseTime - after)
  if (Math.abs(skewMs) <= maxSkewMs) return
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  log.warn(
    { seconds },
    `the clock of this node is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the database's: set both by one time server`,
  )
}

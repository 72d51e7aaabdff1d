import { z } from 'zod'
import type { Clock } from './clock.ts'
import { type Database, inProduct } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { Worker } from './jobs/run-every.ts'
import { runEvery } from './jobs/run-every.ts'
import type { Log } from './log.ts'

const skewAtMostMs = 2_000
const nowRow = z.object({ now: z.date() })

/** Warns when this node's clock and the database's differ: leases run by the database's, what is due and what emails say by the node's. */
export const runComparingClocks = ({
  database,
  log,
  clock,
}: {
  readonly database: Database
  readonly log: Log
  readonly clock: Clock
}): Worker =>
  runEvery({
    name: 'comparing clocks',
    everyMs: 300_000,
    log,
    work: async () => {
      const { before, there, after } = await inProduct(database, async (db) => {
        const before = clock().getTime()
        const { rows } = await sql(nowRow)`SELECT clock_timestamp() AS now`.execute(db)
        const after = clock().getTime()
        return { before, after, there: rows[0]?.now.getTime() ?? after }
      })
      // The time that the statement took is no skew.
      const skewMs = there < before ? there - before : Math.max(0, there - after)
      const seconds = Math.round(Math.abs(skewMs) / 1000)
      if (Math.abs(skewMs) > skewAtMostMs)
        log.warn(
          { seconds },
          `the clock of this node is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the database's: set both by one time server`,
        )
      return false
    },
  })

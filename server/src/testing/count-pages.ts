import type pg from 'pg'
import { z } from 'zod'
import type { Db } from '../platform/database/database.ts'

const plan = z.array(
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }).loose() }),
)

/** Counts by EXPLAIN ANALYZE. Unlike time, pages do not depend on the load of the machine. */
export function countPages(client: pg.PoolClient, db: Db) {
  const counter = { pages: 0 }
  const countingDb: Db = {
    ...db,
    run: async (statement) => {
      const { text, values } = statement.compile()
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
        values,
      )
      for (const { Plan } of plan.parse(rows[0]?.['QUERY PLAN'])) {
        counter.pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      }
      return db.run(statement)
    },
  }
  return { db: countingDb, seen: counter }
}

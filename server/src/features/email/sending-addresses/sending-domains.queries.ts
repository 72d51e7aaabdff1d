import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { placesDay } from './places-day.ts'

/** The statements on domains that are new to sending. A row is of nobody: several organizations may send from one domain. */

/**
 * A domain that is new to sending gets so many mails to donors a day, step by step, and then no limit. The next step is reached
 * by a day on which half of what it might send was sent: a few mails a week make no receiver know a domain.
 */
export type Ladder = readonly number[]

/** How far a domain is, and how many places of the day are taken. */
export type Standing = { readonly step: number; readonly taken: number }

/** A domain from which nothing was sent before begins at the first step. */
export async function beginWarmUp(db: Db, domain: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO sending_domains (domain, day) VALUES (${domain}, ${placesDay(now)}) ON CONFLICT (domain) DO NOTHING`.execute(
    db,
  )
}

/** SQL: how far a domain `w` is on this day; a day on which half of its places were taken brings it a step on. */
export const stepOn = (day: string, ladder: Ladder) =>
  sql`(w.step + CASE WHEN w.day < ${day} AND w.taken * 2 >= (${[...ladder]}::int[])[w.step + 1] THEN 1 ELSE 0 END)::smallint`
export const takenOn = (day: string) => sql`CASE WHEN w.day < ${day} THEN 0 ELSE w.taken END`

const standingRow = z.object({ step: z.int(), taken: z.int() })

/** Where a domain stands today, locked until the transaction ends. Null: it has no limit. */
export async function lockStanding(db: Db, domain: string, ladder: Ladder, now: Date): Promise<Standing | null> {
  const day = placesDay(now)
  const { rows } = await sql(standingRow)`
    UPDATE sending_domains w SET step = ${stepOn(day, ladder)}, taken = ${takenOn(day)}, day = greatest(w.day, ${day})
    WHERE w.domain = ${domain} AND w.step < ${ladder.length}
    RETURNING w.step, w.taken`.execute(db)
  const [row] = rows
  return row && row.step < ladder.length ? row : null
}

/** Where a domain stands today. Null: it has no limit. */
export async function findStanding(db: Db, domain: string, ladder: Ladder, now: Date): Promise<Standing | null> {
  const day = placesDay(now)
  const { rows } = await sql(standingRow)`
    SELECT ${stepOn(day, ladder)} AS step, ${takenOn(day)} AS taken FROM sending_domains w
    WHERE w.domain = ${domain} AND w.step < ${ladder.length}`.execute(db)
  const [row] = rows
  return row && row.step < ladder.length ? row : null
}

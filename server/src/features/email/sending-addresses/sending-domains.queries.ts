import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { sendingDay } from './sending-day.ts'

/**
 * Daily limits by step; unlimited afterwards. A step ends on a day with at least half of its limit sent, because a few
 * emails a week do not build a reputation.
 */
export type WarmUpSteps = readonly number[]

/** `taken` counts today's slots. */
export type WarmUpState = { readonly step: number; readonly taken: number }

export async function beginWarmUp(db: Db, domain: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO sending_domains (domain, day) VALUES (${domain}, ${sendingDay(now)})
    ON CONFLICT (domain) DO NOTHING`.execute(db)
}

/** SQL: a day with at least half of its slots used advances domain `w` by one step. */
export const warmUpStepOn = (day: string, ladder: WarmUpSteps) =>
  sql`(w.step + CASE WHEN w.day < ${day} AND w.taken * 2 >= (${[...ladder]}::int[])[w.step + 1] THEN 1 ELSE 0 END)::smallint`
export const slotsTakenOn = (day: string) => sql`CASE WHEN w.day < ${day} THEN 0 ELSE w.taken END`

const warmUpStateRow = z.object({ step: z.int(), taken: z.int() })

/** Locked until the transaction ends. Null: no limit. */
export async function lockWarmUpState(
  db: Db,
  domain: string,
  ladder: WarmUpSteps,
  now: Date,
): Promise<WarmUpState | null> {
  const day = sendingDay(now)
  const row = await sql(warmUpStateRow)`
    UPDATE sending_domains w SET step = ${warmUpStepOn(day, ladder)}, taken = ${slotsTakenOn(day)}, day = greatest(w.day, ${day})
    WHERE w.domain = ${domain} AND w.step < ${ladder.length}
    RETURNING w.step, w.taken`.first(db)
  return row && row.step < ladder.length ? row : null
}

export async function findWarmUpState(
  db: Db,
  domain: string,
  ladder: WarmUpSteps,
  now: Date,
): Promise<WarmUpState | null> {
  const day = sendingDay(now)
  const row = await sql(warmUpStateRow)`
    SELECT ${warmUpStepOn(day, ladder)} AS step, ${slotsTakenOn(day)} AS taken FROM sending_domains w
    WHERE w.domain = ${domain} AND w.step < ${ladder.length}`.first(db)
  return row && row.step < ladder.length ? row : null
}

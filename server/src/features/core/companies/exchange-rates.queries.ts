import { companies } from '@twofold/contract'
import { type DatedRate, rateDependentStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A few rates are added per year. */
const listedAtMost = 500

export async function listDatedRates(db: Db): Promise<DatedRate[]> {
  const rates = await listExchangeRates(db)
  return rates.map(({ since, cad_per_usd }) => ({ since, cadPerUsd: cad_per_usd }))
}

export async function listExchangeRates(db: Db): Promise<companies.ExchangeRate[]> {
  return sql.prepared(companies.exchangeRate)`
    SELECT to_char(r.since, 'YYYY-MM-DD') AS since, r.cad_per_usd::float8 AS cad_per_usd, r.source, u.name AS entered_by
    FROM exchange_rates r LEFT JOIN users u ON u.id = r.entered_by
    ORDER BY r.since DESC LIMIT ${listedAtMost}`.rows(db)
}

export async function upsertRate(
  db: Db,
  rate: Pick<companies.ExchangeRate, 'since' | 'cad_per_usd' | 'source'>,
  enteredBy: number,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO exchange_rates (since, cad_per_usd, source, entered_by, entered_at)
    VALUES (${rate.since}, ${rate.cad_per_usd}, ${rate.source}, ${enteredBy}, ${now})
    ON CONFLICT (since) DO UPDATE SET cad_per_usd = EXCLUDED.cad_per_usd, source = EXCLUDED.source,
      entered_by = EXCLUDED.entered_by, entered_at = EXCLUDED.entered_at`.execute(db)
}

export async function deleteRate(db: Db, since: string): Promise<void> {
  await sql`DELETE FROM exchange_rates WHERE since = ${since}`.execute(db)
}

/** Crosses organizations. Covers open gifts whose currency differs from their policy's. The emails are held. */
export async function scheduleExchangedReevaluation(db: Db, now: Date): Promise<number> {
  const { count } = await sql`
    UPDATE donations d SET look_again_at = ${now}, directory_changed = true
    FROM (SELECT g.organization_id, g.id FROM donations g JOIN policies p ON p.id = g.policy_version_id
      WHERE p.currency <> g.currency AND g.counted AND NOT g.inert AND g.status_id = ANY (${[...rateDependentStatusIds]}::smallint[])
        AND g.payment_state <> 'refused'
      ORDER BY g.organization_id, g.id FOR NO KEY UPDATE OF g) due
    WHERE d.organization_id = due.organization_id AND d.id = due.id`.execute(db)
  return count
}

import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

type MonthPrice = {
  readonly month: string
  readonly plan: string
  readonly cents: number
  readonly currency: 'USD' | 'CAD'
}

/** Bills a plan, less what the month was already billed. The organization must be locked. */
export async function insertPlanCharge(db: Db, organizationId: number, price: MonthPrice, now: Date): Promise<void> {
  await sql`
    INSERT INTO ledger_entries (organization_id, at, kind, why, cents, currency, plan, month)
    SELECT ${organizationId}, ${now}::timestamptz, 'bill', 'month', due, ${price.currency}, ${price.plan}, ${price.month}::date
    FROM (SELECT ${price.cents}::bigint - coalesce(sum(cents), 0)::bigint AS due FROM ledger_entries
      WHERE organization_id = ${organizationId} AND month = ${price.month}::date) AS rest
    WHERE due > 0`.execute(db)
}

const usageRow = z.object({
  currency,
  billed_cents: z.int(),
  credited_cents: z.int(),
  /** The part of `billed_cents` that is plan price. */
  plan_cents: z.int(),
  matches: z.int(),
})
export type Usage = z.infer<typeof usageRow>

export async function findUsage(db: Db, { organizationId }: Tenant, since: Date): Promise<Usage[]> {
  return sql(usageRow)`
    SELECT currency, coalesce(sum(billed), 0)::bigint AS billed_cents, coalesce(sum(credited), 0)::bigint AS credited_cents,
      coalesce(sum(billed) FILTER (WHERE donation_id IS NULL), 0)::bigint AS plan_cents,
      count(donation_id) FILTER (WHERE billed > coalesce(credited, 0)) AS matches
    FROM (SELECT currency, donation_id, sum(cents) FILTER (WHERE kind = 'bill') AS billed,
        -sum(cents) FILTER (WHERE kind = 'credit') AS credited
      FROM ledger_entries WHERE organization_id = ${organizationId} AND at >= ${since} AND kind <> 'payment'
      GROUP BY currency, donation_id) AS by_match
    GROUP BY currency ORDER BY currency DESC`.rows(db)
}

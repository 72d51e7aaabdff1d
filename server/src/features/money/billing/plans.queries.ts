import { currency } from '@twofold/contract'
import { plans } from '@twofold/matching'
import { z } from 'zod'
import { type Database, type Db, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const payerRow = z.object({
  id: z.int(),
  name: z.string(),
  plan: z.string().nullable(),
  currency,
  time_zone: z.string(),
  closed: z.boolean(),
  show_billing: z.boolean(),
  invoiced: z.boolean(),
  has_card: z.boolean(),
  parent_id: z.int().nullable(),
  parent_name: z.string().nullable(),
})
export type PayerOrganization = z.infer<typeof payerRow>

/** `parent_*` is set only if the parent pays. */
export async function findPayer(db: Db, organizationId: number): Promise<PayerOrganization | null> {
  return sql(payerRow)`
    SELECT o.id, o.name, o.plan, o.currency, o.time_zone,
      o.cancelled_at IS NOT NULL OR o.rule_deactivated AS closed,
      o.rule_show_billing AS show_billing, o.rule_invoiced AS invoiced,
      o.stripe_card_since IS NOT NULL AS has_card, p.id AS parent_id, p.name AS parent_name
    FROM organizations o LEFT JOIN organizations p ON p.id = o.parent_id AND o.is_premium = 'parent'
    WHERE o.id = ${organizationId}`.first(db)
}

type DayRange = { readonly from: string; readonly to: string }
const moneyRow = z.object({ currency, gifts: z.int(), cents: z.int() })
type MoneyRow = z.infer<typeof moneyRow>

/** External matches are never billed. */
export const sumExternalMatches = (
  database: Database,
  tenant: Tenant,
  { from, to, statusIds }: DayRange & { readonly statusIds: readonly number[] },
): Promise<MoneyRow[]> =>
  readInTenant(
    database,
    tenant,
    sql(moneyRow)`
    SELECT currency, count(*) AS gifts, coalesce(sum(estimated_cents), 0)::bigint AS cents FROM donations
    WHERE organization_id = ANY (${[...tenant.family]}::bigint[]) AND counted AND inert
      AND donated_at >= ${from}::timestamp AND donated_at < ${to}::timestamp + interval '1 day'
      AND status_id = ANY (${[...statusIds]}::smallint[])
    GROUP BY 1`,
  )

export const sumReceivedMoney = (database: Database, tenant: Tenant, { from, to }: DayRange): Promise<MoneyRow[]> =>
  readInTenant(
    database,
    tenant,
    sql(moneyRow)`
    SELECT currency, count(*) AS gifts, coalesce(sum(received_cents), 0)::bigint AS cents FROM donations
    WHERE organization_id = ANY (${[...tenant.family]}::bigint[]) AND counted AND NOT inert AND received_cents <> 0
      AND received_at >= ${from}::timestamptz AND received_at < ${to}::timestamptz + interval '1 day'
    GROUP BY 1`,
  )

export async function updateBillingRules(
  db: Db,
  organizationId: number,
  { show_billing, invoiced }: Pick<PayerOrganization, 'show_billing' | 'invoiced'>,
): Promise<void> {
  await sql`
    UPDATE organizations SET rule_show_billing = ${show_billing}, rule_invoiced = ${invoiced}, version = version + 1
    WHERE id = ${organizationId}`.execute(db)
}

export async function savePlan(
  db: Db,
  organizationId: number,
  choice: { readonly plan: string; readonly userId: number | null; readonly now: Date },
): Promise<void> {
  await sql`
    UPDATE organizations SET plan = ${choice.plan}, is_premium = ${choice.plan}, version = version + 1
    WHERE id = ${organizationId}`.execute(db)
  await sql`
    INSERT INTO plan_choices (organization_id, plan, at, user_id)
    VALUES (${organizationId}, ${choice.plan}, ${choice.now}, ${choice.userId}::bigint)`.execute(db)
}

const pricedPlans = plans.filter(({ monthlyCents }) => monthlyCents > 0).map(({ id }) => id)

/** Crosses organizations. */
export async function listDueOrganizations(db: Db, now: Date, after: number, atMost: number): Promise<number[]> {
  return sql(idRow)`
    SELECT o.id FROM organizations o
    CROSS JOIN LATERAL (SELECT date_trunc('month', ${now}::timestamptz AT TIME ZONE o.time_zone) AS start) m
    WHERE o.id > ${after}::bigint AND (EXISTS (SELECT FROM ledger_entries e
        WHERE e.organization_id = o.id AND e.invoice_id IS NULL AND e.kind <> 'payment'
          AND e.at < m.start AT TIME ZONE o.time_zone
          AND NOT EXISTS (SELECT FROM invoices i WHERE i.organization_id = o.id AND i.currency = e.currency
            AND i.month = (m.start - interval '1 month')::date))
      OR (o.plan = ANY (${pricedPlans}) AND o.is_premium IS DISTINCT FROM 'parent' AND o.cancelled_at IS NULL
        AND NOT o.rule_deactivated
        AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.organization_id = o.id AND e.month = m.start::date)))
    ORDER BY o.id LIMIT ${atMost}`.column(db, 'id')
}

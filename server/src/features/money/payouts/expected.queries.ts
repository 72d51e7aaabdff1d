import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { countedCents } from './write-payouts.queries.ts'

const awaitingRow = z.object({
  company_id: z.int().nullable(),
  currency,
  since: z.string(),
  matches: z.int(),
  cents: z.int(),
})
export type AwaitedMoneyRow = z.infer<typeof awaitingRow>

/** Companies times days: more than a year for the largest organizations. */
const maxGroups = 20_000

const isAwaited = sql`d.counted AND d.status_id = 4 AND d.received_cents = 0`

/** `rest.cents` is the last reported balance minus the money received after it. */
const isPartPaid = sql`d.counted AND d.status_id = 1 AND d.payment_state = 'part_paid' AND d.received_at IS NOT NULL`
const restOf = (organizations: Sql): Sql => sql`(
  SELECT b.balance_cents - (SELECT coalesce(sum(${countedCents}), 0)::bigint FROM payout_lines l
    WHERE l.donation_id = d.id AND l.organization_id = ANY (${organizations}) AND l.id > b.id) AS cents
  FROM payout_lines b
  WHERE b.donation_id = d.id AND b.organization_id = ANY (${organizations}) AND b.balance_cents IS NOT NULL
  ORDER BY b.id DESC LIMIT 1) rest`

/** Estimates since the submission, and balances of partly paid matches since the last payment. */
export async function listAwaitedMoney(db: Db, { family }: Tenant): Promise<AwaitedMoneyRow[]> {
  const organizations = sql`${[...family]}::bigint[]`
  return sql(awaitingRow)`
    SELECT w.company_id, w.currency, w.since, count(*) AS matches, coalesce(sum(w.cents), 0)::bigint AS cents
    FROM (
      SELECT d.company_id, d.currency, (d.status_changed_at AT TIME ZONE 'UTC')::date AS since, d.estimated_cents AS cents
      FROM donations d WHERE d.organization_id = ANY (${organizations}) AND ${isAwaited}
      UNION ALL
      SELECT d.company_id, d.currency, (d.received_at AT TIME ZONE 'UTC')::date, rest.cents
      FROM donations d CROSS JOIN LATERAL ${restOf(organizations)}
      WHERE d.organization_id = ANY (${organizations}) AND ${isPartPaid} AND rest.cents > 0) w
    GROUP BY 1, 2, 3 ORDER BY 3, 1, 2 LIMIT ${maxGroups}`.rows(db)
}

const paidRow = z.object({ company_id: z.int().nullable(), currency, matches: z.int(), cents: z.int() })
export type PaidRow = z.infer<typeof paidRow>

export async function sumPaid(db: Db, { family }: Tenant, since: string): Promise<PaidRow[]> {
  return sql(paidRow)`
    SELECT company_id, currency, count(*) AS matches, coalesce(sum(received_cents), 0)::bigint AS cents FROM donations
    WHERE organization_id = ANY (${[...family]}::bigint[]) AND counted AND received_cents <> 0 AND received_at >= ${since}
    GROUP BY 1, 2 ORDER BY 1, 2`.rows(db)
}

const delayRow = z.object({ company_id: z.int(), days: z.int().nullable() })
export type PaymentDelayRow = z.infer<typeof delayRow>

/** Each requires a lookup in the match's history. */
const maxInspectedPayments = 2_000

/** Null: no request was recorded. */
export async function listPaymentDelays(db: Db, { family }: Tenant): Promise<PaymentDelayRow[]> {
  return sql(delayRow)`
    WITH paid AS (
      SELECT organization_id, id, company_id, received_at FROM donations
      WHERE organization_id = ANY (${[...family]}::bigint[]) AND counted AND received_cents <> 0
        AND company_id IS NOT NULL
      ORDER BY received_at DESC, id DESC LIMIT ${maxInspectedPayments})
    SELECT p.company_id, (
      SELECT greatest(0, (p.received_at AT TIME ZONE 'UTC')::date - (min(e.at) AT TIME ZONE 'UTC')::date)
      FROM donation_events e WHERE e.organization_id = p.organization_id AND e.donation_id = p.id AND e.to_status_id = 4
      HAVING count(*) > 0) AS days
    FROM paid p WHERE p.company_id IS NOT NULL`.rows(db)
}

const nameRow = z.object({ id: z.int(), name: z.string() })

export async function listCompanyNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await sql(nameRow)`SELECT id, name FROM companies WHERE id = ANY (${[...ids]}::bigint[])`.rows(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const overdueRow = z.object({
  id: z.int(),
  company_id: z.int().nullable(),
  company_name: z.string(),
  donor_name: z.string(),
  given_on: z.string(),
  submitted_on: z.string(),
  amount_cents: z.int(),
  owed_cents: z.int(),
  received_cents: z.int(),
  received_on: z.string().nullable(),
  organization_name: z.string(),
  ein: z.string(),
  overdue: z.int(),
})

/** Longest wait first. Each row has the total count without the limit. */
export async function listOverdue(
  db: Db,
  { family }: Tenant,
  filter: {
    readonly debtors: readonly { readonly companyId: number; readonly before: string }[]
    readonly currency: 'USD' | 'CAD'
    readonly limit: number
  },
): Promise<z.infer<typeof overdueRow>[]> {
  const organizations = sql`${[...family]}::bigint[]`
  const isOfDebtor = sql`d.organization_id = ANY (${organizations}) AND d.company_id = a.company_id AND d.currency = ${filter.currency}`
  const debtors = sql`unnest(${filter.debtors.map(({ companyId }) => companyId)}::bigint[],
    ${filter.debtors.map(({ before }) => before)}::timestamptz[]) AS a (company_id, before)`
  return sql(overdueRow)`
    SELECT d.id, d.company_id, coalesce(c.name, d.employer_text) AS company_name, coalesce(nullif(p.name, ''), p.email) AS donor_name, d.donated_at::date AS given_on,
      w.submitted_on, d.amount_cents, w.owed_cents, w.overdue,
      d.received_cents, (d.received_at AT TIME ZONE 'UTC')::date AS received_on, o.name AS organization_name, o.ein
    FROM (
      SELECT owed.*, count(*) OVER () AS overdue FROM (
        SELECT d.organization_id, d.id, d.estimated_cents AS owed_cents, d.status_changed_at AS since,
          (d.status_changed_at AT TIME ZONE 'UTC')::date AS submitted_on
        FROM ${debtors}, donations d
        WHERE ${isOfDebtor} AND ${isAwaited} AND d.status_changed_at < a.before
        UNION ALL
        SELECT d.organization_id, d.id, rest.cents, d.received_at, coalesce(d.submitted_on, (d.received_at AT TIME ZONE 'UTC')::date)
        FROM ${debtors}, donations d CROSS JOIN LATERAL ${restOf(organizations)}
        WHERE ${isOfDebtor} AND ${isPartPaid} AND rest.cents > 0 AND d.received_at < a.before) owed
      ORDER BY since, id LIMIT ${filter.limit}) w
    JOIN donations d ON d.organization_id = w.organization_id AND d.id = w.id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    JOIN organizations o ON o.id = d.organization_id
    LEFT JOIN companies c ON c.id = d.company_id
    ORDER BY w.since, w.id`.rows(db)
}

const organizationRow = z.object({ name: z.string(), ein: z.string(), language: z.enum(['en', 'fr', 'es']) })

export async function findLetterhead(db: Db, { organizationId }: Tenant): Promise<z.infer<typeof organizationRow>> {
  const rows = await sql(
    organizationRow,
  )`SELECT name, ein, language FROM organizations WHERE id = ${organizationId}`.rows(db)
  const [row] = rows
  if (!row) throw new Error(`organization ${organizationId} was checked and is gone`)
  return row
}

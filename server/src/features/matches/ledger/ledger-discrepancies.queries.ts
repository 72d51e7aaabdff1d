import { plans } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

// Recomputed from matches, events, evaluations, and payouts. A test compares the status lists with
// `matching/src/billing/charges.ts`.

const faultRow = z.object({
  organization_id: z.int(),
  what: z.string(),
  /** Null if several entries together are wrong. */
  entry_id: z.int().nullable(),
  donation_id: z.int().nullable(),
  stands: z.string(),
  should_be: z.string(),
})
type BillingFault = z.infer<typeof faultRow>

const nothingDue = sql`d.merged_into_id IS NOT NULL OR d.inert OR d.unconfirmed OR d.status_id IN (13, 16)`
const dueNow = sql`CASE
  WHEN ${nothingDue} THEN 0
  WHEN c.basis = 'received' THEN share_of(greatest(d.received_cents, 0), c.basis_points)
  WHEN d.status_id IN (10, 11, 15, 19) THEN 0
  WHEN d.status_id IN (1, 3, 4, 5, 6, 7, 8, 20, 21, 22, 25, 28) THEN share_of(d.estimated_cents, c.basis_points)
  ELSE c.cents END`

const runningTotals = sql`
  SELECT e.*, sum(cents) OVER (PARTITION BY match_organization_id, donation_id ORDER BY id) AS through
  FROM ledger_entries e WHERE donation_id IS NOT NULL`

const prices = sql.join(plans.map(({ id, monthlyCents }) => sql`(${id}, ${monthlyCents}::bigint)`))

const checks: readonly Sql[] = [
  sql`SELECT c.payer_id AS organization_id, 'the lines of a match' AS what, NULL::bigint AS entry_id, c.donation_id,
      coalesce(l.cents, 0)::text AS stands, c.cents::text AS should_be
    FROM match_charges c LEFT JOIN (SELECT match_organization_id, donation_id, sum(cents) AS cents
      FROM ledger_entries WHERE donation_id IS NOT NULL GROUP BY 1, 2) l
      ON l.match_organization_id = c.organization_id AND l.donation_id = c.donation_id
    WHERE coalesce(l.cents, 0) <> c.cents`,
  sql`SELECT c.payer_id, 'the charge of a match', NULL, c.donation_id, c.cents::text, (${dueNow})::text
    FROM match_charges c JOIN donations d ON d.organization_id = c.organization_id AND d.id = c.donation_id
    WHERE c.cents <> ${dueNow}`,
  // Matches of an erased organization are deleted without a credit.
  sql`SELECT min(e.organization_id), 'the lines of a match that is gone', NULL, e.donation_id, sum(e.cents)::text, '0'
    FROM ledger_entries e WHERE e.donation_id IS NOT NULL AND NOT EXISTS (SELECT FROM match_charges c
      WHERE c.organization_id = e.match_organization_id AND c.donation_id = e.donation_id)
      AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = e.match_organization_id AND o.erasure_began_at IS NOT NULL)
    GROUP BY e.match_organization_id, e.donation_id HAVING sum(e.cents) <> 0`,
  sql`SELECT r.organization_id, 'the share of a line', r.id, r.donation_id, r.through::text,
      share_of(r.based_on_cents, r.basis_points)::text
    FROM (${runningTotals}) r WHERE r.through <> share_of(r.based_on_cents, r.basis_points)`,
  sql`SELECT r.organization_id, 'a second bill', r.id, r.donation_id, (r.through - r.cents)::text, '0'
    FROM (${runningTotals}) r WHERE r.why IN ('eligible', 'processed') AND r.through <> r.cents`,
  sql`SELECT e.organization_id, 'the status of a line', e.id, e.donation_id, e.status_id::text, h.to_status_id::text
    FROM ledger_entries e CROSS JOIN LATERAL (SELECT to_status_id FROM donation_events v
      WHERE v.organization_id = e.match_organization_id AND v.donation_id = e.donation_id AND v.version <= e.version
      ORDER BY v.id DESC LIMIT 1) h
    WHERE e.status_id <> h.to_status_id`,
  sql`SELECT e.organization_id, 'the estimate of a line', e.id, e.donation_id, e.based_on_cents::text,
      coalesce((SELECT v.estimated_cents::text FROM evaluations v
        WHERE v.organization_id = e.match_organization_id AND v.donation_id = e.donation_id AND v.at <= e.at
        ORDER BY v.id DESC LIMIT 1), 'nothing')
    FROM ledger_entries e JOIN donations d ON d.organization_id = e.match_organization_id AND d.id = e.donation_id
    WHERE e.why IN ('eligible', 'processed', 'changed') AND e.based_on_cents > 0
      AND NOT EXISTS (SELECT FROM evaluations v
        WHERE v.organization_id = e.match_organization_id AND v.donation_id = e.donation_id AND v.at <= e.at
          AND v.estimated_cents = e.based_on_cents)`,
  // A month costs the most expensive plan held in it.
  sql`SELECT e.organization_id, 'the price of a month', max(e.id), NULL, sum(e.cents)::text, max(p.cents)::text
    FROM ledger_entries e LEFT JOIN (VALUES ${prices}) AS p (plan, cents) ON p.plan = e.plan
    WHERE e.month IS NOT NULL GROUP BY e.organization_id, e.month HAVING sum(e.cents) IS DISTINCT FROM max(p.cents)`,
  sql`SELECT i.organization_id, 'invoice ' || i.id, NULL, NULL, concat_ws(' ', i.total_cents, i.lines, i.paid_cents),
      concat_ws(' ', l.cents, l.lines, l.paid)
    FROM invoices i CROSS JOIN LATERAL (SELECT coalesce(sum(cents) FILTER (WHERE kind <> 'payment'), 0) AS cents,
        count(*) FILTER (WHERE kind <> 'payment') AS lines, -coalesce(sum(cents) FILTER (WHERE kind = 'payment'), 0) AS paid
      FROM ledger_entries e WHERE e.organization_id = i.organization_id AND e.invoice_id = i.id) l
    WHERE (i.total_cents, i.lines, i.paid_cents) IS DISTINCT FROM (l.cents, l.lines, l.paid)`,
]

export async function listLedgerDiscrepancies(db: Db, atMost: number): Promise<BillingFault[]> {
  return sql(faultRow)`
    SELECT coalesce(organization_id, 0) AS organization_id, what, entry_id, donation_id, coalesce(stands, '') AS stands,
      coalesce(should_be, '') AS should_be
    FROM (${sql.join(checks, sql` UNION ALL `)}) AS faults
    ORDER BY organization_id, donation_id, entry_id LIMIT ${atMost}`.rows(db)
}

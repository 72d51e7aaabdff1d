import { currency } from '@twofold/contract'
import { type CampaignBilling, type ChargeReason, chargeStages } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../../platform/database/recordset.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

export const chargeRow = z.object({
  organization_id: z.int(),
  donation_id: z.int(),
  payer_id: z.int(),
  plan: z.string(),
  basis: z.enum(['estimate', 'received']),
  basis_points: z.int(),
  stage: z.enum(chargeStages),
  currency,
  based_on_cents: z.int(),
  cents: z.int(),
})
export type Charge = z.infer<typeof chargeRow>

const chargeTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  payer_id: 'bigint',
  plan: 'text',
  basis: 'text',
  basis_points: 'integer',
  stage: 'text',
  currency: 'text',
  based_on_cents: 'bigint',
  cents: 'bigint',
} as const satisfies ColumnTypes<Charge>

export async function listCharges(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<Map<number, Charge>> {
  if (donationIds.length === 0) return new Map()
  const rows = await sql.prepared(chargeRow)`
    SELECT ${columnNames(chargeTypes)} FROM match_charges
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[])
      AND donation_id = ANY (${[...donationIds]}::bigint[])`.rows(db)
  return new Map(rows.map((row) => [row.donation_id, row]))
}

/** SQL for the charge of the match `d` as `chargeRow`; null if it was never charged. */
export const chargeOfMatch: Sql = sql`(SELECT to_json(c) FROM (SELECT ${columnNames(chargeTypes)} FROM match_charges
  WHERE organization_id = d.organization_id AND donation_id = d.id) c)`

export async function saveCharges(db: Db, charges: readonly Charge[]): Promise<void> {
  await sql`
    INSERT INTO match_charges (${columnNames(chargeTypes)})
    SELECT ${columnNames(chargeTypes)} FROM ${recordset(chargeTypes, charges)}
    ON CONFLICT (organization_id, donation_id) DO UPDATE SET payer_id = excluded.payer_id, plan = excluded.plan,
      basis = excluded.basis, basis_points = excluded.basis_points, stage = excluded.stage,
      based_on_cents = excluded.based_on_cents, cents = excluded.cents`.execute(db)
}

export type ChargeEntry = {
  readonly organization_id: number
  readonly kind: 'bill' | 'credit'
  readonly why: ChargeReason
  readonly cents: number
  readonly currency: Charge['currency']
  readonly plan: string
  readonly basis_points: number
  readonly based_on_cents: number
  readonly match_organization_id: number
  readonly donation_id: number
  readonly status_id: number | null
}

const entryTypes = {
  organization_id: 'bigint',
  kind: 'text',
  why: 'text',
  cents: 'bigint',
  currency: 'text',
  plan: 'text',
  basis_points: 'integer',
  based_on_cents: 'bigint',
  match_organization_id: 'bigint',
  donation_id: 'bigint',
  status_id: 'smallint',
} as const satisfies ColumnTypes<ChargeEntry>

export async function insertChargeEntries(db: Db, entries: readonly ChargeEntry[], now: Date): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO ledger_entries (${columnNames(entryTypes)}, at, version)
      SELECT ${columnNames(entryTypes, 'r')}, ${now}::timestamptz, d.version FROM ${recordset(entryTypes, entries)}
      JOIN donations d ON d.organization_id = r.match_organization_id AND d.id = r.donation_id
      ORDER BY r.donation_id
      RETURNING id, kind, why, match_organization_id, donation_id)
    UPDATE donations d SET
      eligible_bill_id = CASE WHEN m.why = 'eligible' THEN m.id ELSE d.eligible_bill_id END,
      processed_bill_id = CASE WHEN m.why IN ('processed', 'received') THEN m.id ELSE d.processed_bill_id END
    FROM made m
    WHERE d.organization_id = m.match_organization_id AND d.id = m.donation_id AND m.kind = 'bill'
      AND d.eligible_bill_id IS NULL AND d.processed_bill_id IS NULL`.execute(db)
}

const payerRow = z.object({ organization_id: z.int(), payer_id: z.int(), plan: z.string().nullable() })
export type Payer = z.infer<typeof payerRow>

/** The payer of a chapter is its parent. A closed organization has no plan. */
export async function listPayers(db: Db, organizationIds: readonly number[]): Promise<Map<number, Payer>> {
  const rows = await sql(payerRow)`
    SELECT o.id AS organization_id, coalesce(p.id, o.id) AS payer_id,
      CASE WHEN coalesce(p.cancelled_at, o.cancelled_at) IS NOT NULL OR o.rule_deactivated OR p.rule_deactivated THEN NULL
        WHEN p.id IS NULL THEN o.plan ELSE p.plan END AS plan
    FROM organizations o LEFT JOIN organizations p ON p.id = o.parent_id AND o.is_premium = 'parent'
    WHERE o.id = ANY (${[...organizationIds]}::bigint[])`.rows(db)
  return new Map(rows.map((row) => [row.organization_id, row]))
}

const campaignRow = idRow.extend({ bill_eligible: z.boolean(), bill_processed: z.boolean() })

/** Matches of a chapter may belong to a campaign of its parent. */
export async function listCampaignBilling(
  db: Db,
  organizationIds: readonly number[],
  campaignIds: readonly number[],
): Promise<Map<number, CampaignBilling>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await sql(campaignRow)`
    SELECT id, bill_eligible, bill_processed FROM campaigns
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[])
      AND id = ANY (${[...new Set(campaignIds)]}::bigint[])`.rows(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const settingRow = z.object({ former: z.string() })

/** Lets the transaction also see these organizations. Returns the previous setting. */
export async function addVisibleOrganizations(db: Db, organizationIds: readonly number[]): Promise<string> {
  const rows = await sql(settingRow)`
    SELECT coalesce(current_setting('app.organizations', true), '') AS former`.rows(db)
  const former = rows[0]?.former ?? ''
  await restoreVisibleOrganizations(db, [former, ...organizationIds].filter((part) => part !== '').join(','))
  return former
}

export async function restoreVisibleOrganizations(db: Db, organizations: string): Promise<void> {
  await sql`SELECT FROM set_config('app.organizations', ${organizations}, true)`.execute(db)
}

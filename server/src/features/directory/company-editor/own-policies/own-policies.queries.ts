import { currency, type policies, toUnits } from '@twofold/contract'
import { pendingStatusIds, reevaluatedStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { recordset } from '../../../../platform/database/recordset.ts'
import { idRow, type Sql, sql } from '../../../../platform/database/sql.ts'

const ownRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  ratio: z.string().nullable(),
  min_amount_cents: z.int().nullable(),
  max_per_gift_cents: z.int().nullable(),
  max_per_year_cents: z.int().nullable(),
  deadline_rule: z.string().nullable(),
  note: z.string(),
  entered_by: z.string(),
  entered_at: z.string(),
})
export type OwnPolicyRow = z.infer<typeof ownRow>

const unitsOf = (cents: number | null): number | null => (cents === null ? null : toUnits(cents))

export const inUnits = (row: OwnPolicyRow) => ({
  min_amount: unitsOf(row.min_amount_cents),
  max_per_gift: unitsOf(row.max_per_gift_cents),
  max_per_year: unitsOf(row.max_per_year_cents),
})

const dollarsRow = z.object({ currency })

export async function getOrganizationCurrency(db: Db, { organizationId }: Tenant): Promise<z.infer<typeof currency>> {
  return sql(dollarsRow)`SELECT currency FROM organizations WHERE id = ${organizationId}`.value(db, 'currency', 'USD')
}

const listedAtMost = 100

export async function listOwnPolicyRows(db: Db, organizationId: number, companyId: number): Promise<OwnPolicyRow[]> {
  return sql(ownRow)`
    SELECT (own).id, (own).organization_id, to_char((own).start_date, 'YYYY-MM-DD') AS start_date,
      to_char((own).end_date, 'YYYY-MM-DD') AS end_date, (own).ratio, (own).min_amount_cents, (own).max_per_gift_cents,
      (own).max_per_year_cents, (own).deadline_rule, (own).note, u.name AS entered_by,
      to_json((own).entered_at) #>> '{}' AS entered_at
    FROM own_policies_reaching(ARRAY[${organizationId}::bigint], ARRAY[${companyId}::bigint])
    JOIN users u ON u.id = (own).entered_by
    ORDER BY (own).start_date DESC, (own).id DESC LIMIT ${listedAtMost}`.rows(db)
}

type Form = z.output<typeof policies.ownPolicyForm>
type Entered = { readonly organizationId: number; readonly companyId: number; readonly by: number; readonly now: Date }

const overlapRow = z.object({ start_date: z.string(), end_date: z.string().nullable() })

export async function findOverlap(
  db: Db,
  form: Form,
  { organizationId, companyId }: Entered,
): Promise<z.infer<typeof overlapRow> | null> {
  return sql(overlapRow)`
    SELECT to_char(start_date, 'YYYY-MM-DD') AS start_date, to_char(end_date, 'YYYY-MM-DD') AS end_date
    FROM own_policies WHERE organization_id = ${organizationId} AND company_id = ${companyId}
      AND id <> ${form.own_policy_id ?? 0}
      AND daterange(start_date, end_date, '[]') && daterange(${form.start_date}::date, ${form.end_date}::date, '[]')
    ORDER BY start_date LIMIT 1`.first(db)
}

const cents = (units: number | null): number | null => (units === null ? null : Math.round(units * 100))

export async function upsertOwnPolicy(db: Db, form: Form, entered: Entered): Promise<number | null> {
  const { organizationId, companyId, by, now } = entered
  const terms = sql`${form.start_date}::date, ${form.end_date}::date, ${form.ratio}::text,
    ${cents(form.min_amount)}::bigint, ${cents(form.max_per_gift)}::bigint, ${cents(form.max_per_year)}::bigint,
    ${form.deadline_rule || null}::text, ${form.note}::text, ${by}::bigint, ${now}::timestamptz`
  const columns = sql`start_date, end_date, ratio, min_amount_cents, max_per_gift_cents, max_per_year_cents,
    deadline_rule, note, entered_by, entered_at`
  const { rows } =
    form.own_policy_id === undefined
      ? await sql(idRow)`
          INSERT INTO own_policies (organization_id, company_id, ${columns})
          VALUES (${organizationId}, ${companyId}, ${terms}) RETURNING id`.execute(db)
      : await sql(idRow)`
          UPDATE own_policies SET (${columns}) = ROW (${terms})
          WHERE organization_id = ${organizationId} AND company_id = ${companyId} AND id = ${form.own_policy_id}
          RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

export async function deleteOwnPolicy(
  db: Db,
  which: { readonly organizationId: number; readonly companyId: number; readonly id: number },
): Promise<boolean> {
  const rows = await sql(idRow)`
    DELETE FROM own_policies WHERE organization_id = ${which.organizationId} AND company_id = ${which.companyId}
      AND id = ${which.id} RETURNING id`.rows(db)
  return rows.length > 0
}

const dayTypes = { start_date: 'date', end_date: 'date' } as const

export type AffectedGifts = {
  readonly organizationId: number
  readonly companyId: number
  readonly days: readonly Pick<OwnPolicyRow, 'start_date' | 'end_date'>[]
}

/** SQL: evaluating gifts on other days would only apply the passage of time and notify their donors. */
const evaluable = ({ organizationId, companyId, days }: AffectedGifts): Sql => sql`
  organization_id = ANY (ARRAY(SELECT id FROM organizations WHERE id = ${organizationId} OR parent_id = ${organizationId}))
    AND company_id = ${companyId} AND counted AND NOT inert AND status_id = ANY (${[...reevaluatedStatusIds]}::smallint[])
    AND payment_state <> 'refused' AND EXISTS (SELECT FROM ${recordset(dayTypes, days)}
      WHERE donated_at::date >= r.start_date AND donated_at::date <= coalesce(r.end_date, 'infinity'))`

export async function listEvaluableGifts(db: Db, concerned: AffectedGifts, limit: number): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM donations WHERE ${evaluable(concerned)} ORDER BY id LIMIT ${limit}`.column(db, 'id')
}

/** The caller must hold the evaluation lock. */
export async function scheduleOwnPolicyReevaluation(db: Db, concerned: AffectedGifts, now: Date): Promise<void> {
  await sql`UPDATE donations SET look_again_at = ${now} WHERE ${evaluable(concerned)}`.execute(db)
}

/** Above this number, the count is a lower bound, because a request waits. */
const countedAtMost = 20_000

const giftsRow = z.object({
  donors: z.int(),
  gifts: z.int(),
  open: z.int(),
  submitted: z.int(),
  completed: z.int(),
  is_whole: z.boolean(),
})

export async function countGiftsOfCompany(
  db: Db,
  organizationIds: readonly number[],
  companyId: number,
): Promise<z.infer<typeof giftsRow>> {
  const row = await sql(giftsRow)`
    SELECT count(DISTINCT donor_id) AS donors, count(*) AS gifts,
      count(*) FILTER (WHERE status_id = ANY (${[...pendingStatusIds]}::int[])) AS open,
      count(*) FILTER (WHERE status_id = 4) AS submitted, count(*) FILTER (WHERE status_id = 1) AS completed,
      count(*) < ${countedAtMost} AS is_whole
    FROM (SELECT donor_id, status_id FROM donations
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND company_id = ${companyId} AND counted
      LIMIT ${countedAtMost}) AS there`.first(db)
  if (!row) throw new Error('the count returned no row')
  return row
}

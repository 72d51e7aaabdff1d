import { bulkChanges, currency, mails, statusId } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { recordset } from '../../../../platform/database/recordset.ts'
import { idRow, type Sql, sql } from '../../../../platform/database/sql.ts'

const bulkRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  user_id: z.int(),
  level: z.enum(['write', 'admin', 'super']),
  action: z.enum(bulkChanges.bulkActions),
  state: bulkChanges.bulkChange.shape.state,
  undo_id: z.string(),
  total: z.int(),
  can: z.int(),
  cannot: bulkChanges.bulkChange.shape.cannot,
  review: mails.sendReview.nullable(),
  counted_to: z.int(),
  done: z.int(),
  refused: z.int(),
  undone: z.int(),
  kept: z.int(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  done_at: z.date().nullable(),
  user_name: z.string(),
})
export type BulkRow = z.infer<typeof bulkRow>

const columns = sql`${sql.columns(bulkRow.omit({ user_name: true }), 'b')}, u.name AS user_name`

type NewBulk = Pick<BulkRow, 'user_id' | 'level' | 'action' | 'undo_id'> & { readonly now: Date }

export async function insertBulkChange(db: Db, { organizationId }: Tenant, change: NewBulk): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO bulk_changes (organization_id, user_id, level, action, state, undo_id, total, can, cannot, created_at)
    VALUES (${organizationId}, ${change.user_id}, ${change.level}, ${change.action}, 'counting', ${change.undo_id}::uuid, 0, 0,
      '[]', ${change.now})
    RETURNING id`.first(db)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row.id
}

export async function insertBulkRows(
  db: Db,
  { organizationId }: Tenant,
  bulkId: number,
  condition: Sql,
  atMost: number,
): Promise<number> {
  const { count } = await sql`
    INSERT INTO bulk_rows (organization_id, bulk_id, place, gift_organization_id, donation_id, status_id)
    SELECT ${organizationId}, ${bulkId}, row_number() OVER (ORDER BY f.organization_id, f.donor_id, f.id), f.organization_id, f.id,
      f.status_id
    FROM (SELECT d.organization_id, d.donor_id, d.id, d.status_id FROM donations d WHERE ${condition} LIMIT ${atMost}) f`.execute(
    db,
  )
  return count
}

export const hasIds = (
  { family }: Tenant,
  ids: readonly number[],
): Sql => sql`(d.counted OR d.unconfirmed AND d.deleted_at IS NULL)
  AND d.organization_id = ANY (${[...family]}::bigint[]) AND d.id = ANY (${[...ids]}::bigint[])`

const factRow = z.object({
  status_id: statusId,
  previous_status_id: statusId.nullable(),
  inert: z.boolean(),
  silenced: z.boolean(),
  unconfirmed: z.boolean(),
  refunded_bill_id: z.int().nullable(),
  processed_bill_id: z.int().nullable(),
  eligible_bill_id: z.int().nullable(),
  status_changed_at: z.date(),
  count: z.int(),
})
export type FactGroup = z.infer<typeof factRow>

// Coarse enough for grouping: whether a bill exists instead of its id, and dates by day or minute.
const facts = {
  status_id: sql`d.status_id`,
  previous_status_id: sql`d.previous_status_id`,
  inert: sql`d.inert`,
  silenced: sql`d.silenced`,
  unconfirmed: sql`d.unconfirmed`,
  refunded: sql`(d.refunded_bill_id IS NOT NULL)::int`,
  processed: sql`(d.processed_bill_id IS NOT NULL)::int`,
  eligible: sql`(d.eligible_bill_id IS NOT NULL)::int`,
  since: sql`CASE WHEN d.status_id = 12 THEN date_trunc('minute', d.status_changed_at) ELSE 'epoch' END`,
} as const
const factColumns = sql.join(Object.entries(facts).map(([name, fact]) => sql`${fact} AS ${sql.ref(name)}`))
/** SQL: donation `d` is of kind `k`. `=` for columns that are never null allows a hash join. */
const isOfGroup = sql.join(
  Object.entries(facts).map(([name, fact]) => {
    const same = name === 'previous_status_id' ? sql`IS NOT DISTINCT FROM` : sql`=`
    return sql`${fact} ${same} ${sql.ref(`k.${name}`)}`
  }),
  sql` AND `,
)
const rowsOf = ({ organizationId, family }: Tenant, bulkId: number): Sql => sql`bulk_rows r
  JOIN donations d ON d.organization_id = r.gift_organization_id AND d.id = r.donation_id
  WHERE r.organization_id = ${organizationId} AND r.bulk_id = ${bulkId} AND d.organization_id = ANY (${[...family]}::bigint[])`

/** Groups by facts that the rules read: the number of groups does not grow with the matches. */
export async function listFactGroups(db: Db, tenant: Tenant, bulkId: number): Promise<FactGroup[]> {
  return sql(factRow)`
    SELECT k.status_id, k.previous_status_id, k.inert, k.silenced, k.unconfirmed, nullif(k.refunded, 0) AS refunded_bill_id,
      nullif(k.processed, 0) AS processed_bill_id, nullif(k.eligible, 0) AS eligible_bill_id, k.since AS status_changed_at,
      count(*) AS count
    FROM (SELECT ${factColumns} FROM ${rowsOf(tenant, bulkId)}) k
    GROUP BY k.status_id, k.previous_status_id, k.inert, k.silenced, k.unconfirmed, k.refunded, k.processed, k.eligible, k.since`.rows(
    db,
  )
}

const groupTypes = {
  status_id: 'smallint',
  previous_status_id: 'smallint',
  inert: 'boolean',
  silenced: 'boolean',
  unconfirmed: 'boolean',
  refunded: 'integer',
  processed: 'integer',
  eligible: 'integer',
  since: 'timestamptz',
  why: 'text',
} as const

export async function markUnchangeable(
  db: Db,
  tenant: Tenant,
  bulkId: number,
  groups: readonly (FactGroup & { readonly why: string })[],
): Promise<void> {
  if (groups.length === 0) return
  const groupRows = groups.map((kind) => ({
    ...kind,
    refunded: Number(kind.refunded_bill_id !== null),
    processed: Number(kind.processed_bill_id !== null),
    eligible: Number(kind.eligible_bill_id !== null),
    since: kind.status_changed_at,
  }))
  const { organizationId, family } = tenant
  // One pass: statistics lack a change that was just stored, so a self-join would be a nested loop.
  await sql`
    UPDATE bulk_rows r SET outcome = 'cannot', why = k.why
    FROM donations d, ${recordset(groupTypes, groupRows, 'k')}
    WHERE r.organization_id = ${organizationId} AND r.bulk_id = ${bulkId} AND d.organization_id = r.gift_organization_id
      AND d.id = r.donation_id AND d.organization_id = ANY (${[...family]}::bigint[]) AND ${isOfGroup}`.execute(db)
}

type BulkSummary = Pick<BulkRow, 'total' | 'can' | 'cannot'> & { readonly isReady: boolean }

export async function saveSummary(db: Db, { organizationId }: Tenant, id: number, summary: BulkSummary): Promise<void> {
  await sql`
    UPDATE bulk_changes SET total = ${summary.total}, can = ${summary.can}, cannot = ${JSON.stringify(summary.cannot)}::jsonb,
      state = ${summary.isReady ? 'ready' : 'counting'}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

export async function findBulkChange(db: Db, { organizationId }: Tenant, id: number): Promise<BulkRow | null> {
  return sql(bulkRow)`
    SELECT ${columns} FROM bulk_changes b JOIN users u ON u.id = b.user_id
    WHERE b.organization_id = ${organizationId} AND b.id = ${id}`.first(db)
}

/** Only one step of a change runs at a time. */
export async function lockBulkChange(db: Db, { organizationId }: Tenant, id: number): Promise<BulkRow | null> {
  return sql(bulkRow)`
    SELECT ${columns} FROM bulk_changes b JOIN users u ON u.id = b.user_id
    WHERE b.organization_id = ${organizationId} AND b.id = ${id} FOR UPDATE OF b`.first(db)
}

/** Steps lock people and not the family, but update email counters in no fixed order. */
export async function lockSteps(db: Db, { organizationId }: Tenant): Promise<void> {
  await sql.prepared`
    SELECT pg_advisory_xact_lock(hashtextextended('many ' || coalesce(parent_id, id), 0)) FROM organizations
    WHERE id = ${organizationId}`.execute(db)
}

const listedAtMost = 20

export async function listStarted(db: Db, { organizationId }: Tenant): Promise<BulkRow[]> {
  return sql(bulkRow)`
    SELECT ${columns} FROM bulk_changes b JOIN users u ON u.id = b.user_id
    WHERE b.organization_id = ${organizationId} AND b.started_at IS NOT NULL
    ORDER BY b.created_at DESC, b.id DESC LIMIT ${listedAtMost}`.rows(db)
}

const itemRow = z.object({ place: z.int(), donation_id: z.int(), status_id: statusId })
export type BulkItem = z.infer<typeof itemRow>

export async function listPendingItems(
  db: Db,
  { organizationId }: Tenant,
  bulkId: number,
  after: number,
  atMost: number,
): Promise<BulkItem[]> {
  return sql(itemRow)`
    SELECT place, donation_id, status_id FROM bulk_rows
    WHERE organization_id = ${organizationId} AND bulk_id = ${bulkId} AND outcome IS NULL AND place > ${after}
    ORDER BY place LIMIT ${atMost}`.rows(db)
}

type Outcome = {
  readonly donation_id: number
  readonly outcome: 'done' | 'refused' | 'undone' | 'kept'
  readonly why: string
}
const outcomeTypes = { donation_id: 'bigint', outcome: 'text', why: 'text' } as const

export async function saveOutcomes(
  db: Db,
  { organizationId }: Tenant,
  bulkId: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    WITH noted AS (
      UPDATE bulk_rows b SET outcome = r.outcome, why = r.why FROM ${recordset(outcomeTypes, outcomes)}
      WHERE b.organization_id = ${organizationId} AND b.bulk_id = ${bulkId} AND b.donation_id = r.donation_id
      RETURNING b.outcome)
    UPDATE bulk_changes SET done = done + (SELECT count(*) FROM noted WHERE outcome = 'done'),
      refused = refused + (SELECT count(*) FROM noted WHERE outcome = 'refused'),
      undone = undone + (SELECT count(*) FROM noted WHERE outcome = 'undone'),
      kept = kept + (SELECT count(*) FROM noted WHERE outcome = 'kept')
    WHERE organization_id = ${organizationId} AND id = ${bulkId}`.execute(db)
}

export async function saveReview(
  db: Db,
  { organizationId }: Tenant,
  id: number,
  step: { readonly from: number; readonly to: number; readonly review: mails.SendReview },
): Promise<void> {
  await sql`
    UPDATE bulk_changes SET counted_to = ${step.to}, review = ${JSON.stringify(step.review)}::jsonb
    WHERE organization_id = ${organizationId} AND id = ${id} AND counted_to = ${step.from}
      AND state = 'counting'`.execute(db)
}

export async function transitionBulkChange(
  db: Db,
  { organizationId }: Tenant,
  id: number,
  step: { readonly from: BulkRow['state']; readonly to: BulkRow['state']; readonly now: Date },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE bulk_changes SET state = ${step.to},
      started_at = CASE WHEN ${step.to} = 'running' THEN ${step.now}::timestamptz ELSE started_at END,
      done_at = CASE WHEN ${step.to} = 'done' THEN ${step.now}::timestamptz ELSE done_at END
    WHERE organization_id = ${organizationId} AND id = ${id} AND state = ${step.from}`.execute(db)
  return count === 1
}

export async function listStillCancelled(
  db: Db,
  { organizationId, family }: Tenant,
  bulkId: number,
  atMost: number,
): Promise<BulkItem[]> {
  return sql(itemRow)`
    SELECT r.place, r.donation_id, d.status_id FROM bulk_rows r
    JOIN donations d ON d.organization_id = r.gift_organization_id AND d.id = r.donation_id
    WHERE r.organization_id = ${organizationId} AND r.bulk_id = ${bulkId} AND r.outcome = 'done'
      AND d.organization_id = ANY (${[...family]}::bigint[])
    ORDER BY r.place LIMIT ${atMost}`.rows(db)
}

const unchangedRow = z.object({
  place: z.int(),
  donation_id: z.int(),
  donor_name: z.string(),
  amount_cents: z.int(),
  currency,
  why: z.string(),
})

export async function listUnchangedItems(
  db: Db,
  { organizationId, family }: Tenant,
  bulkId: number,
  after: number,
): Promise<z.infer<typeof unchangedRow>[]> {
  return sql(unchangedRow)`
    SELECT r.place, r.donation_id, p.name AS donor_name, d.amount_cents, d.currency, r.why
    FROM (SELECT * FROM bulk_rows WHERE organization_id = ${organizationId} AND bulk_id = ${bulkId}
      AND outcome IN ('cannot', 'refused', 'kept') AND place > ${after} ORDER BY place LIMIT ${bulkChanges.skippedPageSize}) r
    JOIN donations d ON d.organization_id = r.gift_organization_id AND d.id = r.donation_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ANY (${[...family]}::bigint[])
    ORDER BY r.place`.rows(db)
}

/** Each new change deletes this many, since a change may have 100,000 rows. */
const deletedAtOnce = 2

export async function deleteOldBulkChanges(
  db: Db,
  { organizationId }: Tenant,
  before: { readonly notStarted: Date; readonly all: Date },
): Promise<void> {
  await sql`
    DELETE FROM bulk_changes WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM bulk_changes WHERE organization_id = ${organizationId} AND created_at < ${before.notStarted}
        AND (created_at < ${before.all} OR started_at IS NULL) ORDER BY created_at LIMIT ${deletedAtOnce})`.execute(db)
}

import { currency, type review } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

/** Every statement here looks across organizations, for super users and for the job that does what they said. */

const groupRow = z.object({
  key: z.string(),
  employer_text: z.string(),
  gifts: z.int(),
  organizations: z.int(),
  organization_names: z.array(z.string()),
  sums: z.array(z.object({ currency, cents: z.int() })),
  oldest: z.string(),
})
type GroupRow = z.infer<typeof groupRow>

const totals = z.object({ total: z.int(), all_gifts: z.int() })

const pageRow = groupRow.extend(totals.shape)

/** Employers by how many gifts wait for them, among the first `lookedAt` gifts; those being resolved right now are left out. */
export async function listGroups(
  db: Db,
  { limit, offset, lookedAt }: { limit: number; offset: number; lookedAt: number },
): Promise<{ rows: GroupRow[]; total: number; gifts: number }> {
  const { rows } = await sql(pageRow)`
    WITH waiting AS (
      SELECT organization_id, employer_text, amount_cents, currency, donated_at, employer_key(employer_text) AS key
      FROM donations WHERE status_id = 2 AND counted ORDER BY id LIMIT ${lookedAt}),
    grouped AS (
      SELECT key, mode() WITHIN GROUP (ORDER BY employer_text) AS employer_text, count(*) AS gifts,
        array_agg(DISTINCT organization_id) AS organization_ids, min(donated_at)::date AS oldest,
        coalesce(sum(amount_cents) FILTER (WHERE currency = 'USD'), 0)::bigint AS usd,
        coalesce(sum(amount_cents) FILTER (WHERE currency = 'CAD'), 0)::bigint AS cad
      FROM waiting
      WHERE key <> ALL (SELECT employer_key FROM employer_resolutions WHERE done_at IS NULL)
      GROUP BY key)
    SELECT key, employer_text, gifts, cardinality(organization_ids) AS organizations, oldest,
      ARRAY(SELECT o.name FROM organizations o WHERE o.id = ANY (organization_ids[1:3]) ORDER BY o.name) AS organization_names,
      json_build_array(json_build_object('currency', 'USD', 'cents', usd), json_build_object('currency', 'CAD', 'cents', cad))
        AS sums,
      count(*) OVER () AS total, (sum(gifts) OVER ())::bigint AS all_gifts
    FROM grouped ORDER BY gifts DESC, key LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0, gifts: rows[0]?.all_gifts ?? 0 }
}

/** Whether more gifts wait than one look takes in. */
export async function waitMoreThan(db: Db, donations: number): Promise<boolean> {
  const { count } = await sql`
    SELECT FROM donations WHERE status_id = 2 AND counted ORDER BY id OFFSET ${donations} LIMIT 1`.execute(db)
  return count > 0
}

const waitingDonation = z.object({ organization_id: z.int(), id: z.int(), employer_text: z.string() })
export type WaitingDonation = z.infer<typeof waitingDonation>

/** Gifts that wait for this employer, in order of their ids. */
export async function listWaiting(db: Db, key: string, afterId: number, limit: number): Promise<WaitingDonation[]> {
  const { rows } = await sql(waitingDonation)`
    SELECT organization_id, id, employer_text FROM donations_waiting_for(${key}, ${afterId}, ${limit})`.execute(db)
  return rows
}

const chosen = z.object({ id: z.int(), name: z.string(), isNew: z.boolean() })
type Chosen = z.infer<typeof chosen>

export async function findCompany(db: Db, id: number): Promise<Chosen | null> {
  const { rows } = await sql(chosen)`SELECT id, name, false AS "isNew" FROM companies WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A company of that name: the one there is, or a new one whose program is unknown. */
export async function getOrInsertCompany(db: Db, name: string): Promise<Chosen> {
  const { rows } = await sql(chosen)`
    WITH known AS (SELECT id, name, false AS "isNew" FROM companies WHERE lower(name) = lower(${name}) ORDER BY id LIMIT 1),
    added AS (INSERT INTO companies (name, origin) SELECT ${name}, 'super' WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id, name, xmax = 0 AS "isNew")
    SELECT * FROM known UNION ALL SELECT * FROM added`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  return row
}

/** False where the company is called that already. */
export async function insertAlias(db: Db, companyId: number, name: string): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO company_aliases (company_id, name)
    SELECT ${companyId}, ${name} WHERE NOT EXISTS (SELECT FROM companies WHERE id = ${companyId} AND lower(name) = lower(${name}))
    ON CONFLICT DO NOTHING`.execute(db)
  return count === 1
}

type NewResolution = {
  readonly key: string
  readonly text: string
  readonly companyId: number
  readonly companyName: string
  readonly companyAdded: boolean
  readonly addAlias: boolean
  readonly userId: number
  readonly address: string
  readonly requestId: string
  readonly now: Date
}

/** Null where somebody else has just resolved the same employer. */
export async function insertResolution(db: Db, given: NewResolution): Promise<number | null> {
  const { rows } = await sql(idRow)`
    INSERT INTO employer_resolutions (employer_key, employer_text, company_id, company_name, company_added, add_alias, user_id, address, request_id,
      created_at)
    VALUES (${given.key}, ${given.text}, ${given.companyId}, ${given.companyName}, ${given.companyAdded}, ${given.addAlias}, ${given.userId}, ${given.address},
      ${given.requestId}, ${given.now})
    ON CONFLICT (employer_key) WHERE done_at IS NULL DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

const resolutionRow = z.object({
  id: z.int(),
  employer_key: z.string(),
  employer_text: z.string(),
  company_id: z.int().nullable(),
  company_name: z.string(),
  add_alias: z.boolean(),
  user_id: z.int(),
  user_name: z.string(),
  address: z.string(),
  request_id: z.string(),
  gifts: z.int(),
  last_id: z.int(),
  created_at: z.date(),
  begun_at: z.date().nullable(),
  done_at: z.date().nullable(),
  undone_at: z.date().nullable(),
  undone_by: z.int().nullable(),
  undone_from: z.string(),
  undo_request_id: z.string(),
  undo_done_at: z.date().nullable(),
})
export type ResolutionRow = z.infer<typeof resolutionRow>

export async function findResolution(db: Db, id: number): Promise<ResolutionRow | null> {
  const { rows } = await sql(resolutionRow)`${resolutions} WHERE r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function listRecentResolutions(db: Db): Promise<ResolutionRow[]> {
  const { rows } = await sql(resolutionRow)`${resolutions} ORDER BY r.id DESC LIMIT 10`.execute(db)
  return rows
}

const resolutions = sql`
  SELECT ${sql.columns(resolutionRow.omit({ user_name: true }), 'r')}, u.name AS user_name FROM employer_resolutions r JOIN users u ON u.id = r.user_id`

/** Evaluated up to `lastId`: in the transaction that evaluated. False where another run of the same job has gone further. */
export async function moveResolution(
  db: Db,
  id: number,
  step: { readonly from: number; readonly to: number; readonly gifts: number },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE employer_resolutions SET last_id = ${step.to}, gifts = gifts + ${step.gifts}
    WHERE id = ${id} AND last_id = ${step.from} AND done_at IS NULL AND undone_at IS NULL`.execute(db)
  return count === 1
}

export async function finishResolution(db: Db, id: number, now: Date): Promise<void> {
  await sql`UPDATE employer_resolutions SET done_at = ${now} WHERE id = ${id} AND done_at IS NULL`.execute(db)
}

const undoableDays = 7

export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoableDays * 86_400_000)

const stateOf = ({ done_at, undone_at, undo_done_at }: ResolutionRow): review.Resolution['state'] => {
  if (undo_done_at) return 'undone'
  if (undone_at) return 'undoing'
  return done_at ? 'done' : 'running'
}

export const presentResolution = (row: ResolutionRow, now: Date): review.Resolution => ({
  id: row.id,
  employer_text: row.employer_text,
  company: { id: row.company_id, name: row.company_name },
  add_alias: row.add_alias,
  state: stateOf(row),
  can_undo: row.undone_at === null && row.created_at >= undoableSince(now),
  gifts: row.gifts,
  by: row.user_name,
  at: row.created_at.toISOString(),
})

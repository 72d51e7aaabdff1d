import { directory } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

/** Rows that a merge of two companies moved. */
const movedRows = z.object({
  merged_id: z.int(),
  domains: z.array(z.string()),
  subsidiaries: z.array(z.int()),
  former: z.array(z.int()),
  suggestions: z.array(z.int()),
  own_policies: z.array(z.int()),
  campaigns: z.array(z.int()),
  group_submissions: z.array(z.int()),
  employer_resolutions: z.array(z.int()),
  reports: z.array(z.int()).default([]),
})
export type MovedRows = z.infer<typeof movedRows>

/** Rows that a merge of two platforms moved. */
const movedPlatform = z.object({
  merged_id: z.string(),
  /** Includes former versions, which matches reference. */
  policies: z.array(z.int()),
  former: z.array(z.string()),
  aliases: z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
})
export type MovedPlatform = z.infer<typeof movedPlatform>

const rateRow = z.object({ since: z.string(), cad_per_usd: z.number(), source: z.string() })

const undoData = z.object({
  merge: movedRows.nullish(),
  company: z.object({ before: z.unknown(), after: z.unknown(), was_edited: z.boolean() }).nullish(),
  platform: z.object({ id: z.string(), before: z.unknown(), after: z.unknown(), was_edited: z.boolean() }).nullish(),
  platform_merge: movedPlatform.nullish(),
  rate: z.object({ before: rateRow.nullable(), after: rateRow }).nullish(),
  superseded: z.array(z.int()).default([]),
  entered: z.array(z.int()).default([]),
  /** Undo evaluates restored matches again. */
  looks_again: z.boolean().default(false),
})
export type UndoData = z.output<typeof undoData>

type NewChange = {
  readonly at: Date
  readonly userId: number
  readonly kind: directory.DirectoryChange['kind']
  readonly companyId: number | null
  readonly subject: string
  readonly changes: directory.DirectoryChange['changes']
  readonly undo: UndoData
  readonly companyIds: readonly number[]
  readonly gifts: number
  readonly address: string
  readonly requestId: string
  readonly partOf?: number
  readonly undoId?: string | null
}

/** Returns ids in the given order. */
export async function insertChanges(db: Db, changes: readonly NewChange[]): Promise<number[]> {
  const input = changes.map(({ userId, companyId, companyIds, requestId, partOf = null, undoId = null, ...line }) => ({
    ...line,
    user_id: userId,
    company_id: companyId,
    company_ids: companyIds,
    request_id: requestId,
    part_of: partOf,
    undo_id: undoId,
  }))
  const rows = await sql(idRow)`
    INSERT INTO directory_changes (at, user_id, kind, company_id, subject, changes, undo, company_ids, gifts, address, request_id,
      part_of, undo_id)
    SELECT at, user_id, kind, company_id, subject, changes, undo, company_ids, gifts, address, request_id, part_of, undo_id
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(input)}::json)
      AS (at timestamptz, user_id bigint, kind text, company_id bigint, subject text, changes jsonb, undo jsonb,
        company_ids bigint[], gifts integer, address text, request_id text, part_of bigint, undo_id uuid)) WITH ORDINALITY
      AS g (at, user_id, kind, company_id, subject, changes, undo, company_ids, gifts, address, request_id, part_of, undo_id, place)
    ORDER BY place RETURNING id`.rows(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

const changeRow = z.object({
  id: z.int(),
  at: z.date(),
  by: z.string(),
  kind: directory.directoryChange.shape.kind,
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  company_id: z.int().nullable(),
  company_ids: z.array(z.int()),
  subject: z.string(),
  changes: directory.directoryChange.shape.changes,
  undo: undoData,
  undo_id: z.uuid().nullable(),
  gifts: z.int(),
  left: z.int(),
  undone_by: z.string().nullable(),
  is_last: z.boolean(),
  not_restored: z.array(z.int()),
})
export type ChangeRow = z.infer<typeof changeRow>

/** Above this number, the count is a lower bound, because a request waits. */
const countedAtMost = 100_000

const isLaterChange = (of: Sql): Sql => sql`l.company_id = ${of}.company_id AND l.id > c.id AND l.undone_at IS NULL
      AND (jsonb_typeof(l.undo -> 'company') = 'object' AND jsonb_typeof(${of}.undo -> 'company') = 'object'
        OR EXISTS (SELECT FROM jsonb_array_elements(${of}.undo -> 'entered') e WHERE l.undo -> 'superseded' @> e))`

/** SQL: no later change in effect has the same platform or data of a company; for a file, of any of its companies. */
const isLast = sql`NOT EXISTS (
    SELECT FROM directory_changes l WHERE c.kind = 'platform' AND l.kind = 'platform'
      AND l.undo -> 'platform' ->> 'id' = c.undo -> 'platform' ->> 'id' AND l.id > c.id AND l.undone_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM directory_changes l WHERE ${isLaterChange(sql`c`)})
  AND NOT EXISTS (
    SELECT FROM directory_changes p JOIN directory_changes l ON ${isLaterChange(sql`p`)}
    WHERE c.kind = 'file' AND p.part_of = c.id AND p.undone_at IS NULL AND l.part_of IS DISTINCT FROM c.id)`

/** SQL: with the number of affected gifts that have not been evaluated since. Crosses organizations. */
const rowsWhere = (where: Sql): Sql => sql`
  SELECT c.id, c.at, u.name AS by, c.kind, c.company_id, c.company_ids, c.subject, c.changes, c.undo, c.undo_id, c.gifts + c.moving AS gifts, v.name AS undone_by,
    ${isLast} AS is_last,
    ARRAY(SELECT donation_id::integer FROM match_journal j WHERE j.operation_id = c.undo_id AND j.not_restored AND c.undone_at IS NOT NULL
      ORDER BY donation_id LIMIT ${directory.maxNotRestoredShown}) AS not_restored,
    (SELECT json_build_object('id', k.id, 'name', k.name) FROM companies k WHERE k.id = c.company_id) AS company,
    (SELECT count(*) FROM (SELECT FROM directory_change_gifts g
      WHERE g.change_id = c.id AND g.done = (c.undone_at IS NOT NULL) LIMIT ${countedAtMost}) moving)::integer
    + CASE WHEN c.gifts = 0 THEN 0 ELSE least(c.gifts, (SELECT count(*) FROM (
      SELECT FROM donations d WHERE d.company_id = ANY (
          SELECT id FROM companies k WHERE k.id = ANY (c.company_ids) OR k.parent_id = ANY (c.company_ids))
        AND d.counted AND d.directory_changed AND d.look_again_at = coalesce(c.undone_at, c.at)
      LIMIT ${countedAtMost}) waiting)) END::integer AS left
  FROM directory_changes c JOIN users u ON u.id = c.user_id LEFT JOIN users v ON v.id = c.undone_by
  ${where}`

async function list(db: Db, where: Sql): Promise<ChangeRow[]> {
  return sql(changeRow)`${rowsWhere(where)}`.rows(db)
}

export const listChanges = (
  db: Db,
  { before, companyId, limit }: { before: number | null; companyId: number | null; limit: number },
): Promise<ChangeRow[]> =>
  list(
    db,
    sql`WHERE (${before}::bigint IS NULL OR c.id < ${before})
      AND ${companyId === null ? sql`c.part_of IS NULL` : sql`c.company_id = ${companyId}`}
    ORDER BY c.id DESC LIMIT ${limit}`,
  )

export const findChange = async (db: Db, id: number): Promise<ChangeRow | null> =>
  (await list(db, sql`WHERE c.id = ${id}`))[0] ?? null

export const listChangesOfFile = (db: Db, id: number): Promise<ChangeRow[]> =>
  list(db, sql`WHERE c.part_of = ${id} AND c.undone_at IS NULL ORDER BY c.id DESC`)

/** Returns how many were not already undone. */
export async function markUndone(
  db: Db,
  ids: readonly number[],
  { by, now, gifts }: { by: number; now: Date; gifts: number },
): Promise<number> {
  const { count } = await sql`
    UPDATE directory_changes SET undone_at = ${now}, undone_by = ${by}, gifts = ${gifts}
    WHERE id = ANY (${[...ids]}::bigint[]) AND undone_at IS NULL`.execute(db)
  return count
}

const actorRow = z.object({
  id: z.int(),
  address: z.string(),
  request_id: z.string(),
  kept_name: z.string(),
  merged_name: z.string(),
})

export async function findMergeActor(db: Db, id: number): Promise<z.infer<typeof actorRow> | null> {
  return sql(actorRow)`
    SELECT coalesce(c.undone_by, c.user_id) AS id, CASE WHEN c.undone_by IS NULL THEN c.address ELSE '' END AS address,
      CASE WHEN c.undone_by IS NULL THEN c.request_id ELSE '' END AS request_id, k.name AS kept_name, m.name AS merged_name
    FROM directory_changes c JOIN companies k ON k.id = c.company_id
    JOIN companies m ON m.id = (c.undo -> 'merge' ->> 'merged_id')::bigint WHERE c.id = ${id}`.first(db)
}

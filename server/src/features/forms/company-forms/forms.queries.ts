import { companyForms } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { bytes, sql } from '../../../platform/database/sql.ts'

const storedForm = z.object({
  company_id: z.int(),
  name: z.string(),
  file_key: z.string(),
  sha256: bytes,
  pages: z.array(companyForms.formPage),
  fields: z.array(companyForms.formField),
  placements: z.array(companyForms.placement),
  uploaded_at: z.string(),
})
export type StoredForm = z.infer<typeof storedForm>

export async function findForm(db: Db, companyId: number): Promise<StoredForm | null> {
  return sql(storedForm)`
    SELECT company_id, name, file_key, sha256, pages, fields, placements, to_json(uploaded_at) #>> '{}' AS uploaded_at
    FROM company_forms WHERE company_id = ${companyId}`.first(db)
}

const nameRow = z.object({ name: z.string() })

/**
 * Serializes uploads, so that the later one stays. NO KEY UPDATE avoids a deadlock with evaluations, which lock gifts
 * first.
 */
export async function lockCompany(db: Db, companyId: number): Promise<string | null> {
  return sql(nameRow)`SELECT name FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`.value(db, 'name')
}

export type NewForm = Omit<StoredForm, 'uploaded_at'> & { readonly userId: number | null; readonly now: Date }

export async function insertForm(db: Db, form: NewForm): Promise<void> {
  await sql`
    INSERT INTO company_forms (company_id, name, file_key, sha256, pages, fields, placements, uploaded_by, uploaded_at)
    VALUES (${form.company_id}, ${form.name}, ${form.file_key}, ${form.sha256}, ${JSON.stringify(form.pages)}::jsonb,
      ${JSON.stringify(form.fields)}::jsonb, ${JSON.stringify(form.placements)}::jsonb, ${form.userId}, ${form.now})`.execute(
    db,
  )
}

export async function updatePlacements(
  db: Db,
  companyId: number,
  placements: readonly companyForms.Placement[],
): Promise<void> {
  await sql`UPDATE company_forms SET placements = ${JSON.stringify(placements)}::jsonb
    WHERE company_id = ${companyId}`.execute(db)
}

export async function archiveForm(
  db: Db,
  companyId: number,
  { userId, now }: { readonly userId: number | null; readonly now: Date },
): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM company_forms WHERE company_id = ${companyId} RETURNING *)
    INSERT INTO former_company_forms
      (company_id, name, file_key, sha256, pages, fields, placements, uploaded_by, uploaded_at, ended_by, ended_at)
    SELECT company_id, name, file_key, sha256, pages, fields, placements, uploaded_by, uploaded_at, ${userId}::bigint, ${now}::timestamptz
    FROM gone`.execute(db)
}

const keyRow = z.object({ file_key: z.string() })

/** Returns their files, which are now unreferenced. */
export async function deleteOldFormRevisions(db: Db, companyId: number): Promise<string[]> {
  return sql(keyRow)`
    DELETE FROM former_company_forms WHERE company_id = ${companyId} AND id NOT IN (
      SELECT id FROM former_company_forms WHERE company_id = ${companyId}
      ORDER BY id DESC LIMIT ${companyForms.formLimits.former})
    RETURNING file_key`.column(db, 'file_key')
}

const formerRow = z.object({
  id: z.int(),
  name: z.string(),
  uploaded_at: z.string(),
  ended_at: z.string(),
  ended_by: z.string(),
  places: z.int(),
})

export async function listFormRevisions(db: Db, companyId: number): Promise<companyForms.FormRevision[]> {
  return sql(formerRow)`
    SELECT f.id, f.name, to_json(f.uploaded_at) #>> '{}' AS uploaded_at, to_json(f.ended_at) #>> '{}' AS ended_at,
      coalesce(u.name, '') AS ended_by, coalesce(jsonb_array_length(f.placements), 0) AS places
    FROM former_company_forms f LEFT JOIN users u ON u.id = f.ended_by
    WHERE f.company_id = ${companyId} ORDER BY f.id DESC LIMIT ${companyForms.formLimits.former}`.rows(db)
}

/** When there is no current form. Returns its name; null if the company has no such form. */
export async function restoreFormRevision(db: Db, companyId: number, id: number): Promise<string | null> {
  return sql(nameRow)`
    WITH taken AS (DELETE FROM former_company_forms WHERE company_id = ${companyId} AND id = ${id} RETURNING *)
    INSERT INTO company_forms (company_id, name, file_key, sha256, pages, fields, placements, uploaded_by, uploaded_at)
    SELECT company_id, name, file_key, sha256, pages, fields, placements, uploaded_by, uploaded_at FROM taken
    RETURNING name`.value(db, 'name')
}

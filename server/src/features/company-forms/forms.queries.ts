import { companyForms } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { bytes, sql } from '../../platform/database/sql.ts'

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
  const { rows } = await sql(storedForm)`
    SELECT company_id, name, file_key, sha256, pages, fields, placements, to_json(uploaded_at) #>> '{}' AS uploaded_at
    FROM company_forms WHERE company_id = ${companyId}`.execute(db)
  return rows[0] ?? null
}

const nameRow = z.object({ name: z.string() })

/** Null: no such company. One after the other, so that of two uploads at once the later stays. */
export async function lockCompany(db: Db, companyId: number): Promise<string | null> {
  const { rows } = await sql(nameRow)`SELECT name FROM companies WHERE id = ${companyId} FOR UPDATE`.execute(db)
  return rows[0]?.name ?? null
}

export type NewForm = Omit<StoredForm, 'uploaded_at'> & { readonly userId: number | null; readonly now: Date }

export async function putForm(db: Db, form: NewForm): Promise<void> {
  await sql`
    INSERT INTO company_forms (company_id, name, file_key, sha256, pages, fields, placements, uploaded_by, uploaded_at)
    VALUES (${form.company_id}, ${form.name}, ${form.file_key}, ${form.sha256}, ${JSON.stringify(form.pages)}::jsonb,
      ${JSON.stringify(form.fields)}::jsonb, ${JSON.stringify(form.placements)}::jsonb, ${form.userId}, ${form.now})
    ON CONFLICT (company_id) DO UPDATE SET name = EXCLUDED.name, file_key = EXCLUDED.file_key, sha256 = EXCLUDED.sha256,
      pages = EXCLUDED.pages, fields = EXCLUDED.fields, placements = EXCLUDED.placements,
      uploaded_by = EXCLUDED.uploaded_by, uploaded_at = EXCLUDED.uploaded_at`.execute(db)
}

export async function putPlacements(
  db: Db,
  companyId: number,
  placements: readonly companyForms.Placement[],
): Promise<void> {
  await sql`UPDATE company_forms SET placements = ${JSON.stringify(placements)}::jsonb
    WHERE company_id = ${companyId}`.execute(db)
}

export async function deleteForm(db: Db, companyId: number): Promise<void> {
  await sql`DELETE FROM company_forms WHERE company_id = ${companyId}`.execute(db)
}

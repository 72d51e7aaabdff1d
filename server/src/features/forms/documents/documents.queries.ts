import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { bytes, idRow, sql } from '../../../platform/database/sql.ts'

const documentKind = z.enum(['document', 'w9', 'irs'])

const storedDocument = z.object({
  id: z.int(),
  kind: documentKind,
  name: z.string(),
  file_name: z.string(),
  file_key: z.string(),
  media_type: z.string(),
  /** Null for files older than the column. */
  sha256: bytes.nullable(),
})
export type StoredDocument = z.infer<typeof storedDocument>

const columns = sql`id, kind, name, file_name, file_key, media_type, sha256`

/** The W-9 and the IRS letter are also found by kind. */
export async function findDocument(
  db: Db,
  organizationId: number,
  idOrKind: number | 'w9' | 'irs',
): Promise<StoredDocument | null> {
  const condition = typeof idOrKind === 'number' ? sql`id = ${idOrKind}` : sql`kind = ${idOrKind}`
  return sql(storedDocument)`
    SELECT ${columns} FROM organization_documents WHERE organization_id = ${organizationId} AND ${condition}`.first(db)
}

const documentRow = z.object({ count: z.int() })

export async function countDocuments(db: Db, organizationId: number): Promise<number> {
  return sql(documentRow)`
    SELECT count(*) FROM organization_documents
    WHERE organization_id = ${organizationId} AND kind = 'document'`.value(db, 'count', 0)
}

export type NewDocument = Omit<StoredDocument, 'id'> & {
  readonly bytes: number
  readonly userId: number
  readonly now: Date
}

export async function insertDocument(db: Db, organizationId: number, document: NewDocument): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO organization_documents
      (organization_id, kind, name, file_name, file_key, media_type, bytes, sha256, uploaded_by, uploaded_at)
    VALUES (${organizationId}, ${document.kind}, ${document.name}, ${document.file_name}, ${document.file_key}, ${document.media_type},
      ${document.bytes}, ${document.sha256}, ${document.userId}, ${document.now}) RETURNING id`.first(db)
  if (!row) throw new Error('no document was written')
  return row.id
}

export async function replaceDocument(
  db: Db,
  organizationId: number,
  id: number,
  document: NewDocument,
): Promise<void> {
  await sql`
    UPDATE organization_documents SET name = ${document.name}, file_name = ${document.file_name}, file_key = ${document.file_key},
      media_type = ${document.media_type}, bytes = ${document.bytes}, sha256 = ${document.sha256}, uploaded_by = ${document.userId}, uploaded_at = ${document.now}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

export async function deleteDocumentRow(db: Db, organizationId: number, id: number): Promise<void> {
  await sql`DELETE FROM organization_documents WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

const logoRow = z.object({ file_logo: z.string().nullable() })

export async function findLogo(db: Db, organizationId: number): Promise<string | null> {
  return sql(logoRow)`
    SELECT file_logo FROM organizations WHERE id = ${organizationId}`.value(db, 'file_logo')
}

export async function updateLogo(db: Db, organizationId: number, name: string | null): Promise<void> {
  await sql`UPDATE organizations SET file_logo = ${name} WHERE id = ${organizationId}`.execute(db)
}

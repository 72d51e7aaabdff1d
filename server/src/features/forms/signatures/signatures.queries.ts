import { companyForms } from '@twofold/contract'
import { findMove, statusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { bytes, type Sql, sql } from '../../../platform/database/sql.ts'

const formLayout = z.object({
  name: z.string(),
  pages: z.array(companyForms.formPage),
  placements: z.array(companyForms.placement),
})
export type FormLayout = z.infer<typeof formLayout>

const matchForm = z.object({
  donation_id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  answers: z.record(z.string(), z.string()),
  opened_at: z.date(),
  document_sha256: bytes.nullable(),
  file_key: z.string().nullable(),
  sha256: bytes.nullable(),
  layout: formLayout.nullable(),
  final_key: z.string().nullable(),
  final_sha256: bytes.nullable(),
  is_signed: z.boolean(),
  is_outdated: z.boolean(),
})
export type MatchForm = z.infer<typeof matchForm>

export type MatchKey = { readonly organizationId: number; readonly donationId: number }

/** A form signed earlier belongs to another employer or request. */
const signableStatusIds = statusIds.filter((id) =>
  (['open_signing', 'sign'] as const).some((action) => findMove(action, id, 'donor') !== null),
)

/** SQL: form `f` belongs to the employer of match `d` or to its parent. */
const isOfEmployer = (f: Sql): Sql => sql`NOT EXISTS (
  SELECT FROM companies theirs, companies signed WHERE theirs.id = d.company_id AND signed.id = ${f}.company_id
    AND coalesce(signed.merged_into_id, signed.id) NOT IN (theirs.id, coalesce(theirs.parent_id, theirs.id)))`

/** SQL: signed by the donor for the current request. */
export const isSignedForm = (f: Sql): Sql =>
  sql`(${f}.file_key IS NOT NULL AND d.status_id <> ALL (${[20, ...signableStatusIds]}::int[]) AND ${isOfEmployer(f)})`

/** SQL: changes that were undone do not count. */
const isOutdated = sql`EXISTS (
  SELECT FROM form_signatures s
  JOIN donation_events e ON e.organization_id = s.organization_id AND e.donation_id = s.donation_id AND e.at >= s.signed_at
  CROSS JOIN jsonb_to_recordset(e.changes) AS x (field text, "from" jsonb, "to" jsonb)
  WHERE s.organization_id = f.organization_id AND s.donation_id = f.donation_id AND s.role = 'donor'
    AND x.field IN ('amount_cents', 'match_amount_cents', 'donated_at', 'donor')
  GROUP BY x.field HAVING (array_agg(x."from" ORDER BY e.id))[1] IS DISTINCT FROM (array_agg(x."to" ORDER BY e.id DESC))[1])`

const columns = sql`f.donation_id, f.company_id, c.name AS company_name, f.answers, f.opened_at, f.document_sha256, f.file_key,
  f.sha256, f.layout, f.final_key, f.final_sha256, ${isSignedForm(sql`f`)} AS is_signed, ${isOutdated} AS is_outdated`
const source = sql`match_forms f JOIN companies c ON c.id = f.company_id
  JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.donation_id`

export async function findMatchForm(db: Db, { organizationId, donationId }: MatchKey): Promise<MatchForm | null> {
  return sql(matchForm)`
    SELECT ${columns} FROM ${source}
    WHERE f.organization_id = ${organizationId} AND f.donation_id = ${donationId} AND d.deleted_at IS NULL`.first(db)
}

/** The lock serializes the signers. */
export async function lockMatchForm(db: Db, { organizationId, donationId }: MatchKey): Promise<MatchForm | null> {
  return sql(matchForm)`
    SELECT ${columns} FROM ${source}
    WHERE f.organization_id = ${organizationId} AND f.donation_id = ${donationId} FOR UPDATE OF f`.first(db)
}

/**
 * Restarts a form of another company or request; a signed one becomes a former form. The caller must hold the match's
 * lock.
 */
export async function openMatchForm(
  db: Db,
  { organizationId, donationId }: MatchKey,
  { companyId, now }: { readonly companyId: number; readonly now: Date },
): Promise<void> {
  await sql`
    WITH signed AS (
      DELETE FROM form_signatures WHERE organization_id = ${organizationId} AND donation_id = ${donationId} RETURNING *)
    INSERT INTO former_forms (organization_id, donation_id, company_id, company_name, signatures, document_sha256, file_key, sha256,
      final_key, final_sha256, replaced_at)
    SELECT f.organization_id, f.donation_id, f.company_id, c.name,
      coalesce((SELECT jsonb_agg(to_jsonb(s) - '{organization_id,donation_id,user_id,undo_id}'::text[] ORDER BY s.role) FROM signed s), '[]'),
      f.document_sha256, f.file_key, f.sha256, f.final_key, f.final_sha256, ${now}::timestamptz
    FROM match_forms f JOIN companies c ON c.id = f.company_id
    WHERE f.organization_id = ${organizationId} AND f.donation_id = ${donationId}
      AND (f.file_key IS NOT NULL OR f.document_sha256 IS NOT NULL)`.execute(db)
  await sql`
    INSERT INTO match_forms AS f (organization_id, donation_id, company_id, opened_at)
    VALUES (${organizationId}, ${donationId}, ${companyId}, ${now})
    ON CONFLICT (organization_id, donation_id) DO UPDATE SET company_id = excluded.company_id, opened_at = excluded.opened_at,
      answers = CASE WHEN f.company_id = excluded.company_id THEN f.answers ELSE '{}' END, layout = NULL,
      document_sha256 = NULL, file_key = NULL, sha256 = NULL, final_key = NULL, final_sha256 = NULL
    WHERE f.file_key IS NOT NULL OR f.document_sha256 IS NOT NULL OR f.company_id <> excluded.company_id`.execute(db)
}

const revisionSignature = z.object({
  role: z.enum(['donor', 'nonprofit']),
  name: z.string(),
  title: z.string(),
  email: z.string(),
  signed_at: z.string(),
})
const formRevision = z.object({
  id: z.int(),
  company_name: z.string(),
  signatures: z.array(revisionSignature),
  file_key: z.string().nullable(),
  sha256: bytes.nullable(),
  final_key: z.string().nullable(),
  final_sha256: bytes.nullable(),
  replaced_at: z.date(),
  is_of_employer: z.boolean(),
})
export type MatchFormRevision = z.infer<typeof formRevision>

/** One per employer and request; more would be caused by a script. */
const maxRevisions = 50

export async function listMatchFormRevisions(
  db: Db,
  { organizationId, donationId }: MatchKey,
): Promise<MatchFormRevision[]> {
  return sql(formRevision)`
    SELECT f.id, f.company_name, f.signatures, f.file_key, f.sha256, f.final_key, f.final_sha256, f.replaced_at,
      (f.company_id IS NOT NULL AND ${isOfEmployer(sql`f`)}) AS is_of_employer
    FROM former_forms f JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.donation_id
    WHERE f.organization_id = ${organizationId} AND f.donation_id = ${donationId} AND d.deleted_at IS NULL
    ORDER BY f.id DESC LIMIT ${maxRevisions}`.rows(db)
}

export async function saveAnswers(
  db: Db,
  { organizationId, donationId }: MatchKey,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    UPDATE match_forms SET answers = ${JSON.stringify(answers)}::jsonb
    WHERE organization_id = ${organizationId} AND donation_id = ${donationId} AND file_key IS NULL`.execute(db)
}

export type SignedFile = {
  readonly documentSha256: Buffer
  readonly key: string
  readonly sha256: Buffer
  readonly layout: FormLayout
}

export async function saveSignedFile(
  db: Db,
  { organizationId, donationId }: MatchKey,
  file: SignedFile,
): Promise<void> {
  await sql`
    UPDATE match_forms SET document_sha256 = ${file.documentSha256}, file_key = ${file.key}, sha256 = ${file.sha256},
      layout = ${JSON.stringify(file.layout)}::jsonb
    WHERE organization_id = ${organizationId} AND donation_id = ${donationId}`.execute(db)
}

export async function saveFinalFile(
  db: Db,
  { organizationId, donationId }: MatchKey,
  { key, sha256 }: Pick<SignedFile, 'key' | 'sha256'>,
): Promise<void> {
  await sql`
    UPDATE match_forms SET final_key = ${key}, final_sha256 = ${sha256}
    WHERE organization_id = ${organizationId} AND donation_id = ${donationId}`.execute(db)
}

const signature = z.object({
  role: z.enum(['donor', 'nonprofit']),
  name: z.string(),
  title: z.string(),
  email: z.string(),
  method: z.enum(['typed', 'drawn']),
  drawing: z.string(),
  consent: z.string(),
  signed_at: z.date(),
  address: z.string(),
  user_agent: z.string(),
})
export type Signature = z.infer<typeof signature>

export async function listSignatures(db: Db, { organizationId, donationId }: MatchKey): Promise<Signature[]> {
  return sql(signature)`
    SELECT role, name, title, email, method, drawing, consent, signed_at, address, user_agent FROM form_signatures
    WHERE organization_id = ${organizationId} AND donation_id = ${donationId} ORDER BY role`.rows(db)
}

export async function insertSignature(
  db: Db,
  { organizationId, donationId }: MatchKey,
  newSignature: Signature & { readonly userId: number | null; readonly undoId: string | null },
): Promise<void> {
  await sql`
    INSERT INTO form_signatures
      (organization_id, donation_id, role, name, title, email, method, drawing, consent, signed_at, address, user_agent, user_id,
        undo_id)
    VALUES (${organizationId}, ${donationId}, ${newSignature.role}, ${newSignature.name}, ${newSignature.title}, ${newSignature.email}, ${newSignature.method},
      ${newSignature.drawing}, ${newSignature.consent}, ${newSignature.signed_at}, ${newSignature.address}, ${newSignature.user_agent}, ${newSignature.userId}, ${newSignature.undoId}::uuid)`.execute(
    db,
  )
}

const contactRow = z.object({ donor_phone: z.string(), donor_address: z.string() })

export async function findDonorContact(
  db: Db,
  { organizationId, donationId }: MatchKey,
): Promise<z.infer<typeof contactRow>> {
  const rows = await sql(contactRow)`
    SELECT p.phone AS donor_phone, coalesce(concat_ws(', ', nullif(p.street, ''), nullif(p.street2, ''), nullif(p.city, ''),
      nullif(concat_ws(' ', nullif(p.state, ''), nullif(p.zip, '')), '')), '') AS donor_address
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ${organizationId} AND d.id = ${donationId}`.rows(db)
  return rows[0] ?? { donor_phone: '', donor_address: '' }
}

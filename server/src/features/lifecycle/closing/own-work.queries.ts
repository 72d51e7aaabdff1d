import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { bytes, sql } from '../../../platform/database/sql.ts'
import { json, money, plain, type Table, words } from './export-columns.queries.ts'

const ofGift = plain('donation_id', 'Match ID of donations.csv')
const by = (about: string) => words('by', about, 'u.name')

/** An organization's own work other than gifts: texts, reports, policies, uploads, and signatures on forms. */
export const ownWork: readonly Table[] = [
  {
    file: 'email-templates.csv',
    about: 'What donors are written instead of our own words, as it stands now.',
    table: 'email_templates',
    columns: [
      plain('id', 'template_id of email-wordings.csv'),
      plain('about', 'status of the matches that it is sent about; 102 a deadline, 103 thanks', 't.template_id'),
      plain('version', 'A to E', 't.name'),
      plain('live', 't: it is sent'),
      json('words', 'subject and texts (JSON)'),
      plain('changed_at', 'when it was last changed', 't.updated_at'),
    ],
  },
  {
    file: 'email-wordings.csv',
    about: 'What each template said at some time.',
    table: 'email_wordings',
    join: sql`LEFT JOIN users u ON u.id = t.written_by`,
    columns: [
      plain('template_id', 'of email-templates.csv', 't.email_template_id'),
      plain('written_at', 'when'),
      by('who'),
      json('words', 'subject and texts (JSON)'),
    ],
  },
  {
    file: 'reports.csv',
    about: 'Saved reports and views that are shared, and what each asks for.',
    table: 'reports',
    join: sql`JOIN users u ON u.id = t.user_id`,
    only: sql`t.scope <> 'personal' AND t.deleted_at IS NULL`,
    columns: [
      words('name', 'its name'),
      plain('scope', 'organization, or full_org with its chapters'),
      by('who made it'),
      plain('created_at', 'when'),
      json('report', 'columns, filters, days and order (JSON)', 't.look'),
    ],
  },
  {
    file: 'own-policies.csv',
    about: 'What you know of an employer’s program that the directory does not say.',
    table: 'own_policies',
    join: sql`JOIN companies c ON c.id = t.company_id JOIN users u ON u.id = t.entered_by`,
    columns: [
      words('employer', 'its name', 'c.name'),
      plain('from', 'the first day for which it holds', 't.start_date'),
      plain('to', 'the last one; blank: it holds still', 't.end_date'),
      words('ratio', 'such as 2:1; blank here and below: as in the directory'),
      money('minimum', 'of a gift', 't.min_amount_cents'),
      money('maximum_per_gift', 'of a match', 't.max_per_gift_cents'),
      money('maximum_per_year', 'for one person', 't.max_per_year_cents'),
      words('deadline', 'its rule', 't.deadline_rule'),
      words('note', 'what was written beside it'),
      by('who entered it'),
      plain('entered_at', 'when'),
    ],
  },
  {
    file: 'uploads.csv',
    about: 'Files of gifts that were uploaded. The files themselves are not kept.',
    table: 'imports',
    join: sql`JOIN users u ON u.id = t.user_id`,
    columns: [
      plain('id', 'upload_id of rejected-rows.csv'),
      words('file', 'its name', 't.file_name'),
      by('who'),
      plain('at', 'when', 't.created_at'),
      plain('state', 'done, failed, undone, or still running'),
      plain('rows', 'in the file'),
      plain('accepted', 'new gifts'),
      plain('updated', 'gifts that were changed'),
      plain('unchanged', 'gifts that were here already'),
      plain('rejected', 'rows that could not be read'),
      plain('left_out', 'rows of organizations that were left out'),
      json('columns', 'which column of the file is what (JSON)', 't.map'),
    ],
  },
  {
    file: 'rejected-rows.csv',
    about: 'Rows of uploads that could not be read.',
    table: 'import_rejects',
    order: 't.import_id',
    columns: [
      plain('upload_id', 'of uploads.csv', 't.import_id'),
      plain('row', 'of the file'),
      words('problem', 'what was wrong'),
      json('cells', 'what stood there (JSON)'),
    ],
  },
  {
    file: 'signatures.csv',
    about: 'Who signed which form of a company. The forms lie in the folder signed-forms, each under its donation_id.',
    table: 'form_signatures',
    join: sql`JOIN match_forms f ON f.organization_id = t.organization_id AND f.donation_id = t.donation_id
      JOIN companies c ON c.id = f.company_id`,
    order: 't.donation_id',
    columns: [
      ofGift,
      words('company', 'whose form it is', 'c.name'),
      plain('role', 'donor or nonprofit'),
      words('name', 'who signed'),
      words('title', 'as what, for the nonprofit'),
      words('email', 'of who signed'),
      plain('method', 'typed or drawn'),
      words('consent', 'what was agreed to'),
      plain('signed_at', 'when'),
      words('address', 'from which network address'),
    ],
  },
  {
    file: 'former-signatures.csv',
    about:
      'Who signed former forms, which another form of the same match took the place of. They lie in the folder signed-forms/former.',
    table: 'former_forms',
    join: sql`CROSS JOIN LATERAL jsonb_to_recordset(t.signatures)
      AS s (role text, name text, title text, email text, method text, consent text, signed_at timestamptz, address text)`,
    columns: [
      plain('id', 'the form lies under donation_id-id.pdf'),
      ofGift,
      words('company', 'whose form it is', 't.company_name'),
      plain('role', 'donor or nonprofit', 's.role'),
      words('name', 'who signed', 's.name'),
      words('title', 'as what, for the nonprofit', 's.title'),
      words('email', 'of who signed', 's.email'),
      plain('method', 'typed or drawn', 's.method'),
      words('consent', 'what was agreed to', 's.consent'),
      plain('signed_at', 'when', 's.signed_at'),
      words('address', 'from which network address', 's.address'),
      plain('replaced_at', 'when the next form was begun'),
    ],
  },
]

const signedRow = z.object({
  organization_id: z.int(),
  donation_id: z.int(),
  former_id: z.int(),
  file_key: z.string(),
  sha256: bytes,
})
export type SignedFile = z.infer<typeof signedRow>

/**
 * Lists signed forms with all signatures, including former ones, page by page after the last one. `former_id` 0 is
 * the current form.
 */
export async function listSignedFiles(
  db: Db,
  family: readonly number[],
  after: Pick<SignedFile, 'organization_id' | 'donation_id' | 'former_id'> | undefined,
  limit: number,
): Promise<SignedFile[]> {
  const { rows } = await sql(signedRow)`
    SELECT organization_id, donation_id, former_id, file_key, sha256 FROM (
      SELECT organization_id, donation_id, 0::bigint AS former_id, coalesce(final_key, file_key) AS file_key,
        coalesce(final_sha256, sha256) AS sha256 FROM match_forms
      UNION ALL
      SELECT organization_id, donation_id, id, coalesce(final_key, file_key), coalesce(final_sha256, sha256) FROM former_forms) f
    WHERE organization_id = ANY (${[...family]}::bigint[]) AND file_key IS NOT NULL AND sha256 IS NOT NULL
      AND (organization_id, donation_id, former_id)
        > (${after?.organization_id ?? 0}::bigint, ${after?.donation_id ?? 0}::bigint, ${after?.former_id ?? 0}::bigint)
    ORDER BY organization_id, donation_id, former_id LIMIT ${limit}`.execute(db)
  return rows
}

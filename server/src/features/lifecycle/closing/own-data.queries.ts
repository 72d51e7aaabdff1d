import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { bytes, sql } from '../../../platform/database/sql.ts'
import { type ExportTable, jsonColumn, moneyColumn, plainColumn, textColumn } from './export-columns.queries.ts'

const giftColumn = plainColumn('donation_id', 'Match ID of donations.csv')
const userColumn = (about: string) => textColumn('by', about, 'u.name')

export const ownDataTables: readonly ExportTable[] = [
  {
    file: 'email-templates.csv',
    about: 'What donors are written instead of our own words, as it stands now.',
    table: 'email_templates',
    columns: [
      plainColumn('id', 'template_id of email-wordings.csv'),
      plainColumn('about', 'status of the matches that it is sent about; 102 a deadline, 103 thanks', 't.template_id'),
      plainColumn('version', 'A to E', 't.name'),
      plainColumn('live', 't: it is sent'),
      jsonColumn('words', 'subject and texts (JSON)'),
      plainColumn('changed_at', 'when it was last changed', 't.updated_at'),
    ],
  },
  {
    file: 'email-wordings.csv',
    about: 'What each template said at some time.',
    table: 'email_wordings',
    join: sql`LEFT JOIN users u ON u.id = t.written_by`,
    columns: [
      plainColumn('template_id', 'of email-templates.csv', 't.email_template_id'),
      plainColumn('written_at', 'when'),
      userColumn('who'),
      jsonColumn('words', 'subject and texts (JSON)'),
    ],
  },
  {
    file: 'messages.csv',
    about: 'One-off messages that your team wrote to donors.',
    table: 'staff_messages',
    join: sql`LEFT JOIN users u ON u.id = t.created_by`,
    columns: [
      plainColumn('at', 'when', 't.created_at'),
      userColumn('who'),
      plainColumn('emails', 'number of donors they were confirmed for', 't.mails'),
      textColumn('subject', 'with its variables'),
      textColumn('message', 'plain text with its variables', 't.body'),
    ],
  },
  {
    file: 'reports.csv',
    about: 'Saved reports and views that are shared, and what each asks for.',
    table: 'reports',
    join: sql`JOIN users u ON u.id = t.user_id`,
    only: sql`t.scope <> 'personal' AND t.deleted_at IS NULL`,
    columns: [
      textColumn('name', 'its name'),
      plainColumn('scope', 'organization, or full_org with its chapters'),
      userColumn('who made it'),
      plainColumn('created_at', 'when'),
      jsonColumn('report', 'columns, filters, days and order (JSON)', 't.definition'),
    ],
  },
  {
    file: 'own-policies.csv',
    about: 'What you know of an employer’s program that the directory does not say.',
    table: 'own_policies',
    join: sql`JOIN companies c ON c.id = t.company_id JOIN users u ON u.id = t.entered_by`,
    columns: [
      textColumn('employer', 'its name', 'c.name'),
      plainColumn('from', 'the first day for which it holds', 't.start_date'),
      plainColumn('to', 'the last one; blank: it holds still', 't.end_date'),
      textColumn('ratio', 'such as 2:1; blank here and below: as in the directory'),
      moneyColumn('minimum', 'of a gift', 't.min_amount_cents'),
      moneyColumn('maximum_per_gift', 'of a match', 't.max_per_gift_cents'),
      moneyColumn('maximum_per_year', 'for one person', 't.max_per_year_cents'),
      textColumn('deadline', 'its rule', 't.deadline_rule'),
      textColumn('note', 'what was written beside it'),
      userColumn('who entered it'),
      plainColumn('entered_at', 'when'),
    ],
  },
  {
    file: 'uploads.csv',
    about: 'Files of gifts that were uploaded. The files themselves are not kept.',
    table: 'imports',
    join: sql`JOIN users u ON u.id = t.user_id`,
    columns: [
      plainColumn('id', 'upload_id of rejected-rows.csv'),
      textColumn('file', 'its name', 't.file_name'),
      userColumn('who'),
      plainColumn('at', 'when', 't.created_at'),
      plainColumn('state', 'done, failed, undone, or still running'),
      plainColumn('rows', 'in the file'),
      plainColumn('accepted', 'new gifts'),
      plainColumn('updated', 'gifts that were changed'),
      plainColumn('unchanged', 'gifts that were here already'),
      plainColumn('rejected', 'rows that could not be read'),
      plainColumn('left_out', 'rows of organizations that were left out'),
      jsonColumn('columns', 'which column of the file is what (JSON)', 't.map'),
    ],
  },
  {
    file: 'rejected-rows.csv',
    about: 'Rows of uploads that could not be read.',
    table: 'import_rejects',
    order: 't.import_id',
    columns: [
      plainColumn('upload_id', 'of uploads.csv', 't.import_id'),
      plainColumn('row', 'of the file'),
      textColumn('problem', 'what was wrong'),
      jsonColumn('cells', 'what stood there (JSON)'),
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
      giftColumn,
      textColumn('company', 'whose form it is', 'c.name'),
      plainColumn('role', 'donor or nonprofit'),
      textColumn('name', 'who signed'),
      textColumn('title', 'as what, for the nonprofit'),
      textColumn('email', 'of who signed'),
      plainColumn('method', 'typed or drawn'),
      textColumn('consent', 'what was agreed to'),
      plainColumn('signed_at', 'when'),
      textColumn('address', 'from which network address'),
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
      plainColumn('id', 'the form lies under donation_id-id.pdf'),
      giftColumn,
      textColumn('company', 'whose form it is', 't.company_name'),
      plainColumn('role', 'donor or nonprofit', 's.role'),
      textColumn('name', 'who signed', 's.name'),
      textColumn('title', 'as what, for the nonprofit', 's.title'),
      textColumn('email', 'of who signed', 's.email'),
      plainColumn('method', 'typed or drawn', 's.method'),
      textColumn('consent', 'what was agreed to', 's.consent'),
      plainColumn('signed_at', 'when', 's.signed_at'),
      textColumn('address', 'from which network address', 's.address'),
      plainColumn('replaced_at', 'when the next form was begun'),
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

/** Pages include former forms. `former_id` 0 is the current form. */
export async function listSignedFiles(
  db: Db,
  family: readonly number[],
  after: Pick<SignedFile, 'organization_id' | 'donation_id' | 'former_id'> | undefined,
  limit: number,
): Promise<SignedFile[]> {
  return sql(signedRow)`
    SELECT organization_id, donation_id, former_id, file_key, sha256 FROM (
      SELECT organization_id, donation_id, 0::bigint AS former_id, coalesce(final_key, file_key) AS file_key,
        coalesce(final_sha256, sha256) AS sha256 FROM match_forms
      UNION ALL
      SELECT organization_id, donation_id, id, coalesce(final_key, file_key), coalesce(final_sha256, sha256) FROM former_forms) f
    WHERE organization_id = ANY (${[...family]}::bigint[]) AND file_key IS NOT NULL AND sha256 IS NOT NULL
      AND (organization_id, donation_id, former_id)
        > (${after?.organization_id ?? 0}::bigint, ${after?.donation_id ?? 0}::bigint, ${after?.former_id ?? 0}::bigint)
    ORDER BY organization_id, donation_id, former_id LIMIT ${limit}`.rows(db)
}

import { templates } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'
import { type Language, languageOf } from '../../core/texts/index.ts'

const words = z.partialRecord(z.enum(templates.templateFields), z.string())
export type CustomTexts = z.infer<typeof words>

const versionRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  template_id: z.literal(templates.templateIds),
  name: z.enum(templates.versionNames),
  live: z.boolean(),
  words,
  /** The Default texts around these words have the same language. */
  language: z.string(),
  version: z.int(),
  updated_at: z.date(),
  updated_by: z.string().nullable(),
})
export type VersionRow = z.infer<typeof versionRow>

const columns = sql`
  t.id, t.organization_id, t.template_id, t.name, t.live, t.words, t.version, t.updated_at,
  coalesce((SELECT o.language FROM organizations o WHERE o.id = t.organization_id), '') AS language,
  (SELECT u.name FROM users u WHERE u.id = t.updated_by) AS updated_by`

export async function listVersions(db: Db, organizationId: number, templateId: number): Promise<VersionRow[]> {
  return sql(versionRow)`
    SELECT ${columns} FROM email_templates t
    WHERE t.organization_id = ${organizationId} AND t.template_id = ${templateId} ORDER BY t.name`.rows(db)
}

export async function findVersion(db: Db, organizationId: number, id: number): Promise<VersionRow | null> {
  return sql(versionRow)`
    SELECT ${columns} FROM email_templates t WHERE t.organization_id = ${organizationId} AND t.id = ${id}`.first(db)
}

/** Concurrent changes must not exceed the maximum number of versions. */
export async function lockTemplates(db: Db, organizationId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`templates ${organizationId}`}, 0))`.execute(db)
}

type VersionInput = { readonly words: CustomTexts; readonly live: boolean; readonly userId: number; readonly now: Date }

export async function insertVersion(
  db: Db,
  organizationId: number,
  { templateId, name, ...version }: VersionInput & { readonly templateId: number; readonly name: string },
): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO email_templates (organization_id, template_id, name, live, words, updated_at, updated_by)
    VALUES (${organizationId}, ${templateId}, ${name}, ${version.live}, ${JSON.stringify(version.words)}::jsonb, ${version.now}, ${version.userId})
    RETURNING id`.first(db)
  if (!row) throw new Error('an inserted version has no id')
  return row.id
}

/** Keeps the previous revision if the wording changes. */
export async function updateVersion(
  db: Db,
  before: VersionRow,
  { words, live, userId, now }: VersionInput,
): Promise<void> {
  const { organization_id: organizationId, id } = before
  if (templates.templateFields.some((field) => before.words[field] !== words[field])) {
    await sql`
      INSERT INTO email_wordings (organization_id, email_template_id, words, written_at, written_by)
      SELECT organization_id, id, words, updated_at, updated_by FROM email_templates
      WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
    await sql`
      DELETE FROM email_wordings WHERE organization_id = ${organizationId} AND email_template_id = ${id}
        AND id <= (SELECT w.id FROM email_wordings w WHERE w.organization_id = ${organizationId}
          AND w.email_template_id = ${id} ORDER BY w.id DESC OFFSET ${templates.maxRevisionsShown} LIMIT 1)`.execute(db)
  }
  await sql`
    UPDATE email_templates SET words = ${JSON.stringify(words)}::jsonb, live = ${live}, version = version + 1,
      updated_at = ${now}, updated_by = ${userId}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

const revisionRow = z.object({
  id: z.int(),
  words,
  written_at: z.date(),
  written_by: z.string().nullable(),
})

export async function listRevisions(
  db: Db,
  organizationId: number,
  id: number,
): Promise<z.infer<typeof revisionRow>[]> {
  return sql(revisionRow)`
    SELECT w.id, w.words, w.written_at, (SELECT u.name FROM users u WHERE u.id = w.written_by) AS written_by
    FROM email_wordings w WHERE w.organization_id = ${organizationId} AND w.email_template_id = ${id}
    ORDER BY w.id DESC LIMIT ${templates.maxRevisionsShown}`.rows(db)
}

const statsRow = templates.templateStats.extend({ template_id: z.int(), version: z.string() })
export type StatsRow = z.infer<typeof statsRow>

/** SQL: the template of email `n`: deadline warnings have 102, thanks 103. */
export const templateOfMail = sql`CASE WHEN n.kind IN ('deadline', 'deadline_last') THEN 102 WHEN n.kind = 'thank_you' THEN 103
  ELSE n.status_id END`

const sumCounter = (counter: string, part: 1 | 2 | 3): Sql =>
  sql`coalesce(sum(${sql.ref(`s.${counter}`)}) FILTER (WHERE s.part = ${sql.raw(String(part))}), 0)::bigint`

/** Adds up the differences that are not applied yet. */
export async function listStats(db: Db, organizationId: number, templateId: number | null): Promise<StatsRow[]> {
  return sql(statsRow)`
    SELECT s.template_id, s.version, ${sumCounter('sent', 1)} AS sent, ${sumCounter('opened', 1)} AS opened,
      ${sumCounter('confirm_clicked', 1)} AS confirm_clicked, sum(s.decline_clicked)::bigint AS decline_clicked,
      ${sumCounter('sent', 2)} AS r1_sent, ${sumCounter('opened', 2)} AS r1_opened,
      ${sumCounter('confirm_clicked', 2)} AS r1_confirm_clicked,
      ${sumCounter('sent', 3)} AS r2_sent, ${sumCounter('opened', 3)} AS r2_opened,
      ${sumCounter('confirm_clicked', 3)} AS r2_confirm_clicked,
      sum(s.machine_opened)::bigint AS machine_opened, sum(s.submitted)::bigint AS submitted
    FROM email_results s WHERE s.organization_id = ${organizationId}
      AND (${templateId}::smallint IS NULL OR s.template_id = ${templateId}::smallint)
    GROUP BY s.template_id, s.version`.rows(db)
}

const liveRow = z.object({
  ofOrganization: z.int(),
  name: z.enum(templates.versionNames),
  words,
})
export type LiveVersion = z.infer<typeof liveRow>

export async function listLiveVersions(db: Db, organizationId: number, templateId: number): Promise<LiveVersion[]> {
  return sql.prepared(liveRow)`
    SELECT v.organization_id AS "ofOrganization", v.name, v.words
    FROM live_email_templates(${organizationId}, ${templateId}) v ORDER BY v.name`.rows(db)
}

const liveNameRow = z.object({ template_id: z.int(), name: z.string() })

export async function listLiveNames(db: Db, organizationId: number): Promise<z.infer<typeof liveNameRow>[]> {
  return sql(liveNameRow)`
    SELECT t.template_id, t.name FROM email_templates t WHERE t.organization_id = ${organizationId} AND t.live
    ORDER BY t.template_id, t.name`.rows(db)
}

const rotationRow = z.object({ assigned: z.int() })

/** Concurrent calls wait for each other. */
export async function nextRotation(db: Db, organizationId: number, templateId: number): Promise<number> {
  return sql(rotationRow)`
    INSERT INTO email_template_rotations AS d (organization_id, template_id, assigned) VALUES (${organizationId}, ${templateId}, 1)
    ON CONFLICT (organization_id, template_id) DO UPDATE SET assigned = d.assigned + 1 RETURNING assigned`.value(
    db,
    'assigned',
    0,
  )
}

const assignedVersionRow = z.object({ version: z.string(), of_organization: z.int().nullable() })
export type AssignedVersion = z.infer<typeof assignedVersionRow>

/** The version that this email was prepared with, else that of the last sent email of this template about the match. */
export async function findAssignedVersion(
  db: Db,
  mail: {
    readonly organizationId: number
    readonly id: number
    readonly donationId: number
    readonly templateId: number
  },
): Promise<AssignedVersion | null> {
  return sql(assignedVersionRow)`
    SELECT n.template_version AS version, n.template_organization_id AS of_organization FROM notifications n
    WHERE n.organization_id = ${mail.organizationId} AND n.donation_id = ${mail.donationId} AND n.recipient <> ''
      AND n.kind <> 'message' AND (n.id = ${mail.id} OR n.state = 'sent')
      AND ${templateOfMail} = ${mail.templateId}
    ORDER BY n.id = ${mail.id} DESC, n.id DESC LIMIT 1`.first(db)
}

export async function getLanguage(db: Db, organizationId: number): Promise<Language> {
  const rows = await sql(z.object({ language: z.string() }))`
    SELECT language FROM organizations WHERE id = ${organizationId}`.rows(db)
  return languageOf(rows[0]?.language ?? '')
}

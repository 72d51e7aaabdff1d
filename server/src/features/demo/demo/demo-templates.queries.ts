import type { templates } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { withMailResults } from '../../email/notifications/index.ts'

type DemoVersion = {
  readonly templateId: templates.TemplateId
  readonly name: templates.VersionName
  readonly live: boolean
  readonly texts: Partial<templates.TemplateTexts>
}

/** One live version alternates with the Default; one is a draft. */
const demoVersions: readonly DemoVersion[] = [
  {
    templateId: 7,
    name: 'A',
    live: true,
    texts: {
      subject1: '{matching_employer_name} would match your gift to {receiving_org_name}',
      header1: 'Your gift can feed twice as many neighbors',
    },
  },
  { templateId: 7, name: 'B', live: false, texts: { subject1: 'Two minutes, and {matching_employer_name} gives too' } },
]

export async function addDemoVersions(db: Db, organizationId: number, userId: number, now: Date): Promise<void> {
  for (const { templateId, name, live, texts } of demoVersions) {
    await sql`
      INSERT INTO email_templates (organization_id, template_id, name, live, words, updated_at, updated_by)
      VALUES (${organizationId}, ${templateId}, ${name}, ${live}, ${JSON.stringify(texts)}::jsonb, ${now}, ${userId})`.execute(
      db,
    )
  }
}

/** Every other email of half a year, as if the version had been live since then. */
export async function shareMailsWithVersion(db: Db, organizationId: number, now: Date): Promise<void> {
  await withMailResults(sql`
    UPDATE notifications n SET template_version = v.name,
      template_organization_id = nullif(${organizationId}::bigint, n.organization_id)
    FROM email_templates v
    WHERE v.organization_id = ${organizationId} AND v.live AND n.status_id = v.template_id AND n.kind = 'initial'
      AND n.state = 'sent' AND n.sent_at > ${now}::timestamptz - interval '180 days' AND n.id % 2 = 0`).execute(db)
}

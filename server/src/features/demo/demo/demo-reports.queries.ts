import { reports } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import demoReports from './reports.json' with { type: 'json' }

export async function addDemoReports(db: Db, organizationId: number, now: Date): Promise<void> {
  for (const { by, name, scope, definition } of demoReports) {
    await sql`
      INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at)
      SELECT ${organizationId}, id, ${scope}, ${name}, ${JSON.stringify(reports.reportDefinition.parse(definition))}::json, ${now}
      FROM users WHERE email = ${by}`.execute(db)
  }
}

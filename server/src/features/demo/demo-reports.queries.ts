import { reports } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type DemoReport = {
  readonly by: string
  readonly name: string
  readonly scope: reports.ReportScope
  readonly look: typeof reports.reportLook._zod.input
}

const demoReports: readonly DemoReport[] = [
  {
    by: 'writer@riverbend.example',
    name: 'Gifts that no company has answered',
    scope: 'personal',
    look: {
      columns: {
        donated_at: '',
        'users.name': '',
        'users.email': '',
        'companies.name': '',
        matched: '',
        deadline_day: '',
      },
      filters: { status: 'no_response', minEstimated: 25 },
      sort_field: 'matched',
    },
  },
  {
    by: 'admin@riverbend.example',
    name: 'Money received from employers',
    scope: 'organization',
    look: {
      columns: {
        'companies.name': '',
        'users.name': '',
        amount: 'Given',
        matched: 'Estimated',
        received: '',
        received_day: '',
        days_to_payment: '',
      },
      filters: { paymentState: 'part_paid,paid', include_inert: 1 },
      sort_field: 'received_day',
    },
  },
  {
    by: 'admin@riverbend.example',
    name: 'Waiting for us to sign',
    scope: 'full_org',
    look: {
      columns: {
        'organizations.name': '',
        'users.name': '',
        'companies.name': '',
        amount: '',
        matched: '',
        deadline_day: '',
      },
      filters: { status: 'npo_verify' },
      sort_field: 'deadline_day',
      ascending: true,
    },
  },
]

/** One of a person's own, one for the organization, one for its chapters too. */
export async function addDemoReports(db: Db, organizationId: number, now: Date): Promise<void> {
  for (const { by, name, scope, look } of demoReports) {
    await sql`
      INSERT INTO reports (organization_id, user_id, scope, name, look, created_at)
      SELECT ${organizationId}, id, ${scope}, ${name}, ${JSON.stringify(reports.reportLook.parse(look))}::json, ${now}
      FROM users WHERE email = ${by}`.execute(db)
  }
}

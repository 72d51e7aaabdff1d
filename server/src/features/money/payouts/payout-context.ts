import { dayAt } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listPayoutOrganizations } from './reports.queries.ts'

export async function getPayoutContext(db: Db, tenant: Tenant, at: Date) {
  const organizations = await listPayoutOrganizations(db, tenant)
  const [own] = organizations
  if (!own) throw new Error('an organization is gone')
  return { organizations, currency: own.currency, today: dayAt(at, own.time_zone) ?? at.toISOString().slice(0, 10) }
}

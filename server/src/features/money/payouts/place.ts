import { dayAt } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listPayoutFamily } from './reports.queries.ts'

/** The organizations that lines may be for, the currency of the first and its day. */
export async function placeOf(db: Db, tenant: Tenant, at: Date) {
  const organizations = await listPayoutFamily(db, tenant)
  const [own] = organizations
  if (!own) throw new Error('an organization is gone')
  return { organizations, currency: own.currency, today: dayAt(at, own.time_zone) ?? at.toISOString().slice(0, 10) }
}

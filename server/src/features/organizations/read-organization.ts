import type { organizations } from '@twofold/contract'
import { inTenant, type Tenant } from '../../platform/database/database.ts'
import type { AccessLevel } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentOrganization } from './present-organization.ts'
import { getOrganizationRow } from './profile.queries.ts'

type Reading = { readonly platform: Platform; readonly tenant: Tenant; readonly level: AccessLevel }

/** An organization as its caller may see it. */
export async function readOrganization({ platform, tenant, level }: Reading): Promise<organizations.Organization> {
  const row = await inTenant(platform.database, tenant, (db) => getOrganizationRow(db, tenant.organizationId), {
    readOnly: true,
  })
  return presentOrganization(row, level, platform.clock())
}

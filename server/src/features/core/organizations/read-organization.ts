import { type organizations, setup } from '@twofold/contract'
import { type Db, inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import type { AccessLevel } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { presentOrganization } from './present-organization.ts'
import { getOrganizationRow } from './profile.queries.ts'

type OrganizationReader = { readonly platform: Platform; readonly tenant: Tenant; readonly level: AccessLevel }

export async function readOrganization({
  platform,
  tenant,
  level,
}: OrganizationReader): Promise<organizations.Organization> {
  const row = await inTenant(readOnly(platform.database), tenant, (db) => getOrganizationRow(db, tenant.organizationId))
  return presentOrganization(row, level, platform.clock())
}

export async function findIncompleteSteps(db: Db, id: number, now: Date): Promise<setup.SetupStep[]> {
  return setup.incompleteStepsOf(presentOrganization(await getOrganizationRow(db, id), 'read', now))
}

import type { imports } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { organizationKey } from '../file-reading/index.ts'
import type { OrganizationNames } from './find-organization.ts'
import { listFamily, listNameMeanings, type OrganizationFacts } from './imports.queries.ts'

type NameFields = Pick<imports.TestFields, 'organizations' | 'organization_id'>

/** Current choices override earlier ones. Refuses a meaning outside of the family. */
export async function resolveOrganizationNames(
  { platform, tenant }: { readonly platform: Platform; readonly tenant: Tenant },
  { organizations = {}, organization_id: chosen }: NameFields,
): Promise<{ family: OrganizationFacts[]; naming: OrganizationNames; submittedNames: OrganizationNames['names'] }> {
  const read = async (db: Db) => ({
    family: await listFamily(db, tenant),
    remembered: await listNameMeanings(db, tenant),
  })
  const { family, remembered } = await inTenant(platform.database, tenant, read, { readOnly: true })
  const ids = new Set(family.map(({ id }) => id))
  const everyRow = chosen ?? null
  const submittedNames = new Map(
    Object.entries(organizations).map(([name, means]) => [organizationKey(name), means] as const),
  )
  submittedNames.delete('')
  for (const means of submittedNames.values())
    if (means !== 'leave_out' && !ids.has(means)) throw unknownMeaning('organizations')
  if (everyRow !== null && !ids.has(everyRow)) throw unknownMeaning('organization_id')
  return { family, naming: { names: new Map([...remembered, ...submittedNames]), everyRow }, submittedNames }
}

function unknownMeaning(field: string): Refusal {
  const message = 'That organization isn’t yours. Choose this organization or one of its chapters.'
  return new Refusal('invalid', message, { fields: { [field]: message } })
}

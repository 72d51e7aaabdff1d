import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listAdminNames } from './organizations.queries.ts'

const maxNames = 2

/** Returns the beginning of a sentence. */
export async function describeAdministrators(db: Db, { organizationId }: Tenant): Promise<string> {
  const { names, isChapter } = await listAdminNames(db, organizationId, maxNames)
  if (names.length > 0) return names.join(' or ')
  return isChapter ? 'An administrator of your parent organization' : 'An administrator of your organization'
}

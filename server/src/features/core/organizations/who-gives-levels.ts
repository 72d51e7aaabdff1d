import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listAdminNames } from './organizations.queries.ts'

/** Two names are a hint, more are a list. */
const namedAtMost = 2

/** Who can give somebody another level here, as a sentence begins: by name, as far as there are names. */
export async function findWhoGivesLevels(db: Db, { organizationId }: Tenant): Promise<string> {
  const { names, isChapter } = await listAdminNames(db, organizationId, namedAtMost)
  if (names.length > 0) return names.join(' or ')
  return isChapter ? 'An administrator of your parent organization' : 'An administrator of your organization'
}

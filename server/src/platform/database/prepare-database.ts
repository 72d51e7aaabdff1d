import { prepareJobs } from '../jobs/jobs.ts'
import type { Log } from '../runtime/log.ts'
import { migrate } from './migrate.ts'
import { ensureServerRole, grantServerPrivileges } from './server-role.ts'

/** Prepares the database as its owner; returns the address for the server. @throws MigrationError, ServerRoleError */
export async function prepareDatabase(
  ownerAddress: string,
  { secret, log }: { readonly secret: string; readonly log: Log },
): Promise<string> {
  await ensureServerRole(ownerAddress, secret)
  await migrate(ownerAddress, { log })
  await prepareJobs(ownerAddress)
  return grantServerPrivileges(ownerAddress, secret)
}

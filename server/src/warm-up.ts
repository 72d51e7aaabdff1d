import type { Features } from './features.ts'
import { connectionsKept, grantTenant } from './platform/database/database.ts'
import type { Platform } from './platform/platform.ts'
import { findAnOrganization } from './warm-up.queries.ts'

/**
 * Asks what people usually ask first, of one organization and on each connection that is kept: a connection plans each statement once,
 * and two hundred people who came to a server that had just started waited for that for more than a second.
 */
export async function warmUp(
  { database }: Pick<Platform, 'database'>,
  { usualReads }: Pick<Features, 'usualReads'>,
): Promise<void> {
  const id = await findAnOrganization(database)
  if (id === null) return // nobody is here who could wait
  for (const read of usualReads(grantTenant(id, [id]))) {
    await Promise.all(Array.from({ length: connectionsKept }, read))
  }
}

import { type Db, grantTenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { evaluateAgain, splitCombinedMatches } from '../../matches/matches/index.ts'
import { listCombinedGifts } from './family.queries.ts'

type Separation = {
  readonly platform: Platform
  readonly directory: Directory
  readonly chapterId: number
  readonly family: readonly number[]
}

/**
 * A combined gift in a foreign match would not appear in any list. Requests to employers stay; no emails. Returns a
 * function that evaluates both sides after the separation. The caller must hold the evaluation lock.
 */
export async function separateGifts(
  db: Db,
  { platform, directory, chapterId, family }: Separation,
): Promise<() => Promise<void>> {
  const remainingFamily = family.filter((id) => id !== chapterId)
  const [parentId = chapterId] = remainingFamily
  const combinedIds = await listCombinedGifts(db, { chapterId, family })
  const contextOf = (organizationId: number, visibleIds: readonly number[]) => ({
    platform,
    directory,
    tenant: grantTenant(organizationId, visibleIds),
    actor: { kind: 'system', userId: null } as const,
    mailsOnlyAbandoned: true,
  })
  const remainingIds = await splitCombinedMatches(db, contextOf(parentId, family), combinedIds)
  return async () => {
    await evaluateAgain(db, contextOf(chapterId, [chapterId]), combinedIds)
    await evaluateAgain(db, contextOf(parentId, remainingFamily), remainingIds)
  }
}

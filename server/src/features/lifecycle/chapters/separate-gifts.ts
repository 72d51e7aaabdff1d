import { type Db, grantTenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { evaluateAgain, splitCombinedMatches } from '../../matches/matches/index.ts'
import { listCombinedGifts } from './family.queries.ts'

type Parting = {
  readonly platform: Platform
  readonly directory: Directory
  readonly chapterId: number
  readonly family: readonly number[]
}

/**
 * A combined gift in a foreign match would not appear in any list. Requests to employers stay; no mails. Returns a
 * function that evaluates both sides after the separation. The caller must hold the evaluation lock.
 */
export async function separateGifts(
  db: Db,
  { platform, directory, chapterId, family }: Parting,
): Promise<() => Promise<void>> {
  const rest = family.filter((id) => id !== chapterId)
  const [parentId = chapterId] = rest
  const together = await listCombinedGifts(db, { chapterId, family })
  const contextOf = (organizationId: number, seen: readonly number[]) => ({
    platform,
    directory,
    tenant: grantTenant(organizationId, seen),
    actor: { kind: 'system', userId: null } as const,
    mailsOnlyGivenUp: true,
  })
  const left = await splitCombinedMatches(db, contextOf(parentId, family), together)
  return async () => {
    await evaluateAgain(db, contextOf(chapterId, [chapterId]), together)
    await evaluateAgain(db, contextOf(parentId, rest), left)
  }
}

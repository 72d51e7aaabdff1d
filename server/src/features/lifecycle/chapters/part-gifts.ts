import { type Db, grantTenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { evaluateAgain, takeApart } from '../../matches/matches/index.ts'
import { listTogether } from './family.queries.ts'

type Parting = {
  readonly platform: Platform
  readonly directory: Directory
  readonly chapterId: number
  /** The parent and all of its chapters, the one that leaves among them. */
  readonly family: readonly number[]
}

/**
 * Gifts of a chapter that were one match with those of its parent and siblings are gifts of their own when it leaves: as parts of a
 * match of strangers they would be in nobody's list. What the employer has stays as it was asked for. Answers the judging of both
 * sides, which comes once they are apart. Nobody is mailed for it. The evaluating lock must be held.
 */
export async function partGifts(
  db: Db,
  { platform, directory, chapterId, family }: Parting,
): Promise<() => Promise<void>> {
  const rest = family.filter((id) => id !== chapterId)
  const [parentId = chapterId] = rest
  const together = await listTogether(db, { chapterId, family })
  const contextOf = (organizationId: number, seen: readonly number[]) => ({
    platform,
    directory,
    tenant: grantTenant(organizationId, seen),
    actor: { kind: 'system', userId: null } as const,
    mailsOnlyGivenUp: true,
  })
  const left = await takeApart(db, contextOf(parentId, family), together)
  return async () => {
    await evaluateAgain(db, contextOf(chapterId, [chapterId]), together)
    await evaluateAgain(db, contextOf(parentId, rest), left)
  }
}

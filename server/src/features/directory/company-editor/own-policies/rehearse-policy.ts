import type { policies } from '@twofold/contract'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { reviewMails } from '../../../email/notifications/index.ts'
import {
  compareSnapshots,
  evaluateAgain,
  listMatchSnapshots,
  listWithCombinedDonations,
} from '../../../matches/matches/index.ts'
import { type AffectedGifts, listEvaluableGifts } from './own-policies.queries.ts'

/** Limited, because a request waits some seconds. */
const triedAtMost = 2_000

export async function rehearsePolicy(
  db: Db,
  {
    platform,
    tenant,
    directory,
  }: { readonly platform: Platform; readonly tenant: Tenant; readonly directory: Directory },
  concerned: AffectedGifts,
): Promise<policies.PolicyReview> {
  const found = await listEvaluableGifts(db, concerned, triedAtMost + 1)
  const ids = found.slice(0, triedAtMost)
  const touched = await listWithCombinedDonations(db, tenant.family, ids)
  const before = await listMatchSnapshots(db, tenant.family, touched)
  await evaluateAgain(db, { platform, tenant, directory, actor: { kind: 'system', userId: null } }, ids)
  const after = await listMatchSnapshots(db, tenant.family, touched)
  const { changed: _, ...changes } = compareSnapshots(before, after)
  return {
    gifts: ids.length,
    ...changes,
    mails: await reviewMails(db, { platform, tenant }, 'of this transaction'),
    is_whole: found.length === ids.length,
  }
}

import { type policies, toUnits } from '@twofold/contract'
import type { Db, Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Directory } from '../companies/index.ts'
import { evaluateAgain } from '../matches/index.ts'
import { reviewMails } from '../notifications/index.ts'
import { listEvaluable, listStanding, type Standing } from './own-policies.queries.ts'

/** Some seconds' work, for which somebody waits. */
const triedAtMost = 2_000
const examplesShown = 5

/**
 * What a policy that was just written makes of open matches. Does it: for a transaction with `rehearsal`, after the change.
 */
export async function rehearsePolicy(
  db: Db,
  {
    platform,
    tenant,
    directory,
  }: { readonly platform: Platform; readonly tenant: Tenant; readonly directory: Directory },
  companyId: number,
): Promise<policies.PolicyReview> {
  const found = await listEvaluable(db, tenant.organizationId, companyId, triedAtMost + 1)
  const ids = found.slice(0, triedAtMost)
  const before = new Map((await listStanding(db, tenant.family, ids)).map((row) => [row.id, row]))
  await evaluateAgain(db, { platform, tenant, directory, actor: { kind: 'system', userId: null } }, ids)
  const after = await listStanding(db, tenant.family, ids)
  const pairs = after.flatMap((to) => {
    const from = before.get(to.id)
    return from ? [{ from, to }] : []
  })
  return {
    gifts: ids.length,
    ...presentChanges(pairs),
    mails: await reviewMails(db, { platform, tenant }, 'of this transaction'),
    is_whole: found.length === ids.length,
  }
}

type Pair = { readonly from: Standing; readonly to: Standing }

function presentChanges(pairs: readonly Pair[]) {
  const sum = (of: (pair: Pair) => number): number => toUnits(pairs.reduce((cents, pair) => cents + of(pair), 0))
  const moved = pairs.filter(({ from, to }) => from.status_id !== to.status_id)
  const changed = pairs.filter(
    ({ from, to }) => from.status_id !== to.status_id || from.estimated_cents !== to.estimated_cents,
  )
  return {
    moves: [...Map.groupBy(moved, ({ from, to }) => `${from.status_id} ${to.status_id}`).values()]
      .flatMap((same) =>
        same[0]
          ? [{ from_status_id: same[0].from.status_id, to_status_id: same[0].to.status_id, count: same.length }]
          : [],
      )
      .sort((a, b) => b.count - a.count),
    examples: changed.slice(0, examplesShown).map(({ from, to }) => ({
      donation_id: to.id,
      donor_name: to.donor_name,
      amount: toUnits(to.amount_cents),
      from_status_id: from.status_id,
      to_status_id: to.status_id,
      estimated_from: toUnits(from.estimated_cents),
      estimated_to: toUnits(to.estimated_cents),
    })),
    estimated_from: sum(({ from }) => from.estimated_cents),
    estimated_to: sum(({ to }) => to.estimated_cents),
  }
}

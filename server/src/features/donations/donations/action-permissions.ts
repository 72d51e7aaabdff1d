import { donationChanges, whyButtonHidden } from '@twofold/contract'
import { findMove, type MoveAction, restoredStatus, type StatusId, whyForbidden } from '@twofold/matching'
import { type Db, isStatementTimeout } from '../../../platform/database/database.ts'
import type { AccessLevel } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { ChargeIds, MatchRow } from '../../matches/rows/index.ts'
import { listChargeIds } from './staff-changes.queries.ts'

const { changeMessages, restorableDays } = donationChanges
const msPerDay = 86_400_000

export type ActionCaller = { readonly platform: Pick<Platform, 'clock'>; readonly level: AccessLevel }

export type ActionFacts = Parameters<typeof whyButtonHidden>[1] & {
  readonly previous_status_id: StatusId | null
  readonly status_changed_at: string
}

export function whyActionForbidden(
  action: MoveAction,
  facts: ActionFacts,
  { platform, level }: ActionCaller,
): string | null {
  if (!findMove(action, facts.status_id, level)) return whyForbidden(action, facts.status_id)
  if (action === 'restore') {
    if (restoredStatus(facts.status_id, facts.previous_status_id) === null) return whyForbidden(action, facts.status_id)
    const until = Date.parse(facts.status_changed_at) + restorableDays * msPerDay
    if (facts.status_id === 12 && platform.clock().getTime() > until) return changeMessages.longAgo
  }
  return whyButtonHidden(action, facts)
}

function createActionCheck(caller: ActionCaller, action: MoveAction, chargesById: ReadonlyMap<number, ChargeIds>) {
  return (row: MatchRow): string | null => {
    const charge = chargesById.get(row.id) ?? {
      refunded_bill_id: null,
      processed_bill_id: null,
      eligible_bill_id: null,
    }
    return whyActionForbidden(action, { ...row, ...charge, status_changed_at: row.status_changed_at ?? '' }, caller)
  }
}

const loadChargeIds = (db: Db, rows: readonly MatchRow[]) =>
  listChargeIds(
    db,
    [...new Set(rows.map(({ organization_id }) => organization_id))],
    rows.map(({ id }) => id),
  )

export async function loadActionCheck(
  db: Db,
  caller: ActionCaller,
  rows: readonly MatchRow[],
  action: MoveAction,
): Promise<(row: MatchRow) => string | null> {
  return createActionCheck(caller, action, await loadChargeIds(db, rows))
}

/** @throws Refusal conflict for the first match that does not allow the action */
export async function requireActionAllowed(
  db: Db,
  caller: ActionCaller,
  rows: readonly MatchRow[],
  action: MoveAction,
  chargesById?: ReadonlyMap<number, ChargeIds>,
): Promise<void> {
  const findReason = createActionCheck(caller, action, chargesById ?? (await loadChargeIds(db, rows)))
  for (const row of rows) {
    const reason = findReason(row)
    if (reason !== null) throw new Refusal('conflict', reason)
  }
}

/** Other work on a donor's matches delays an action. @throws Refusal conflict after the timeout */
export function refuseLockTimeout(error: unknown): never {
  if (isStatementTimeout(error)) throw new Refusal('conflict', changeMessages.othersAtWork)
  throw error
}

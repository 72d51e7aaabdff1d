import { buttonPlace, donationChanges } from '@twofold/contract'
import { findMove, type MoveAction, whyForbidden } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { AccessLevel } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MatchRow } from '../matches/index.ts'
import { listBillsOf } from './change-by-hand.queries.ts'

const { changeMessages, restorableDays } = donationChanges
const msPerDay = 86_400_000

type Presser = { readonly platform: Pick<Platform, 'clock'>; readonly level: AccessLevel }

/**
 * Why a person may not press the button of an action for this match, beside what the table of moves says of its status; null:
 * they may. The buttons of the match dialog follow the same rules.
 */
export async function whyNotPress(
  db: Db,
  { platform, level }: Presser,
  rows: readonly MatchRow[],
  action: MoveAction,
): Promise<(row: MatchRow) => string | null> {
  const bills = await listBillsOf(db, rows)
  return (row) => {
    if (!findMove(action, row.status_id, level)) return whyForbidden(action, row.status_id)
    const isLongAgo =
      action === 'restore' &&
      row.status_id === 12 &&
      platform.clock().getTime() > Date.parse(row.status_changed_at ?? '') + restorableDays * msPerDay
    if (isLongAgo) return changeMessages.longAgo
    const bill = bills.get(row.id) ?? { refunded_bill_id: null, processed_bill_id: null, eligible_bill_id: null }
    return buttonPlace(action, { ...row, ...bill })
  }
}

/** @throws Refusal conflict for the first of them that may not be pressed */
export async function refusePress(
  db: Db,
  presser: Presser,
  rows: readonly MatchRow[],
  action: MoveAction,
): Promise<void> {
  const whyNot = await whyNotPress(db, presser, rows, action)
  for (const row of rows) {
    const why = whyNot(row)
    if (why !== null) throw new Refusal('conflict', why)
  }
}

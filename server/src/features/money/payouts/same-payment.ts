import type { Db, Tenant } from '../../../platform/database/database.ts'
import {
  insertReversalEntries,
  type LineRow,
  linkLine,
  lockLine,
  markAsSamePayment,
  unlinkLine,
} from './lines.queries.ts'
import { updatePayoutSums } from './write-payouts.queries.ts'

type EntryAuthor = { readonly userId: number; readonly why: string; readonly now: Date }

/**
 * The newer line takes over the match, except a typed-in check from a report. Returns the affected matches; null if the
 * other line is gone.
 */
export async function countPaymentOnce(
  db: Db,
  tenant: Tenant,
  line: LineRow,
  by: EntryAuthor,
): Promise<number[] | null> {
  const other = line.repeats_line_id === null ? null : await lockLine(db, tenant, line.repeats_line_id)
  if (!other || (other.state !== 'tied' && other.state !== 'doubtful')) return null
  const isOlderKept = line.is_typed && !other.is_typed
  const [countedLine, uncountedLine] = isOlderKept ? [other, line] : [line, other]
  const { donation_id, match_organization_id, tied_by } = uncountedLine
  if (uncountedLine.state === 'tied') {
    await insertReversalEntries(db, tenant, [uncountedLine.id], by)
    await unlinkLine(db, tenant, uncountedLine.id)
  }
  const before = { donation_id, match_organization_id, tied_by }
  await markAsSamePayment(db, tenant, { lineId: uncountedLine.id, countsId: countedLine.id, before })
  if (donation_id !== null && match_organization_id !== null && countedLine.state === 'doubtful') {
    const linkedBy = tied_by === 'new' ? 'new' : 'person'
    await linkLine(
      db,
      tenant,
      countedLine.id,
      { donationId: donation_id, organizationId: match_organization_id, by: linkedBy },
      by,
    )
  }
  await updatePayoutSums(db, tenant, [other.payout_id, line.payout_id])
  return donation_id === null ? [] : [donation_id]
}

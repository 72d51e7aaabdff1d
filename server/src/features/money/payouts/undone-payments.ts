import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listKnownLines, listKnownPayouts } from './known-lines.queries.ts'
import type { ReportedPayout } from './reading/report.ts'
import { addLineKeys } from './record-payouts.ts'

const maxNamed = 5

/** Warns of payments that an earlier report recorded, and that this one calls voided, canceled, or returned. */
export async function listUndoneWarnings(db: Db, tenant: Tenant, undone: readonly ReportedPayout[]): Promise<string[]> {
  const numbered = undone.filter(({ reference }) => reference !== '')
  if (numbered.length === 0) return []
  const lines = numbered.flatMap((payout) => addLineKeys(payout.lines, null).map(({ key }) => ({ payout, key })))
  const knownLines = await listKnownLines(
    db,
    tenant,
    lines.map(({ payout: { payer }, key }) => ({ payer, key })),
  )
  const knownPayouts = await listKnownPayouts(db, tenant, numbered)
  const isRecorded = (payout: ReportedPayout) =>
    payout.lines.length === 0
      ? knownPayouts.some((known) => known.payer === payout.payer && known.reference === payout.reference)
      : lines.some(
          ({ payout: other, key }) =>
            other === payout &&
            knownLines.some(
              (known) => known.line_key === key && known.payer === payout.payer && known.reference === payout.reference,
            ),
        )
  const references = [...new Set(numbered.filter(isRecorded).map(({ reference }) => reference))]
  const [first, ...others] = references
  if (first === undefined) return []
  const named = references.slice(0, maxNamed).join(', ')
  const more = references.length > maxNamed ? ` and ${references.length - maxNamed} more` : ''
  return [
    others.length === 0
      ? `Payment ${first} was recorded earlier, and this report says that it was undone. If the money never came, unlink its lines.`
      : `Payments ${named}${more} were recorded earlier, and this report says that they were undone. If the money never came, unlink their lines.`,
  ]
}

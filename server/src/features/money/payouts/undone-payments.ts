import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listCountedLineIds, listKnownLines, listKnownPayouts } from './known-lines.queries.ts'
import type { ReportedPayout } from './reading/report.ts'
import { addLineKeys } from './record-payouts.ts'

const maxNamed = 5

type UndonePayments = {
  readonly warnings: readonly string[]
  readonly lineIds: readonly number[]
  readonly payoutIds: readonly number[]
}

/** Payments that an earlier report recorded, and that this one calls voided, canceled, or returned. */
export async function findUndonePayments(
  db: Db,
  tenant: Tenant,
  undone: readonly ReportedPayout[],
): Promise<UndonePayments> {
  const numbered = undone.filter(({ reference }) => reference !== '')
  if (numbered.length === 0) return { warnings: [], lineIds: [], payoutIds: [] }
  const lines = numbered.flatMap((payout) => addLineKeys(payout.lines, null).map(({ key }) => ({ payout, key })))
  const knownLines = await listKnownLines(
    db,
    tenant,
    lines.map(({ payout: { payer }, key }) => ({ payer, key })),
  )
  const knownPayouts = await listKnownPayouts(db, tenant, numbered)
  const isSame = (payout: ReportedPayout, known: { readonly payer: string; readonly reference: string }) =>
    known.payer === payout.payer && known.reference === payout.reference
  const payoutsOf = (payout: ReportedPayout) =>
    payout.lines.length === 0 ? knownPayouts.filter((known) => isSame(payout, known)) : []
  const linesOf = (payout: ReportedPayout) =>
    knownLines.filter(
      (known) => isSame(payout, known) && lines.some((line) => line.payout === payout && line.key === known.line_key),
    )
  const recorded = numbered.filter((payout) => payoutsOf(payout).length > 0 || linesOf(payout).length > 0)
  const references = [...new Set(recorded.map(({ reference }) => reference))]
  const [first, ...others] = references
  if (first === undefined) return { warnings: [], lineIds: [], payoutIds: [] }
  const payouts = recorded.flatMap(payoutsOf)
  const lineIds = [
    ...recorded.flatMap((payout) => linesOf(payout).map(({ id }) => id)),
    ...(await listCountedLineIds(
      db,
      tenant,
      payouts.map(({ id }) => id),
    )),
  ]
  const named = references.slice(0, maxNamed).join(', ')
  const more = references.length > maxNamed ? ` and ${references.length - maxNamed} more` : ''
  const warning =
    others.length === 0
      ? `Payment ${first} was recorded earlier, but this report says it was voided.`
      : `Payments ${named}${more} were recorded earlier, but this report says they were voided.`
  const payoutIds = payouts.flatMap(({ id, has_lines }) => (has_lines ? [] : [id]))
  return { warnings: [warning], lineIds: [...new Set(lineIds)], payoutIds: [...new Set(payoutIds)] }
}

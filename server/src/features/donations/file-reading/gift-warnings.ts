import type { ColumnMap } from '@twofold/contract'
import type { Gift, Reversal } from './gift.ts'
import { suggestAddress } from './misspelled-domains.ts'
import { isShortened } from './read-row.ts'
import type { Table, Warning } from './table.ts'
import { noAddressWarning } from './warnings.ts'

export const columnOf = (table: Table, map: ColumnMap, target: string): number =>
  table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === target)

export const isRefund = ({ isStated, named }: Reversal): boolean => isStated || named > 0

export function refundWarnings(reversals: readonly Reversal[]): Warning[] {
  const refunds = reversals.filter(isRefund)
  if (refunds.length === 0) return []
  const message =
    refunds.length === 1
      ? '1 row is a refund. We take it off the gift that it names.'
      : `${refunds.length} rows are refunds. We subtract each from the gift it names.`
  return [{ code: 'refunds', message, count: refunds.length, rows: refunds.slice(0, 100).map(({ gift }) => gift.row) }]
}

/** A spreadsheet shortens long ids, so several gifts would share one. */
export function idWarnings(table: Table, map: ColumnMap): Warning[] {
  const at = columnOf(table, map, 'transaction_id')
  const damaged = at < 0 ? [] : table.rows.filter(({ cells }) => isShortened(cells[at]?.trim() ?? ''))
  if (damaged.length === 0) return []
  return [
    {
      code: 'ids_damaged',
      message: `A spreadsheet shortened ${damaged.length === 1 ? '1 transaction ID' : `${damaged.length} transaction IDs`} (like ${damaged[0]?.cells[at]?.trim()}), so we ignore ${damaged.length === 1 ? 'it' : 'them'}. Export the file again as .csv without opening it to keep the IDs.`,
      count: damaged.length,
      rows: damaged.slice(0, 100).map(({ row }) => row),
    },
  ]
}

export function placeholderWarnings(gifts: readonly Gift[]): Warning[] {
  const found = gifts.filter(({ placeholderEmail }) => placeholderEmail !== '')
  if (found.length === 0) return []
  const addresses = new Set(found.map(({ placeholderEmail }) => placeholderEmail.toLowerCase()))
  return [
    noAddressWarning('placeholder_address', {
      addresses: [...addresses],
      rows: found.map(({ row }) => row),
      description: 'a placeholder instead of an email address',
    }),
  ]
}

export function sponsorshipWarnings(gifts: readonly Gift[]): Warning[] {
  const found = gifts.filter(({ kindWords }) => /\bsponsor/i.test(kindWords.kind))
  if (found.length === 0) return []
  const message =
    found.length === 1
      ? '1 row is a sponsorship. If the sponsor gets something in return, only the rest can be matched.'
      : `${found.length} rows are sponsorships. If the sponsors get something in return, only the rest can be matched.`
  return [{ code: 'sponsorships', message, count: found.length, rows: found.slice(0, 100).map(({ row }) => row) }]
}

export function emailWarnings(gifts: readonly Gift[]): Warning[] {
  const found = gifts.flatMap(({ row, donorEmail }) => {
    const likely = suggestAddress(donorEmail)
    return likely ? [{ row, donorEmail, likely }] : []
  })
  const [first] = found
  if (!first) return []
  return [
    {
      code: 'email_misspelt',
      message: `${first.donorEmail} may be ${first.likely}.${found.length > 1 ? ` ${found.length - 1} more may be misspelled, too.` : ''}`,
      count: found.length,
      rows: found.slice(0, 100).map(({ row }) => row),
    },
  ]
}

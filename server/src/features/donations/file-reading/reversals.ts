import type { ColumnMap } from '@twofold/contract'
import type { AmountStyle } from './amounts.ts'
import { readAmount } from './amounts.ts'
import type { Reversal } from './gift.ts'
import { headerWords } from './headers.ts'
import { paymentColumns, stateKey } from './payment-state.ts'
import { isShortened } from './read-row.ts'
import type { Row, Table } from './table.ts'

const originalHeader =
  /^(original|refunded|reversed|voided|cancell?ed)\b.*\b(id|number|no|reference|ref|transaction|donation|gift|payment|charge)$/
const referenceHeader =
  /^(parent|related|linked|reference|ref|source|associated|initial)( (transaction|txn|donation|gift|payment|charge|order|sale))?( (id|number|no|reference|ref|code))?$|^(charge|payment|order|sale|donation|gift|transaction|txn) (id|number|reference)$|^refund (of|for)\b/
/** The id may be that of the refund itself. */
const ownHeader = /^(source|(charge|payment|order|sale|donation|gift|transaction|txn) (id|number|reference))$/
const eventWord =
  /^((payment|donation|gift|transaction|partial|full|card|customer) )?(refund|charge ?back|reversal|void|cancell?ation|payment reversal|remboursement|reembolso|devolucion|ruckerstattung|rucklastschrift|storno)( (issued|processed|payment|transaction))?$|^refund(ed)? (of|to|for)\b/
const stateWord = /^(fully |partially )?(refunded|refund|reversed|charged ?back|void(ed)?|cancell?ed)$/
const anyWord =
  /\b(refund(s|ed|ing)?|charge ?backs?|revers(al|ed)|void(ed)?|cancell?(ed|ation)|clawed? ?back|remboursement|reembolso|devolucion|ruckerstattung|rucklastschrift|storno)\b/

const cellLength = 200
const referencesAtMost = 12

export type ReversalReader = {
  readonly read: (row: Row) => Pick<Reversal, 'references' | 'named' | 'isStated' | 'isSure'> & {
    readonly isEvent: boolean
    readonly isState: boolean
  }
  readonly isNegative: (row: Row) => boolean
}

export function reversalReader(
  table: Table,
  map: ColumnMap,
  style: Pick<AmountStyle, 'mark' | 'inCents' | 'furtherAt'>,
): ReversalReader {
  const words = table.originalHeaders.map(headerWords)
  const targetOf = (at: number): string => {
    const header = table.headers[at] ?? ''
    return Object.hasOwn(map, header) ? (map[header] ?? '') : ''
  }
  const isUnmapped = (at: number) =>
    targetOf(at) === '' || targetOf(at) === 'ignored' || targetOf(at).startsWith('custom.')
  const unmappedColumns = words.flatMap((_, at) => (isUnmapped(at) ? [at] : []))
  const columns = (header: RegExp) => unmappedColumns.filter((at) => header.test(words[at] ?? ''))
  const originals = columns(originalHeader)
  const references = columns(referenceHeader)
  const states = paymentColumns(table).map(({ at }) => at)
  const amountAt = table.headers.findIndex((_, at) => targetOf(at) === 'amount')
  return {
    isNegative: (row) => (readAmount(row.cells, amountAt, style)?.cents ?? 0) < 0,
    read: (row) => {
      const cell = (at: number) => (row.cells[at] ?? '').trim().slice(0, cellLength)
      const idsIn = (ats: readonly number[]) => ats.map(cell).filter(isId)
      // In a column of originals, "2" is an id and no number.
      const originalIds = originals.map(cell).filter((text) => isId(text) || /^\d{1,3}$/.test(text))
      const reversalTexts = row.cells.map((_, at) => cell(at)).filter((text) => anyWord.test(stateKey(text)))
      // A bank's export names the event in any column of a row that has no incoming amount.
      const events = cell(amountAt) === '' ? row.cells.map((_, at) => at) : states
      const isEvent = events.some((at) => eventWord.test(stateKey(cell(at))))
      const idsInTexts = reversalTexts.flatMap((text) => text.split(/[\s,;:#()"“”]+/)).filter(isId)
      const namedIds = [...new Set([...originalIds, ...idsIn(references)])]
      const others = [...idsInTexts, ...idsIn(unmappedColumns)].filter((id) => !namedIds.includes(id))
      return {
        references: [...namedIds, ...new Set(others)].slice(0, referencesAtMost),
        named: namedIds.length,
        isSure: [...originalIds, ...idsIn(references.filter((at) => !ownHeader.test(words[at] ?? '')))].length > 0,
        isStated: reversalTexts.length > 0,
        isEvent,
        isState: states.some((at) => stateWord.test(stateKey(cell(at)))),
      }
    },
  }
}

/** An id contains a digit and is not an amount, a date, or a sentence. */
const isId = (text: string): boolean =>
  /^(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}_./-]{1,99}$/u.test(text) &&
  !/^\d{1,3}([.,]\d+)?$|^[\d,]+\.\d{1,2}$|^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(text) &&
  !isShortened(text)

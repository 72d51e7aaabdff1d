import type { Table } from './table.ts'

const other = /^(other|custom|autre|otr[oa])( (amount|employer|company|montant|monto))?( \(.{0,40}\))?$/i
const otherHeader = /\b(other|custom|autre|otr[oa])\b/
const filler = /\b(if|other|custom|autre|otr[oa]|please|specify|enter|your|amount|an?)\b/g

const wordsOf = (header: string): string =>
  header
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const topicOf = (words: string): string => words.replace(filler, ' ').replace(/\s+/g, ' ').trim()

/**
 * Forms offer a choice and a field next to it: `Donation Amount` is "Other" or blank, and `Other Amount` has the sum.
 * Moves the text to the column of the choice.
 */
export function withOtherAnswers(table: Table): Table {
  const words = table.originalHeaders.map(wordsOf)
  const cellIn = (cells: readonly string[], at: number) => cells[at]?.trim() ?? ''
  const pairs = words.flatMap((header, field) => {
    if (!otherHeader.test(header)) return []
    const topic = topicOf(header)
    const choice = words.findIndex((choiceWords, at) => {
      const isSameTopic =
        topic === ''
          ? /\bamount\b/.test(header) && /\bamount\b|\bhow much\b|^(donation|gift|contribution)$/.test(choiceWords)
          : topicOf(choiceWords).endsWith(topic)
      return at !== field && isSameTopic && !otherHeader.test(choiceWords)
    })
    const isExclusive = table.rows.every(({ cells }) => {
      const chosen = cellIn(cells, choice)
      return cellIn(cells, field) === '' || chosen === '' || other.test(chosen)
    })
    const hasAnswer = table.rows.some(({ cells }) => cellIn(cells, field) !== '')
    return choice >= 0 && isExclusive && hasAnswer ? [{ choice, field }] : []
  })
  if (pairs.length === 0) return table
  const rows = table.rows.map((row) => {
    const cells = [...row.cells]
    for (const { choice, field } of pairs) {
      if (cellIn(cells, field) === '') continue
      cells[choice] = cellIn(cells, field)
      cells[field] = ''
    }
    return { ...row, cells }
  })
  return { ...table, rows }
}

import { type ColumnMap, imports } from '@twofold/contract'
import type { Question, ReadOptions } from './gift.ts'
import { headerWords } from './headers.ts'
import { type DecimalMark, parseMoney } from './money.ts'
import type { Table } from './table.ts'

const tipColumn = /\b(tips?|gift assist)\b/
const coveredColumn =
  /\bdcc( (amount|total))?$|\b(fees?|costs?) (covered|coverage|recover(y|ed)|offset)\b|\b(covered|recovered|offset) (fees?|costs?)\b|\b(fees?|costs?) (paid|covered) by\b|\b(donor|supporter) paid (fees?|costs?)\b/
const feeColumn = /\bfees?\b/
const ticketColumn =
  /^(gross )?(registration|ticket|merchandise|event|purchase|auction|raffle)s? (gross )?(amount|total|sales|revenue)$|^(events|purchases|registrations|tickets|merchandise|auctions?|raffles?|store)$|^(montant (des |du )?)?billets?$|^(monto (de )?)?(boletos?|entradas?)$/

const matchedColumn =
  /^((employer|company|corporate|matching|matched) )?(match|matched|gift match|match(ed|ing)? amount)$/

/** Money besides the gift, in cents. */
export type Extras = {
  readonly tip: number
  readonly coveredFee: number
  /** Registrations and purchases in the same order. */
  readonly tickets: number
  /** From the employer. */
  readonly match: number
  /** The column is yes or no: `coveredFee` is then the sum of the fee columns. */
  readonly isFlag: boolean
}

/** @param words of the headers, as `headerWords` returns them */
export function extrasReader(words: readonly string[], mark?: DecimalMark): (cells: readonly string[]) => Extras {
  const columns = (test: (text: string) => boolean) => words.flatMap((text, at) => (test(text) ? [at] : []))
  const tips = columns((text) => tipColumn.test(text))
  const covered = columns((text) => coveredColumn.test(text))
  const tickets = columns((text) => ticketColumn.test(text))
  const matches = columns((text) => matchedColumn.test(text))
  const fees = columns((text) => feeColumn.test(text) && !coveredColumn.test(text))
  return (cells) => {
    const sumOf = (ats: readonly number[]) =>
      ats.reduce((sum, at) => sum + Math.abs(parseMoney(cells[at] ?? '', mark)?.cents ?? 0), 0)
    // "Fees covered" is an amount in some exports, and yes or no in others.
    const isYes = covered.some((at) => /^(yes|true|y)$/i.test(cells[at]?.trim() ?? ''))
    return {
      tip: sumOf(tips),
      coveredFee: sumOf(isYes ? fees : covered),
      tickets: sumOf(tickets),
      match: sumOf(matches),
      isFlag: isYes,
    }
  }
}

/** Asks whether the amounts include the fees and tips that donors added. */
export const extrasQuestionId = 'amounts_with_extras'
const takeOffAnswer = 'take_off'

const chargedHeader = /\b(charged?|collected|billed|incl\w*)\b/
const giftHeader = /\b(donat\w*|gift|contribut\w*)\b/
const baseHeader = /\b(base|original|net|item|line|split)\b/
const totalHeader = /\b(total|gross|paid)\b/

export type DeductibleExtras = {
  /** In cents; 0 if the amount is the gift. */
  readonly extraOf: (cells: readonly string[]) => number
  readonly question: Question | null
}

/**
 * Fees and tips are no gift. "Amount Charged" includes them, "Base Amount" does not, and "Amount" raises a question
 * unless another column contains the sum. So does "Gift Amount", which excludes tips but may include covered fees.
 */
export function deductibleExtras(
  table: Table,
  map: ColumnMap,
  { mark, answers }: Pick<ReadOptions, 'answers'> & { readonly mark: DecimalMark },
): DeductibleExtras {
  const noExtras = { extraOf: () => 0, question: null }
  const amountAt = table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === 'amount')
  if (amountAt < 0) return noExtras
  const words = table.originalHeaders.map(headerWords)
  const read = extrasReader(words, mark)
  const centsAt = (cells: readonly string[], at: number) => parseMoney(cells[at] ?? '', mark)?.cents ?? 0
  const header = words[amountAt] ?? ''
  const isCharge = totalHeader.test(header) || chargedHeader.test(header)
  const isGift = giftHeader.test(header) && !isCharge
  const extraOf = (cells: readonly string[]) => {
    const { tip, coveredFee, isFlag } = read(cells)
    const isLeft = (_: string, at: number) => centsAt(cells, at) === centsAt(cells, amountAt) - coveredFee
    // An amount may exclude a covered fee without its own sum; a total includes it, and so does one with a net amount.
    const isExcluded = isFlag && !isCharge && !words.some(isLeft)
    const extra = (isGift ? 0 : tip) + (isExcluded ? 0 : coveredFee)
    return extra < centsAt(cells, amountAt) ? extra : 0
  }
  const concerned = table.rows.filter(({ cells }) => extraOf(cells) > 0)
  const isSumElsewhere = words.some(
    (_, at) =>
      at !== amountAt &&
      concerned.every(({ cells }) => centsAt(cells, at) === centsAt(cells, amountAt) + extraOf(cells)),
  )
  if (concerned.length === 0 || (baseHeader.test(header) && !isCharge) || isSumElsewhere) return noExtras
  if (chargedHeader.test(header)) return { extraOf, question: null }
  const isRoundGift = isGift && concerned.every(({ cells }) => centsAt(cells, amountAt) % 100 === 0)
  const answer = answers?.[extrasQuestionId] ?? (isRoundGift ? imports.takeAnswer : takeOffAnswer)
  return {
    extraOf: answer === takeOffAnswer ? extraOf : () => 0,
    question: {
      id: extrasQuestionId,
      message: `Do the amounts in “${table.originalHeaders[amountAt]?.trim()}” include the fees and tips that donors added?`,
      options: [
        { value: takeOffAnswer, label: 'Yes: subtract them' },
        { value: imports.takeAnswer, label: 'No: record the amounts as they are' },
      ],
      answer,
      count: concerned.length,
      sumCents: concerned.reduce((sum, { cells }) => sum + extraOf(cells), 0),
      examples: concerned.slice(0, imports.questionExamples).map(({ row, cells }) => ({
        row,
        text: `${cells[amountAt]?.trim()}, of which fees and tips ${(extraOf(cells) / 100).toFixed(2)}`,
        known: null,
        taken: false,
      })),
      by_row: false,
    },
  }
}

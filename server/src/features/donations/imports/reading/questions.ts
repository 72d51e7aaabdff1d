import { imports } from '@twofold/contract'
import type { Gift, Question, ReadOptions } from './gift.ts'
import type { AttentionKind } from './table.ts'
import { attentionTexts } from './warnings.ts'

type Answers = Pick<ReadOptions, 'answers' | 'takeRows' | 'leaveOutAttention'>

const answerTo = (kind: AttentionKind, { answers, leaveOutAttention }: Answers): string =>
  answers?.[kind] ?? (leaveOutAttention ? imports.leaveOutAnswer : imports.takeAnswer)

export const isRowIncluded = (kind: AttentionKind, row: number, options: Answers): boolean =>
  answerTo(kind, options) === imports.takeAnswer || options.takeRows?.includes(row) === true

export function attentionQuestions(gifts: readonly Gift[], options: Answers): Question[] {
  const byKind = Map.groupBy(
    gifts.toSorted((one, other) => one.row - other.row),
    ({ attention }) => attention,
  )
  return [...byKind].flatMap(([kind, rows]) => (kind === null ? [] : [attentionQuestion(kind, rows, options)]))
}

function attentionQuestion(kind: AttentionKind, gifts: readonly Gift[], options: Answers): Question {
  return {
    id: kind,
    message: `${attentionTexts[kind][gifts.length === 1 ? 0 : 1].replace('#', String(gifts.length))}.`,
    options: [
      { value: imports.leaveOutAnswer, label: 'Leave out' },
      { value: imports.takeAnswer, label: 'Upload' },
    ],
    answer: answerTo(kind, options),
    count: gifts.length,
    sumCents: gifts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    examples: gifts.slice(0, imports.questionExamples).map((gift) => ({
      row: gift.row,
      text: describeGift(gift),
      known: null,
      taken: options.takeRows?.includes(gift.row) === true,
    })),
    by_row: true,
  }
}

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const describeGift = ({
  donorName,
  donorEmail,
  amountCents,
  donatedOn,
}: Pick<Gift, 'donorName' | 'donorEmail' | 'amountCents' | 'donatedOn'>): string =>
  [donorName || donorEmail || 'No name', dollars.format(amountCents / 100), donatedOn].join(', ')

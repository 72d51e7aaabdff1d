import { imports } from '@twofold/contract'
import type { Gift, Question, ReadOptions } from './gift.ts'
import type { AttentionKind, Row } from './table.ts'
import { attentionTexts } from './warnings.ts'

type Answers = Pick<ReadOptions, 'answers' | 'takeRows' | 'leaveOutAttention'>

const answerTo = (kind: AttentionKind, { answers, leaveOutAttention }: Answers): string =>
  answers?.[kind] ?? (leaveOutAttention ? imports.leaveOutAnswer : imports.takeAnswer)

export const isRowIncluded = (kind: AttentionKind, row: number, options: Answers): boolean =>
  answerTo(kind, options) === imports.takeAnswer || options.takeRows?.includes(row) === true

/** The amount is what was left of a payment after a refund in part. */
export const isRest = ({ attention, refundedCents }: Pick<Gift, 'attention' | 'refundedCents'>): boolean =>
  attention === 'payment_part_refunded' && refundedCents > 0

/** ID of the question whether the rest of a payment is recorded that was refunded in part. */
export const restQuestionId = 'part_refunded_rest'

export const isRestIncluded = (row: number, { answers, takeRows }: Answers): boolean =>
  answers?.[restQuestionId] === imports.takeAnswer || takeRows?.includes(row) === true

function restQuestion(gifts: readonly Gift[], { answers, takeRows }: Answers): Question[] {
  if (gifts.length === 0) return []
  return [
    {
      id: restQuestionId,
      message:
        gifts.length === 1
          ? '1 payment was refunded in part. Record the rest of it?'
          : `${gifts.length} payments were partly refunded. Record the rest?`,
      options: [
        { value: imports.leaveOutAnswer, label: 'Leave out' },
        { value: imports.takeAnswer, label: 'Record the rest' },
      ],
      answer: answers?.[restQuestionId] ?? imports.leaveOutAnswer,
      count: gifts.length,
      sumCents: gifts.reduce((sum, { amountCents }) => sum + amountCents, 0),
      examples: gifts.slice(0, imports.questionExamples).map((gift) => ({
        row: gift.row,
        text: describeGift(gift),
        known: null,
        taken: takeRows?.includes(gift.row) === true,
      })),
      by_row: true,
    },
  ]
}

export function attentionQuestions(gifts: readonly Gift[], options: Answers): Question[] {
  const inOrder = gifts.toSorted((one, other) => one.row - other.row)
  const byKind = Map.groupBy(
    inOrder.filter((gift) => !isRest(gift)),
    ({ attention }) => attention,
  )
  return [
    ...[...byKind].flatMap(([kind, rows]) => (kind === null ? [] : [attentionQuestion(kind, rows, options)])),
    ...restQuestion(inOrder.filter(isRest), options),
  ]
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

/** Rows that could not be read as gifts. */
export const rowExamples = (rows: readonly Row[]): Question['examples'] =>
  rows.slice(0, imports.questionExamples).map(({ row, cells }) => ({
    row,
    text: cells
      .filter((cell) => cell.trim() !== '')
      .slice(0, 4)
      .join(', ')
      .slice(0, 200),
    known: null,
    taken: false,
  }))

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const describeGift = ({
  donorName,
  donorEmail,
  amountCents,
  donatedOn,
}: Pick<Gift, 'donorName' | 'donorEmail' | 'amountCents' | 'donatedOn'>): string =>
  [donorName || donorEmail || 'No name', dollars.format(amountCents / 100), donatedOn].join(', ')

import { payouts } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import type { Table } from '../../../donations/file-reading/index.ts'

export type Question = payouts.ReportQuestion

export const shownExamples = 5
export const leaveOutAnswer = 'leave_out'
export const stopOption = { value: payouts.stopAnswer, label: 'Don’t record the report' }

export const partsQuestionId = 'parts'
export const whoseMoneyQuestionId = 'whose_money'
export const unnumberedQuestionId = 'unnumbered'
export const sectionsQuestionId = 'sections'
export const blankCompaniesQuestionId = 'blank_companies'
export const payerQuestionId = 'payer'
export const paidColumnQuestionId = 'paid_column'
export const feeBasisQuestionId = 'fee_basis'
export const dateColumnQuestionId = 'date_column'
export const dateOrderQuestionId = 'date_order'
export const yearFirstQuestionId = 'year_first'
export const pointsQuestionId = 'amount_points'
export const currencyQuestionId = 'currency'

/** A later report with the same columns has these answers preselected. */
export const layoutQuestionIds: ReadonlySet<string> = new Set([
  partsQuestionId,
  whoseMoneyQuestionId,
  unnumberedQuestionId,
  sectionsQuestionId,
  blankCompaniesQuestionId,
  payerQuestionId,
  paidColumnQuestionId,
  feeBasisQuestionId,
  dateColumnQuestionId,
  dateOrderQuestionId,
  yearFirstQuestionId,
  pointsQuestionId,
  currencyQuestionId,
])

export type Doubt<Value> = {
  readonly value: Value
  readonly questions: readonly Question[]
  /** A notice of what was assumed without a question. */
  readonly note?: string
}
export const certain = <Value>(value: Value): Doubt<Value> => ({ value, questions: [] })

export const nameOf = ({ originalHeaders }: Pick<Table, 'originalHeaders'>, column: number): string =>
  quoted((originalHeaders[column] ?? '').trim().slice(0, 60) || `column ${column + 1}`)

export const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

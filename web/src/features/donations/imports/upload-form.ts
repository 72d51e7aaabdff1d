import type { imports } from '@twofold/contract'
import type { ColumnMapping } from './column-mapping.ts'

export type UploadOptions = {
  readonly optIn: boolean
  readonly noCompany: boolean
  readonly answers: imports.QuestionAnswers
  /** Uploads these rows even though an answer excludes rows of their kind. */
  readonly takeRows: readonly number[]
  readonly dateOrder: imports.DateOrder | null
  /** The date of all gifts if no column has dates; '' if not given. */
  readonly giftDate: string
  readonly sheet: string | null
  /** By the organization name in the file. */
  readonly organizations: Readonly<Record<string, imports.OrganizationMapping>>
  readonly everyRow: number | null
  /** Null means the proposal of the pre-check. */
  readonly news: readonly imports.GiftUpdateKind[] | null
  readonly corrections: imports.Corrections
}

export const noCorrections: imports.Corrections = { replace: [], cells: [] }

export const defaultOptions: UploadOptions = {
  optIn: false,
  noCompany: false,
  answers: {},
  takeRows: [],
  dateOrder: null,
  giftDate: '',
  sheet: null,
  organizations: {},
  everyRow: null,
  news: null,
  corrections: noCorrections,
}

const commonForm = (file: File, options: UploadOptions): FormData => {
  const form = new FormData()
  form.append('answers', JSON.stringify(options.answers))
  if (options.takeRows.length > 0) form.append('take_rows', options.takeRows.join(','))
  if (options.dateOrder) form.append('date_order', options.dateOrder)
  if (options.giftDate) form.append('gift_date', options.giftDate)
  if (options.sheet) form.append('sheet', options.sheet)
  form.append('organizations', JSON.stringify(options.organizations))
  if (options.everyRow !== null) form.append('organization_id', String(options.everyRow))
  if (options.news) form.append('news', options.news.join(',') || 'none')
  const { replace, cells } = options.corrections
  if (replace.length + cells.length > 0) form.append('corrections', JSON.stringify(options.corrections))
  // The file goes last, so that a server that parses the stream has all other fields first.
  form.append('donations', file)
  return form
}

export function preCheckForm(file: File, options: UploadOptions, choices?: ColumnMapping): FormData {
  const form = commonForm(file, options)
  form.set('sendOptInEmail', String(options.optIn))
  form.set('emailForEmployer', String(options.noCompany))
  if (choices) form.set('map', JSON.stringify(choices))
  return form
}

export function uploadForm(file: File, options: UploadOptions, choices: ColumnMapping): FormData {
  const form = commonForm(file, options)
  form.set('type', 'Upload')
  form.set('opt_in', String(options.optIn))
  form.set('no_company', String(options.noCompany))
  form.set('map', JSON.stringify(choices))
  return form
}

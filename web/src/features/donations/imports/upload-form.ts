import type { imports } from '@twofold/contract'
import type { Choices } from './map-state.ts'

export type UploadOptions = {
  readonly optIn: boolean
  readonly noCompany: boolean
  /** Question ID to the chosen answer; a question that is missing keeps the answer of the pre-check. */
  readonly answers: imports.QuestionAnswers
  /** Rows that are uploaded although the answer leaves their kind out. */
  readonly takeRows: readonly number[]
  readonly dateOrder: imports.DateOrder | null
  readonly sheet: string | null
  /** A name of an organization in the file → what it means. */
  readonly organizations: Readonly<Record<string, imports.OrganizationMeaning>>
  /** All rows belong to this organization. */
  readonly everyRow: number | null
  /** Kinds of news about gifts that are here to apply; null: as the pre-check proposes. */
  readonly news: readonly imports.NewsKind[] | null
  readonly corrections: imports.Corrections
}

export const noCorrections: imports.Corrections = { replace: [], cells: [] }

export const firstOptions: UploadOptions = {
  optIn: false,
  noCompany: false,
  answers: {},
  takeRows: [],
  dateOrder: null,
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
  if (options.sheet) form.append('sheet', options.sheet)
  form.append('organizations', JSON.stringify(options.organizations))
  if (options.everyRow !== null) form.append('organization_id', String(options.everyRow))
  if (options.news) form.append('news', options.news.join(',') || 'none')
  const { replace, cells } = options.corrections
  if (replace.length + cells.length > 0) form.append('corrections', JSON.stringify(options.corrections))
  // The file last: a server that reads the form as it comes knows everything else by then.
  form.append('donations', file)
  return form
}

/** The form of the pre-check; with `choices` it is looked at with that map instead of the proposed one. */
export function testForm(file: File, options: UploadOptions, choices?: Choices): FormData {
  const form = commonForm(file, options)
  form.set('sendOptInEmail', String(options.optIn))
  form.set('emailForEmployer', String(options.noCompany))
  if (choices) form.set('map', JSON.stringify(choices))
  return form
}

export function uploadForm(file: File, options: UploadOptions, choices: Choices): FormData {
  const form = commonForm(file, options)
  form.set('type', 'Upload')
  form.set('opt_in', String(options.optIn))
  form.set('no_company', String(options.noCompany))
  form.set('map', JSON.stringify(choices))
  return form
}

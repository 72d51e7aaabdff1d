export type RefusalCode =
  | 'file_too_large'
  | 'file_empty'
  | 'not_a_spreadsheet'
  | 'unsupported_workbook'
  | 'damaged_workbook'
  | 'password_protected'
  | 'inflates_too_much'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'no_table'
  | 'no_rows'
  | 'no_such_sheet'
  | 'digits_lost'
  | 'ambiguous_date_order'
  | 'took_too_long'
  | 'took_too_much_memory'
  | 'cancelled'
  | 'reader_failed'

/** The message is displayed to the user. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

const count = new Intl.NumberFormat('en-US')

export const tooManyColumns = (limit: number) =>
  new FileRefused(
    'too_many_columns',
    `This file has more than ${count.format(limit)} columns. Remove the ones you don’t need and try again.`,
  )

export const tooManyRows = (found: number, limit: number) =>
  new FileRefused(
    'too_many_rows',
    `This file has ${count.format(found)} rows; one upload can have at most ${count.format(limit)}. Please split it into smaller files.`,
  )

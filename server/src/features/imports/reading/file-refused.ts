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
  | 'ambiguous_date_order'
  | 'took_too_long'
  | 'took_too_much_memory'
  | 'cancelled'
  | 'reader_failed'

/** The whole file is refused and nothing of it may be imported. The message is a kind sentence for the person. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

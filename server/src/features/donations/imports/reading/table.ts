/** A file nobody has seen before, as plain text cells. Nothing here knows what a column means. */

export type FileFormat = 'csv' | 'xlsx' | 'xls'

export type Row = {
  /** 1 for the first gift of the file: blank lines, preamble, header and lines of totals are not counted. */
  row: number
  /** What a spreadsheet program shows at the left edge. */
  sheetRow: number
  /** One per column; shorter rows are filled up with blanks. */
  cells: string[]
  /** Why the cells of this row cannot be trusted. */
  damage?: RowDamage
}

/**
 * `open_quote`: a quotation mark opens and never closes. `extra_cells`: more filled cells than the table has columns.
 * `cell_too_long`: a cell is longer than the limit.
 */
export type RowDamage = 'open_quote' | 'extra_cells' | 'cell_too_long'

export type SheetInfo = { name: string; rows: number; hidden: boolean }

/** What a person should know about the file before it is uploaded, as a code and a sentence. */
export type Warning = {
  code: WarningCode
  message: string
  /** Normalized header of the column that the warning is about. */
  column?: string
  count?: number
  sumCents?: number
  /** Row numbers (1 = first gift), at most the first 100. */
  rows?: number[]
}

export type WarningCode =
  | 'no_header'
  | 'lines_above_header'
  | 'lines_below_table'
  | 'several_sheets'
  | 'damaged_rows'
  | 'ambiguous_date_order'
  | 'no_amount'
  | 'no_date'
  | 'no_donor'
  | 'no_company'
  | 'payment_state_unknown'
  | 'other_currency'
  | 'rejected_rows'
  | 'duplicate_rows'
  | 'amounts_in_cents'
  | 'ids_damaged'
  | 'email_misspelt'
  | 'placeholder_address'
  | 'own_address'
  | 'shared_address'
  | 'names_of_one_address'
  | 'designations'
  | 'refunds'
  | AttentionKind

/** Accepted rows that a careful importer points out, and leaves out unless the person says otherwise. */
export type AttentionKind =
  | 'payment_failed'
  | 'payment_refunded'
  | 'payment_part_refunded'
  | 'payment_pending'
  | 'pledge'
  | 'soft_credit'
  | 'company_match'
  | 'test_payment'
  | 'goods'
  | 'organization_gift'

export type Table = {
  format: FileFormat
  /** Of text files: the name of the encoding; null for workbooks. */
  encoding: string | null
  /** Of text files: what stands between the cells; null for workbooks. */
  separator: string | null
  sheet: string | null
  sheets: SheetInfo[]
  /** The line or sheet row of the header; 0 where the file has none. */
  headerRow: number
  /** Normalized snake_case, unique, in file order: the keys of a map. */
  headers: string[]
  /** As they stand in the file. */
  originalHeaders: string[]
  rows: Row[]
  /** Lines above the header and lines of totals: a report of money paid says there who pays, when and how much. */
  aside: string[][]
  /** The first day that a workbook counts days from; CSV files with serial numbers are read as 1900. */
  epoch: 1900 | 1904
  warnings: Warning[]
}

export type Limits = {
  /** Bytes of the file itself. */
  maxBytes: number
  maxRows: number
  maxColumns: number
  /** Bytes of all entries of a workbook together, counted while inflating. */
  maxInflatedBytes: number
  maxZipEntries: number
  /** Characters of one cell; a row with a longer one is rejected. 32,767 is the most that a spreadsheet cell holds. */
  maxCellLength: number
}

export const defaultLimits: Limits = {
  maxBytes: 10_000_000,
  maxRows: 4000,
  maxColumns: 500,
  maxInflatedBytes: 100_000_000,
  maxZipEntries: 1000,
  maxCellLength: 32_767,
}

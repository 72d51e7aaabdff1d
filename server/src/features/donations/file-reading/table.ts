export type FileFormat = 'csv' | 'xlsx' | 'xls'

export type Row = {
  /** 1 for the first gift. Blank lines, preamble, header, and totals are not counted. */
  row: number
  /** Numbered as in a spreadsheet program. */
  sheetRow: number
  /** One per column; shorter rows are padded with blanks. */
  cells: string[]
  damage?: RowDamage
}

/**
 * `open_quote`: an unclosed quotation mark. `extra_cells`: more filled cells than columns. `cell_too_long`: over the
 * limit.
 */
export type RowDamage = 'open_quote' | 'extra_cells' | 'cell_too_long'

/** A filled line of the file, before the header is known. */
export type GridRow = {
  sheetRow: number
  cells: string[]
  damage?: RowDamage
  /** First and last columns of cells that are merged across columns. Workbooks only. */
  merged?: ReadonlyMap<number, number>
  /** Columns whose cell is merged with the one above. Workbooks only. */
  continued?: ReadonlySet<number>
}

export type SheetInfo = { name: string; rows: number; hidden: boolean }

export type Warning = {
  code: WarningCode
  message: string
  column?: string
  count?: number
  sumCents?: number
  /** 1 for the first gift; at most the first 100. */
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
  | 'amounts_added_up'
  | 'amounts_converted'
  | 'gifts_side_by_side'
  | 'ids_damaged'
  | 'email_misspelt'
  | 'no_email'
  | 'placeholder_address'
  | 'own_address'
  | 'shared_address'
  | 'names_of_one_address'
  | 'designations'
  | 'refunds'
  | 'sponsorships'
  | 'titles'
  | 'totals'
  | 'other_table'
  | AttentionKind

/** Left out unless the user decides otherwise. */
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
  | 'money_out'
  | 'organization_gift'
  | 'no_person'

export type Table = {
  format: FileFormat
  encoding: string | null
  separator: string | null
  sheet: string | null
  sheets: SheetInfo[]
  headerRow: number
  /** Normalized snake_case, unique, in file order: the keys of a map. */
  headers: string[]
  originalHeaders: string[]
  rows: Row[]
  /** These contain the payer, date, and amount in payment reports. */
  aside: string[][]
  /** The first lines of `aside` are above the header. */
  linesAbove: number
  /** 1900 for CSV files. */
  epoch: 1900 | 1904
  warnings: Warning[]
}

export type Limits = {
  maxBytes: number
  maxRows: number
  maxColumns: number
  /** Bytes in total, counted while inflating. */
  maxInflatedBytes: number
  maxZipEntries: number
  /** A row with a longer cell is rejected. Spreadsheet cells contain at most 32,767 characters. */
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

import type { ColumnMap } from '@twofold/contract'
import type { DateOrder } from './gift.ts'
import type { Table, Warning } from './table.ts'

export type Description = {
  warnings: Warning[]
  /** What the date column settles by itself; `ambiguous` has to be asked. `suggested` is what it looks like. */
  dateOrder: DateOrder | 'unneeded' | 'ambiguous'
  suggestedDateOrder: DateOrder | null
  /** The first rows by normalized header. */
  sample: Record<string, string>[]
  rows: number
  /** What an upload with this map would find, read in the suggested order of day and month. */
  accepted: number
  rejected: number
  acceptedSumCents: number
}

export type DescribeOptions = { today: string; organizationNames?: readonly string[] }

/** The pre-check: what a person should see of a file before it is uploaded with this map. */
export function describeTable(table: Table, _map: ColumnMap, _options: DescribeOptions): Description {
  return {
    warnings: [],
    dateOrder: 'unneeded',
    suggestedDateOrder: null,
    sample: [],
    rows: table.rows.length,
    accepted: 0,
    rejected: 0,
    acceptedSumCents: 0,
  }
}

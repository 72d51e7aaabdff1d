import { type ColumnKind, donationColumns, reports } from '@twofold/contract'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { displayTextOf } from '../columns/index.ts'

export type ReportCell = {
  readonly id: string
  readonly heading: string
  readonly kind: ColumnKind
  readonly words: Sql
}

export const cellsOf = (columns: reports.ReportDefinition['columns']): ReportCell[] =>
  Object.entries(columns).map(([name, heading]) => {
    const label = heading || reports.labelOfColumn(name)
    const id = reports.reportColumns.get(name)
    if (id) {
      return { id: name, heading: label, kind: donationColumns[id].kind, words: displayTextOf(id) }
    }
    const value = sql`(d.custom ->> ${name.slice(reports.customPrefix.length)})`
    return { id: name, heading: label, kind: 'text', words: value }
  })

const isMoney = (name: string): boolean => {
  const id = reports.reportColumns.get(name)
  return id !== undefined && donationColumns[id].kind === 'money'
}

export const lacksCurrency = (cells: readonly ReportCell[]): boolean =>
  cells.some(({ kind }) => kind === 'money') && !cells.some(({ id }) => reports.reportColumns.get(id) === 'currency')

/** Numbers in files have no currency, so its column is next to the first amount. */
export const withCurrency = (columns: reports.ReportDefinition['columns']): reports.ReportDefinition['columns'] => {
  const chosen = Object.entries(columns)
  const place = chosen.findIndex(([name]) => isMoney(name)) + 1
  return Object.fromEntries(chosen.toSpliced(place, 0, ['currency', '']))
}

/** The columns of a donation in SQL, for lists, details, reports and files. */

export {
  columnJoins,
  displayTextOf,
  presentColumns,
  rowIn,
  type ShownRow,
  type SimpleColumn,
  selectColumns,
  shownColumns,
  shownRow,
  sortExpressionOf,
  statusJoin,
} from './columns.queries.ts'

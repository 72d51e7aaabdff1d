import type pg from 'pg'
import type { Sql } from './sql.ts'

export type StatementCheck = (statement: Sql, result: pg.QueryResult) => void

let check: StatementCheck | null = null

/** Sets a check of results against declared rows, for tests. Returns the previous check. */
export function setStatementCheck(newCheck: StatementCheck | null): StatementCheck | null {
  const previous = check
  check = newCheck
  return previous
}

/** Returns the result. Throws if the check of `setStatementCheck` fails. */
export function checkStatement<Answer extends pg.QueryResult>(statement: Sql, result: Answer): Answer {
  check?.(statement, result)
  return result
}

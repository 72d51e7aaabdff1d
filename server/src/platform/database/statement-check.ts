import type pg from 'pg'
import type { Sql } from './sql.ts'

/** Checks the result of a statement; an error fails the statement. */
export type StatementCheck = (statement: Sql, result: pg.QueryResult) => void

let check: StatementCheck | null = null

/**
 * Sets a check that compares results with declared rows, for tests. The product runs without one.
 * @returns the previous check
 */
export function setStatementCheck(given: StatementCheck | null): StatementCheck | null {
  const former = check
  check = given
  return former
}

export function checkStatement<Answer extends pg.QueryResult>(statement: Sql, result: Answer): Answer {
  check?.(statement, result)
  return result
}

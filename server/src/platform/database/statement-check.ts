import type pg from 'pg'
import type { Sql } from './sql.ts'

/** Looks at a statement that was answered; what it throws fails the statement. */
export type StatementCheck = (statement: Sql, result: pg.QueryResult) => void

let check: StatementCheck | null = null

/** For tests, which hold every declared row to what PostgreSQL answers. The product runs without. @returns the former one */
export function checkStatements(given: StatementCheck | null): StatementCheck | null {
  const former = check
  check = given
  return former
}

export function checked<Answer extends pg.QueryResult>(statement: Sql, result: Answer): Answer {
  check?.(statement, result)
  return result
}

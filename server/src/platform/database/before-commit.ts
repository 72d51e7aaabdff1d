import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './sql.ts'

/** A last statement in a transaction that is about to be committed. What it throws rolls the transaction back. */
export type BeforeCommit = (db: Db) => Promise<void>

const statements = new AsyncLocalStorage<BeforeCommit>()

/** Does work in which every transaction that may write ends with `statement`, whoever opens it. */
export const withBeforeCommit = <T>(statement: BeforeCommit, work: () => Promise<T>): Promise<T> =>
  statements.run(statement, work)

export const beforeCommit = async (db: Db): Promise<void> => statements.getStore()?.(db)

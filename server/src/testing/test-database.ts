import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { listLedgerDiscrepancies } from '../features/matches/ledger/index.ts'
import { withSumDeltas } from '../features/matches/sums/index.ts'
import {
  acrossOrganizations,
  type Database,
  openDatabase,
  readOnly,
  timeoutsOf,
} from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { setStatementCheck } from '../platform/database/statement-check.ts'
import { notesIn, shapeCheck } from './statement-shapes.ts'
import { addressOfClone, addressOfDatabase, databaseTimeoutSeconds, templateDatabase } from './test-postgres.ts'

export type TestDatabase = {
  readonly connectionString: string
  readonly serverAddress: string
  readonly database: Database
  readonly query: <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  readonly drop: () => Promise<void>
}

/** Migrated, with the starter directory. Drop it in `afterAll`, which also checks the ledger. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  checkProductStatements()
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`)
  const connectionString = addressOfDatabase(server, name)
  const serverAddress = addressOfClone(server, name)
  const database = openDatabase(serverAddress, timeoutsOf(databaseTimeoutSeconds))
  const owner = new pg.Pool({ connectionString, max: 2 })
  owner.on('error', () => {}) // dropped while idle
  return {
    connectionString,
    serverAddress,
    database,
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await owner.query<Row>(withSumUpdates(text), [...values])).rows,
    drop: async () => {
      const faults = await acrossOrganizations(readOnly(database), (db) => listLedgerDiscrepancies(db, 20))
      await Promise.all([owner.end(), database.close()])
      await asAdmin(server, `DROP DATABASE ${name} WITH (FORCE)`)
      if (faults.length > 0) throw new Error(`The ledger and what it rests on differ: ${JSON.stringify(faults)}`)
    },
  }
}

function withSumUpdates(text: string): string {
  const [, write, returned = ''] =
    /^\s*((?:INSERT INTO|UPDATE|DELETE FROM) donations\b.*?)(?:\bRETURNING\b(.*))?$/s.exec(text) ?? []
  return write === undefined
    ? text
    : withSumDeltas(sql.raw(write), sql.raw(`SELECT ${returned} FROM written`)).compile().text
}

let isChecking = false

/** Checks all statements of the product in this process from now on. */
function checkProductStatements(): void {
  if (isChecking) return
  isChecking = true
  setStatementCheck(shapeCheck(notesIn(inject('statementNotes'))))
}

async function asAdmin(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

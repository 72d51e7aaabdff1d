import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Refusal } from '../runtime/errors.ts'
import { DatabaseBusyError, DatabaseLostError } from './connection-errors.ts'
import type { Db, Sql, Statement } from './sql.ts'
import { checkStatement } from './statement-check.ts'

export type { Db } from './sql.ts'

// Ids and cents are bigint in SQL and stay below 2^53.
const { builtins } = pg.types
const parseNumber = (text: string): number => Number(text)
const arrayOfInt8: number = 1016
const parseTexts: (text: string) => string[] = pg.types.getTypeParser(arrayOfInt8)
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8) return parseNumber
    if (oid === arrayOfInt8) return (text: string) => parseTexts(text).map(parseNumber)
    if (oid === builtins.DATE || oid === builtins.TIMESTAMP) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  },
}
// A Date is sent as UTC, whatever the time zone of the process.
pg.defaults.parseInputDatesAsUTC = true

/** Connections of the server's role, which is subject to row-level security and owns nothing. */
export type Connections = { readonly pool: pg.Pool; readonly background?: pg.Pool; readonly readOnly?: boolean }

/** Returns the connections for transactions in which PostgreSQL refuses writes. */
export const readOnly = <C extends Connections>(connections: C): C => ({ ...connections, readOnly: true })

const isBackground = new AsyncLocalStorage<true>()

/** Runs jobs, queues, and housekeeping on a separate pool, so that they and requests do not starve each other. */
export const inBackground = <T>(work: () => T): T => isBackground.run(true, work)

const poolOf = ({ pool, background }: Connections): pg.Pool =>
  background !== undefined && isBackground.getStore() ? background : pool

export type Database = Connections & {
  /** Serves statements that a running transaction waits for: sharing its pool could deadlock (decision 4). */
  readonly auxiliary: Connections
  readonly copying: Connections
  readonly close: () => Promise<void>
}

declare const checkedOrganization: unique symbol
/**
 * Proof that the caller may work in an organization; only `grantTenant` creates one. `family` includes its chapters.
 */
export type Tenant = {
  readonly organizationId: number
  readonly family: readonly number[]
  readonly [checkedOrganization]: true
}

/** Returns a tenant. The caller must have checked access to the organization. */
export function grantTenant(organizationId: number, family: readonly number[]): Tenant {
  return { organizationId, family } as Tenant
}

type OpenOptions = Partial<Timeouts> & { readonly max?: number; readonly idleMs?: number }

type Timeouts = {
  readonly statementTimeoutMs: number
  readonly connectionTimeoutMs: number
}

/** Returns both timeouts in milliseconds; null keeps the defaults. */
export const timeoutsOf = (seconds: number | null): Partial<Timeouts> =>
  seconds === null ? {} : { statementTimeoutMs: seconds * 1000, connectionTimeoutMs: seconds * 1000 }

/** Opens the pools of a database without connecting. */
export function openDatabase(connectionString: string, options: OpenOptions = {}): Database {
  const { max = 16 } = options
  const node = `${nodeNamePrefix}${randomUUID()}`
  const open = (maxConnections: number, pipeline = true) =>
    openPool(connectionString, { ...options, max: maxConnections, node, pipeline })
  const pool = open(max)
  const background = open(Math.min(8, max))
  const auxiliary = { pool: open(6), background: open(3) }
  const copying = { pool: open(8, false) }
  return {
    pool,
    background,
    auxiliary,
    copying,
    close: async () => {
      const pools = [pool, background, auxiliary.pool, auxiliary.background, copying.pool]
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}

function openPool(
  connectionString: string,
  {
    max,
    node,
    pipeline,
    ...options
  }: OpenOptions & { readonly max: number; readonly node: string; readonly pipeline: boolean },
): pg.Pool {
  const { idleMs = 10_000, statementTimeoutMs = 5_000, connectionTimeoutMs = 2_500 } = options
  const pool = new pg.Pool({
    connectionString,
    max,
    pipeline,
    idleTimeoutMillis: idleMs,
    types,
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: statementTimeoutMs + silenceMs,
    // Detects a vanished host after 20 s. The Linux default is hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: node,
    // A vanished client is detected after 25 s, and its leased rows become available.
    options: `-c statement_timeout=${statementTimeoutMs} -c timezone=UTC -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3`,
  })
  pool.on('error', () => {})
  // A connection lost within a transaction fails the transaction. Without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const nodeNamePrefix = 'twofold-node-'

/** A database that is silent for this long after the statement timeout is considered lost. */
const silenceMs = 3_000
/** Node fires a longer timer immediately. */
const maxTimerMs = 2 ** 31 - 1

/** @throws DatabaseBusyError when all connections are in use, DatabaseLostError when none can be opened */
async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // SQLSTATE 57014: a statement was canceled while the connection was set up. The database is reachable.
    if (error instanceof pg.DatabaseError && error.code === '57014') throw error
    const isFull = pool.totalCount >= (pool.options.max ?? 0)
    throw isFull ? new DatabaseBusyError({ cause: error }) : new DatabaseLostError({ cause: error })
  }
}

type TransactionOptions = {
  readonly readOnly?: boolean
  readonly timeoutMs?: number
  readonly snapshot?: boolean
  /** Prepared statements use a generic plan from the first call on. Suits work on few rows found by key. */
  readonly keepsPlans?: boolean
  /** Disables parallel workers, for long reads that should leave processors to other work. */
  readonly alone?: boolean
  readonly dryRun?: boolean
}

type Settings = Readonly<Record<string, string>>

/** The statement exceeded the timeout of its transaction. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014'

/** A migration changed a result type of a prepared statement (SQLSTATE 0A000): the connection cannot use it again. */
const isOutdated = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

function beginStatement(
  tenantSettings: Settings,
  { snapshot, readOnly, timeoutMs, keepsPlans, alone }: TransactionOptions,
): string {
  const settings: Settings = {
    ...tenantSettings,
    ...(timeoutMs ? { statement_timeout: String(Math.trunc(timeoutMs)) } : {}),
    ...(keepsPlans ? { plan_cache_mode: 'force_generic_plan' } : {}),
    ...(alone ? { max_parallel_workers_per_gather: '0' } : {}),
  }
  const begin = `BEGIN${snapshot ? ' ISOLATION LEVEL REPEATABLE READ' : ''}${readOnly ? ' READ ONLY' : ''}`
  return [
    begin,
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${pg.escapeLiteral(value)}`),
  ].join('; ')
}

/** Runs a transaction. Statements sent together by `Promise.all` or `send` share one round trip. */
async function inTransaction<T>(
  connections: Connections,
  tenantSettings: Settings,
  givenOptions: TransactionOptions,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const options = { readOnly: connections.readOnly ?? false, ...givenOptions }
  const pool = poolOf(connections)
  const client = await connectTo(pool)
  const { timeoutMs = 0 } = options
  const query_timeout = timeoutMs > 0 ? Math.min(maxTimerMs, timeoutMs + silenceMs) : undefined
  const sent: Promise<unknown>[] = []
  // The reason why the transaction is aborted. The statements after it fail in several ways, and a caller may notice any
  // of them first, so all of them throw this reason.
  let abortCause: pg.DatabaseError | undefined
  const run = async (statement: Sql) => {
    try {
      const options = { ...preparedText(statement), ...(query_timeout ? { query_timeout } : {}) }
      const result = await client.query(options)
      abortCause = undefined
      return checkStatement(statement, result)
    } catch (error) {
      if (error instanceof pg.DatabaseError) abortCause ??= error
      throw error instanceof pg.DatabaseError ? abortCause : error
    }
  }
  const db: Db = {
    run,
    send: (statement) => {
      const result = run(statement)
      result.catch(() => {})
      sent.push(result)
    },
  }
  let broken: Error | undefined
  try {
    const transactionStart = client.query(beginStatement(tenantSettings, options))
    transactionStart.catch(() => {})
    // Only reads may share BEGIN's round trip: without the transaction, a write would commit at once.
    if (!options.readOnly || !client.pipeline) await transactionStart
    const result = await work(db, client)
    await transactionStart
    const failure = await firstFailure(sent)
    // A savepoint may have absorbed a failed statement. An unserializable value never reached the database.
    if (failure !== undefined && !(failure instanceof pg.DatabaseError)) throw failure
    if (options.dryRun) {
      // Fails in an aborted transaction, which `getTransactionStatus` may not report yet.
      await client.query('SELECT')
      await client.query('ROLLBACK')
      return result
    }
    if (!options.readOnly) await finalStatement.getStore()?.(db)
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw failure ?? ignoredFailure()
    return result
  } catch (error) {
    broken = await rollBack(client)
    if (broken && !(error instanceof Refusal)) throw new DatabaseLostError({ cause: error })
    const reason = error instanceof pg.DatabaseError ? (abortCause ?? error) : error
    if (isOutdated(reason)) broken = reason
    throw reason
  } finally {
    client.release(broken)
  }
}

const ignoredFailure = () => new Error('a statement failed and its error was ignored: its transaction was rolled back')

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    const statement = { text: 'ROLLBACK', query_timeout: 2_000 }
    await client.query(statement)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function firstFailure(sent: readonly Promise<unknown>[]): Promise<unknown> {
  const failed = (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected')
  return failed?.reason
}

const names = new Map<string, string>()
const maxNames = 1_000

/** Names each text, the same on every connection. All texts are in the source; there are hundreds. */
function preparedText(statement: Sql): { readonly name?: string; readonly text: string; readonly values: unknown[] } {
  const { text, values } = statement.compile()
  if (statement.planning !== 'prepared') return { text, values }
  let name = names.get(text)
  if (!name) {
    if (names.size >= maxNames) return { text, values }
    name = `s${names.size + 1}`
    names.set(text, name)
  }
  return { name, text, values }
}

const finalStatement = new AsyncLocalStorage<(db: Db) => Promise<void>>()

/** Runs `statement` at the end of every writing transaction of `work`. An error in it rolls the transaction back. */
export const withFinalStatement = <T>(statement: (db: Db) => Promise<void>, work: () => Promise<T>): Promise<T> =>
  finalStatement.run(statement, work)

/** Runs a transaction within one checked organization and its chapters. */
export function inTenant<T>(
  connections: Connections,
  tenant: Tenant,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(connections, tenantSettingsOf(tenant), options, work)
}

const tenantSettingsOf = ({ family }: Tenant): Settings => ({
  'app.organizations': family.map((id) => Math.trunc(id)).join(','),
})
const crossingSettings: Settings = { 'app.crossing': 'on' }

/** Returns the rows of one statement within a checked organization. */
export function readInTenant<Row extends pg.QueryResultRow>(
  connections: Connections,
  tenant: Tenant,
  statement: Statement<Row>,
  { timeoutMs }: Pick<TransactionOptions, 'timeoutMs'> = {},
): Promise<Row[]> {
  return read(connections, tenantSettingsOf(tenant), statement, timeoutMs)
}

/** Returns the rows of one statement on data outside organizations. */
export function readWithoutTenant<Row extends pg.QueryResultRow>(
  connections: Connections,
  statement: Statement<Row>,
): Promise<Row[]> {
  return read(connections, {}, statement)
}

/** Returns the rows of one statement across all organizations. */
export function readAcrossOrganizations<Row extends pg.QueryResultRow>(
  connections: Connections,
  statement: Statement<Row>,
): Promise<Row[]> {
  return read(connections, crossingSettings, statement)
}

async function read<Row extends pg.QueryResultRow>(
  connections: Connections,
  settings: Settings,
  statement: Statement<Row>,
  timeoutMs?: number,
): Promise<Row[]> {
  const options = { readOnly: true, keepsPlans: statement.planning === 'prepared', ...(timeoutMs ? { timeoutMs } : {}) }
  const { rows } = await inTransaction(connections, settings, options, (db) => statement.execute(db))
  return rows
}

/** Runs a transaction on data outside organizations: people, sessions, and the company directory. */
export function withoutTenant<T>(
  connections: Connections,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(connections, {}, options, work)
}

/** Runs a transaction across all organizations, for the few statements that need it, such as sign-in and due emails. */
export function acrossOrganizations<T>(
  connections: Connections,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(connections, crossingSettings, options, work)
}

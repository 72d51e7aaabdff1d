import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Refusal } from '../runtime/errors.ts'
import { DatabaseBusy, DatabaseLost } from './database-lost.ts'
import type { Db, Sql, Statement } from './sql.ts'
import { checked } from './statement-check.ts'

export type { Db } from './sql.ts'

// Ids and cents are bigint in SQL and stay below 2^53; gift dates stay the text that PostgreSQL prints.
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
// A Date is sent as UTC, whatever time zone the process runs in.
pg.defaults.parseInputDatesAsUTC = true

/**
 * Connections of the server's role, which owns nothing, can become no other and is subject to row-level security. `background` is a
 * separate pool for work that nobody waits for (`inBackground`).
 */
export type Connections = { readonly pool: pg.Pool; readonly background?: pg.Pool }

const isBackground = new AsyncLocalStorage<true>()

/** Runs jobs, queues and housekeeping on connections of their own: they neither starve requests nor are starved by them. */
export const inBackground = <T>(work: () => T): T => isBackground.run(true, work)

const poolOf = ({ pool, background }: Connections): pg.Pool =>
  background !== undefined && isBackground.getStore() ? background : pool

export type Database = Connections & {
  /**
   * For statements that a running transaction of this process waits for. From the same pool, as many transactions as it has
   * connections would all wait for one more (decision 4).
   */
  readonly auxiliary: Connections
  /** For `COPY`, which the driver does not support on pipelined connections. */
  readonly copying: Connections
  readonly close: () => Promise<void>
}

declare const checkedOrganization: unique symbol
/**
 * Proof that the caller may work in an organization: only `grantTenant` makes one, after the check.
 * `family` is the organization and its chapters.
 */
export type Tenant = {
  readonly organizationId: number
  readonly family: readonly number[]
  readonly [checkedOrganization]: true
}

export function grantTenant(organizationId: number, family: readonly number[]): Tenant {
  return { organizationId, family } as Tenant
}

type OpenOptions = Partial<Timeouts> & { readonly max?: number; readonly idleMs?: number }

type Timeouts = {
  /** For a statement whose transaction sets no other limit, and for a free connection. */
  readonly statementTimeoutMs: number
  readonly connectionTimeoutMs: number
}

/** `seconds` for both limits; null: the defaults. */
export const timeoutsOf = (seconds: number | null): Partial<Timeouts> =>
  seconds === null ? {} : { statementTimeoutMs: seconds * 1000, connectionTimeoutMs: seconds * 1000 }

export function openDatabase(connectionString: string, options: OpenOptions = {}): Database {
  const { max = 16 } = options
  const node = `${nodeNames}${randomUUID()}`
  const open = (most: number, pipeline = true) => openPool(connectionString, { ...options, max: most, node, pipeline })
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
    // A vanished host is noticed after 20 s: Linux sends ten probes, one a second. Its default is hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: node,
    // A client that vanished is noticed after 25 s: what it was handing over becomes available.
    options: `-c statement_timeout=${statementTimeoutMs} -c timezone=UTC -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3`,
  })
  pool.on('error', () => {}) // an idle connection that the server closed is replaced at the next use
  // A connection lost within a transaction fails the transaction; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Connections have the name of their node, so that the nodes of one database see each other. */
export const nodeNames = 'twofold-node-'

/** PostgreSQL cancels a late statement itself. A database that is still silent this long after the limit is lost. */
const silenceMs = 3_000
/** A longer timer of Node fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** @throws DatabaseBusy when all connections are in use, DatabaseLost when none can be opened */
async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // 57014: a statement was canceled while the connection was set up; the database is there.
    if (error instanceof pg.DatabaseError && error.code === '57014') throw error
    const isFull = pool.totalCount >= (pool.options.max ?? 0)
    throw isFull ? new DatabaseBusy({ cause: error }) : new DatabaseLost({ cause: error })
  }
}

type TransactionOptions = {
  readonly readOnly?: boolean
  readonly timeoutMs?: number
  /** All statements see the database as it was at the first one. */
  readonly snapshot?: boolean
  /** Prepared statements use one plan for any values from the first call on: for work on few rows, found by key. */
  readonly keepsPlans?: boolean
  /** Without parallel workers, for long reads that leave processors to others. */
  readonly alone?: boolean
  /** Does the work and rolls it back, to learn its result. */
  readonly rehearsal?: boolean
}

type Settings = Readonly<Record<string, string>>

/** A statement took longer than its transaction allows. */
export const isOverdue = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

/** The statement was not run because an earlier one of its transaction failed. */
export const isAfterFailure = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'

/** A migration changed a result type of a prepared statement (SQLSTATE 0A000): the connection cannot use it again. */
const isOutdated = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** BEGIN and the settings of a transaction, as one message. */
function beginning(own: Settings, { snapshot, readOnly, timeoutMs, keepsPlans, alone }: TransactionOptions): string {
  const settings: Settings = {
    ...own,
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

/** All or nothing. Statements are pipelined: a caller that runs several at once, by `Promise.all` or `send`, waits once. */
async function inTransaction<T>(
  connections: Connections,
  own: Settings,
  options: TransactionOptions,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = poolOf(connections)
  const client = await connectTo(pool)
  const { timeoutMs = 0 } = options
  const query_timeout = timeoutMs > 0 ? Math.min(longestTimerMs, timeoutMs + silenceMs) : undefined
  const sent: Promise<unknown>[] = []
  const run = async (statement: Sql) =>
    checked(statement, await client.query({ ...preparedText(statement), ...(query_timeout ? { query_timeout } : {}) }))
  const db: Db = {
    run,
    send: (statement) => {
      const result = run(statement)
      result.catch(() => {}) // thrown before COMMIT
      sent.push(result)
    },
  }
  let broken: Error | undefined
  try {
    const begun = client.query(beginning(own, options))
    begun.catch(() => {})
    // A read may be sent along with BEGIN. A write waits: without its transaction it would be committed by itself.
    if (!options.readOnly || !client.pipeline) await begun
    const result = await work(db, client)
    await begun
    const failure = await firstFailure(sent)
    // A statement that failed behind a savepoint was rolled back to it. One whose value cannot be written never reached the database.
    if (failure !== undefined && !(failure instanceof pg.DatabaseError)) throw failure
    if (options.rehearsal) {
      // Fails in an aborted transaction, which `getTransactionStatus` may not report yet: the driver learns it after the error.
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
    if (broken && !(error instanceof Refusal)) throw new DatabaseLost({ cause: error })
    const reason = isAfterFailure(error) ? ((await firstFailure(sent)) ?? error) : error
    if (isOutdated(reason)) broken = reason
    throw reason
  } finally {
    client.release(broken)
  }
}

const ignoredFailure = () => new Error('a statement failed and its error was ignored: its transaction was rolled back')

/** Returns the error of a connection that cannot even roll back. */
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
  const failed = (await Promise.allSettled(sent)).find((end) => end.status === 'rejected')
  return failed?.reason
}

const names = new Map<string, string>()
const namesAtMost = 1_000

/** A prepared statement has one short name per text, the same on every connection. Texts come from the source: there are hundreds. */
function preparedText(statement: Sql): { readonly name?: string; readonly text: string; readonly values: unknown[] } {
  const { text, values } = statement.compile()
  if (statement.planning !== 'kept') return { text, values }
  let name = names.get(text)
  if (!name) {
    if (names.size >= namesAtMost) return { text, values }
    name = `s${names.size + 1}`
    names.set(text, name)
  }
  return { name, text, values }
}

const finalStatement = new AsyncLocalStorage<(db: Db) => Promise<void>>()

/** Ends every transaction of `work` that may write with `statement`. What it throws rolls the transaction back. */
export const endingWith = <T>(statement: (db: Db) => Promise<void>, work: () => Promise<T>): Promise<T> =>
  finalStatement.run(statement, work)

/** Work within one checked organization and its chapters: all or nothing. */
export function inTenant<T>(
  connections: Connections,
  tenant: Tenant,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(connections, ofTenant(tenant), options, work)
}

const ofTenant = ({ family }: Tenant): Settings => ({
  'app.organizations': family.map((id) => Math.trunc(id)).join(','),
})
const acrossAll: Settings = { 'app.crossing': 'on' }

/** The rows of one statement within a checked organization. */
export function readInTenant<Row extends pg.QueryResultRow>(
  connections: Connections,
  tenant: Tenant,
  statement: Statement<Row>,
  { timeoutMs }: Pick<TransactionOptions, 'timeoutMs'> = {},
): Promise<Row[]> {
  return read(connections, ofTenant(tenant), statement, timeoutMs)
}

/** The rows of one statement on what belongs to no organization. */
export function readInProduct<Row extends pg.QueryResultRow>(
  connections: Connections,
  statement: Statement<Row>,
): Promise<Row[]> {
  return read(connections, {}, statement)
}

/** The rows of one statement that must look into every organization. */
export function readAcrossOrganizations<Row extends pg.QueryResultRow>(
  connections: Connections,
  statement: Statement<Row>,
): Promise<Row[]> {
  return read(connections, acrossAll, statement)
}

async function read<Row extends pg.QueryResultRow>(
  connections: Connections,
  settings: Settings,
  statement: Statement<Row>,
  timeoutMs?: number,
): Promise<Row[]> {
  const options = { readOnly: true, keepsPlans: statement.planning === 'kept', ...(timeoutMs ? { timeoutMs } : {}) }
  const { rows } = await inTransaction(connections, settings, options, (db) => statement.execute(db))
  return rows
}

/** Work on what belongs to no organization: people, sessions, the company directory. */
export function inProduct<T>(
  connections: Connections,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(connections, {}, options, work)
}

/** The few statements that must look into every organization: who may sign in where, what is due to be sent. */
export function acrossOrganizations<T>(
  connections: Connections,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(connections, acrossAll, options, work)
}

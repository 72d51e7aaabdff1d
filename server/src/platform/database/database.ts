import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Refusal } from '../errors.ts'
import { inTime, NoAnswer } from '../mail/in-time.ts'
import type { Sent } from './at-once.ts'
import { beforeCommit } from './before-commit.ts'
import { DatabaseBusy, DatabaseLost } from './database-lost.ts'
import { amongReaders, readersAtOnce } from './in-turn.ts'
import { SecondConnectionRefused, takeConnection, whileHolding } from './one-connection.ts'
import {
  command,
  isOutdated,
  lineOf,
  planned,
  plannedAndWritten,
  plannedOnce,
  type Settings,
  settingStatement,
} from './sent-statements.ts'
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
   * For what is asked or written while a transaction of this process waits for it. Out of the same pool, as many transactions as
   * it has connections would all wait for one more, which none of them gives back
   * (decision 1861).
   */
  readonly aside: Connections
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

type OpenOptions = Partial<Patience> & { readonly max?: number; readonly idleMs?: number }

type Patience = {
  /** How long a statement may take where its transaction does not say so, and a connection be waited for. */
  readonly statementTimeoutMs: number
  readonly connectionTimeoutMs: number
}

/** Connections that stay when nobody needs them, with their plans: a new one takes longer than people wait where all processors are taken. */
export const connectionsKept = readersAtOnce

/** As many seconds for both; null: what people are to wait at most. */
export const patienceFor = (seconds: number | null): Partial<Patience> =>
  seconds === null ? {} : { statementTimeoutMs: seconds * 1000, connectionTimeoutMs: seconds * 1000 }

export function openDatabase(connectionString: string, options: OpenOptions = {}): Database {
  const { max = 16 } = options
  const open = (most: number, min = 0) => openPool(connectionString, { ...options, max: most, min })
  const pool = open(max, Math.min(connectionsKept, max))
  const background = open(Math.min(backgroundConnections, max))
  const aside = { pool: open(connectionsAside), background: open(backgroundConnectionsAside) }
  return {
    pool,
    background,
    aside,
    close: async () => {
      await Promise.all([pool, background, aside.pool, aside.background].map((each) => each.end()))
    },
  }
}

/** Each for some milliseconds, but for the turn at Stripe. */
const connectionsAside = 6
const backgroundConnections = 8
const backgroundConnectionsAside = 3

type PoolOptions = OpenOptions & { readonly max: number; readonly min: number }

function openPool(connectionString: string, options: PoolOptions): pg.Pool {
  const { max, min, idleMs = 10_000, statementTimeoutMs = 5_000, connectionTimeoutMs = 2_500 } = options
  const pool = new pg.Pool({
    connectionString,
    max,
    min,
    idleTimeoutMillis: idleMs,
    types,
    connectionTimeoutMillis: connectionTimeoutMs,
    // A host that vanished is known after twenty seconds: the system asks ten times more, a second between. By its own it waits for hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Which statements are planned for their own values, each says (`Planning`). Not by force_custom_plan: that planned the
    // check of a foreign key anew for every row, and an upload of 4,000 gifts took twice the processor time.
    options: `-c statement_timeout=${statementTimeoutMs} -c timezone=UTC`,
  })
  pool.on('error', () => {}) // an idle connection that the server closed is replaced at the next use
  // One that is lost in the middle of a transaction fails the transaction; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => lostConnections.add(client)))
  silenceLimits.set(pool, silenceAfter(statementTimeoutMs))
  return pool
}

const lostConnections = new WeakSet<pg.PoolClient>()

/** How long a database may take to return a statement's result before its connection is closed; by default of a pool. */
const silenceLimits = new WeakMap<pg.Pool, number>()
/** PostgreSQL cancels a late statement itself. Where it does not, it is silent. */
const silenceAfter = (statementTimeoutMs: number): number => statementTimeoutMs + 1_000

const silenceLimitOf = (pool: pg.Pool, timeoutMs = 0): number =>
  Math.min(timerAtMostMs, Math.max(silenceLimits.get(pool) ?? 0, silenceAfter(timeoutMs)))

/** A longer timer of Node ends at once. */
const timerAtMostMs = 2 ** 31 - 1

/** A statement of the driver's own form, which fails where the database stays silent. */
export const timed = (
  statement: pg.QueryConfig,
  on: pg.Pool | pg.PoolClient,
): pg.QueryConfig & { readonly query_timeout: number | undefined } => ({
  ...statement,
  query_timeout: on instanceof pg.Pool ? silenceLimits.get(on) : lineOf(on).silenceAtMostMs,
})

/** A connection that does not even roll back is closed. */
const rollbackWithinMs = 2_000

/** Whether a connection is of no more use: it was lost, or the database ended it. */
const isLost = (client: pg.PoolClient, error: unknown): boolean =>
  lostConnections.has(client) || (error instanceof pg.DatabaseError && error.severity !== 'ERROR')

/** @throws DatabaseBusy when all connections are in use, DatabaseLost when none can be opened */
async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await takeConnection(pool)
  } catch (error) {
    // 57014: a statement was canceled while the connection was set up; the database is there.
    const wasCanceled = error instanceof pg.DatabaseError && error.code === '57014'
    if (error instanceof SecondConnectionRefused || wasCanceled) throw error
    const isFull = pool.totalCount >= (pool.options.max ?? 0)
    throw isFull ? new DatabaseBusy({ cause: error }) : new DatabaseLost({ cause: error })
  }
}

type TransactionOptions = {
  readonly readOnly?: boolean
  readonly timeoutMs?: number
  /** All statements see the database as it was at the first one, for answers that are read in several. */
  readonly snapshot?: boolean
  /** All statements are planned for any values, from the first call on: for work on one match, where all is found by keys. */
  readonly keepsPlans?: boolean
  /** By one process of the database alone, for what takes long: it would set two more to work beside it, and those who wait stand back. */
  readonly alone?: boolean
  /** Does the work as it would be done, and takes all of it back: what would come of it is known without being so. */
  readonly rehearsal?: boolean
}

const onlyReading: Settings = { transaction_read_only: 'on' }
const forAnyValues: Settings = { plan_cache_mode: 'force_generic_plan' }
const byOneProcess: Settings = { max_parallel_workers_per_gather: '0' }
const withTimeout = (timeoutMs: number | undefined): Settings =>
  timeoutMs ? { statement_timeout: String(Math.trunc(timeoutMs)) } : {}

/** A statement took longer than its transaction allows. */
export const isOverdue = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

/** A statement of its transaction failed before, so this one was not done. */
export const isAfterFailure = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'

function beginning({ snapshot, readOnly }: TransactionOptions): string {
  return `BEGIN${snapshot ? ' ISOLATION LEVEL REPEATABLE READ' : ''}${readOnly ? ' READ ONLY' : ''}`
}

async function inTransaction<T>(
  database: Connections,
  own: Settings,
  options: TransactionOptions,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  isBehindRows = false,
): Promise<T> {
  const pool = poolOf(database)
  const client = await connectionOf(pool)
  const line = lineOf(client)
  line.silenceAtMostMs = silenceLimitOf(pool, options.timeoutMs)
  const { db, sent } = runningOn(client)
  let broken: Error | undefined
  let notBegun: Error | undefined
  let finishing: Promise<pg.QueryResult> | undefined
  try {
    const settings = {
      ...own,
      ...withTimeout(options.timeoutMs),
      ...(options.keepsPlans ? forAnyValues : {}),
      ...(options.alone ? byOneProcess : {}),
    }
    const begun = Promise.all([
      line.add(command(beginning(options))),
      ...(Object.keys(settings).length > 0 ? [line.add(settingStatement(settings))] : []),
    ])
    begun.catch((error: Error) => {
      broken = error
      notBegun = error
    })
    // What is asked first is sent along where it can do nothing by itself, should BEGIN fail. Whoever takes the connection itself waits.
    if (!(options.readOnly || isBehindRows) || work.length > 1) await begun
    const result = await whileHolding(pool, () => work(db, client))
    await begun
    if (options.rehearsal) {
      await line.add(command('SELECT')) // fails after one that failed
      finishing = line.add(command('ROLLBACK'))
      return result
    }
    if (!options.readOnly) await beforeCommit(db)
    finishing = line.add(command('COMMIT'))
    // An answer to a read need not wait for the end of its transaction.
    if (!options.readOnly) {
      const { command: ending } = await finishing
      const failure = await firstFailureOf(sent)
      // What failed behind a savepoint was taken back to it.
      if (ending !== 'COMMIT' || (failure !== undefined && !(failure instanceof pg.DatabaseError))) {
        throw failure ?? new Error('a statement failed that nobody heard of: nothing of its transaction was done')
      }
    }
    return result
  } catch (error) {
    if (!isLost(client, error)) {
      finishing = inTime(line.add(command('ROLLBACK')), rollbackWithinMs)
      await finishing.catch((rollbackError: Error) => {
        broken = rollbackError
      })
    } else broken = new DatabaseLost({ cause: error })
    if (!(error instanceof Refusal) && (broken instanceof NoAnswer || isLost(client, error)))
      throw new DatabaseLost({ cause: error })
    if (notBegun) throw notBegun
    const reason = isAfterFailure(error) ? ((await firstFailureOf(sent)) ?? error) : error
    if (isOutdated(reason)) broken ??= reason
    throw reason
  } finally {
    Promise.resolve(finishing).then(
      () => client.release(broken),
      (error: Error) => client.release(error),
    )
  }
}

/** A transaction, and what it sent without waiting for the answers. */
type Running = { readonly db: Db; readonly sent: readonly Promise<unknown>[] }

function runningOn(client: pg.PoolClient): Running {
  const sent: Promise<unknown>[] = []
  const line = lineOf(client)
  const add = (statement: Sql, asked: Sent) => line.add(asked).then((result) => checked(statement, result))
  const db: Db = {
    run: async (statement) => add(statement, planned(statement)),
    send: (statement) => {
      const answer = add(statement, plannedAndWritten(statement))
      answer.catch(() => {}) // told at the end of the transaction
      sent.push(answer)
    },
  }
  return { db, sent }
}

async function firstFailureOf(sent: Running['sent']): Promise<unknown> {
  const failed = (await Promise.allSettled(sent)).find((end) => end.status === 'rejected')
  return failed?.reason
}

/**
 * Work within one checked organization and its chapters: all or nothing. What it asks first goes along with BEGIN: without the
 * organizations that stand there row security shows it nothing, and lets it write nothing.
 */
export function inTenant<T>(
  database: Connections,
  tenant: Tenant,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(database, { 'app.organizations': idsOf(tenant) }, options, work, true)
}

const idsOf = (tenant: Tenant): string => tenant.family.map((id) => Math.trunc(id)).join(',')

/**
 * One statement within a checked organization, its transaction sent along with it: one round trip instead of three, for the
 * answers that people wait for. Where its plan is kept, it is from the first call on.
 */
export function readInTenant<Row extends pg.QueryResultRow>(
  database: Connections,
  tenant: Tenant,
  statement: Statement<Row>,
  { timeoutMs }: Pick<TransactionOptions, 'timeoutMs'> = {},
): Promise<Row[]> {
  return readAtOnce(database, { 'app.organizations': idsOf(tenant), ...withTimeout(timeoutMs) }, statement)
}

/** The same for what belongs to no organization. */
export function readInProduct<Row extends pg.QueryResultRow>(
  database: Connections,
  statement: Statement<Row>,
): Promise<Row[]> {
  return readAtOnce(database, {}, statement)
}

/** The same for a statement that must look into every organization. */
export function readAcrossOrganizations<Row extends pg.QueryResultRow>(
  database: Connections,
  statement: Statement<Row>,
): Promise<Row[]> {
  return readAtOnce(database, { 'app.crossing': 'on' }, statement)
}

/**
 * Statements that need no other's answer, done as one transaction in one round trip: all of them, or none. It does not wait for the
 * disk where what it writes need not outlive the database. Each answers rows, in the order of the statements.
 */
export function doAcrossOrganizations<Row extends pg.QueryResultRow>(
  database: Connections,
  statements: readonly Statement<Row>[],
  { outlives }: { readonly outlives: boolean },
): Promise<Row[][]> {
  const toDisk: Settings = outlives ? {} : { synchronous_commit: 'off' }
  return askAtOnce(database, { 'app.crossing': 'on', ...toDisk }, statements)
}

async function readAtOnce<Row extends pg.QueryResultRow>(
  database: Connections,
  settings: Settings,
  statement: Statement<Row>,
): Promise<Row[]> {
  const [rows] = await amongReaders(poolOf(database), () =>
    askAtOnce(database, { ...onlyReading, ...settings }, [statement]),
  )
  return rows ?? []
}

/** Rows of each; their plans are kept all or none. Nothing else goes with them, so that they are a transaction. */
async function askAtOnce(
  database: Connections,
  settings: Settings,
  statements: readonly Sql[],
): Promise<pg.QueryResult['rows'][]> {
  const sent = statements.map(plannedOnce)
  const plans = sent.some(({ name }) => name === undefined) ? {} : forAnyValues
  const pool = poolOf(database)
  const client = await connectionOf(pool)
  try {
    const line = lineOf(client)
    const { statement_timeout: timeout } = settings
    line.silenceAtMostMs = silenceLimitOf(pool, Number(timeout ?? 0))
    const answers = [settingStatement({ ...settings, ...plans }), ...sent].map((each) => line.add(each))
    line.flush()
    const [, ...results] = await Promise.all(answers)
    for (const [place, statement] of statements.entries()) {
      const result = results[place]
      if (result) checked(statement, result)
    }
    client.release()
    return results.map(({ rows }) => rows)
  } catch (error) {
    const isUsable = error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isOutdated(error)
    client.release(!isUsable)
    throw isLost(client, error) ? new DatabaseLost({ cause: error }) : error
  }
}

/** Work on what belongs to no organization: people, sessions, the company directory. */
export function inProduct<T>(
  database: Connections,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(database, {}, options, work)
}

/** The few statements that must look into every organization: who may sign in where, what is due to be sent. */
export function acrossOrganizations<T>(
  database: Connections,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(database, { 'app.crossing': 'on' }, options, work)
}

import pg from 'pg'
import { AtOnce, type Sent } from './at-once.ts'
import type { Sql } from './sql.ts'
import { Column, textOf, written } from './written.ts'

/** What holds for a transaction alone, by the names of the settings. */
export type Settings = Readonly<Record<string, string>>

/**
 * The statements of a connection. What is asked for beside each other, by `Promise.all`, goes to the database together and is
 * done there in this order: one message for all. What is asked while another message is answered goes with the next.
 */
class Line {
  readonly #client: pg.PoolClient
  readonly #waiting: AtOnce[] = []
  #isAsking = false
  /** For the transaction that begins. A connection without an answer for so long is closed, and what waits for one fails. */
  silenceAtMostMs: number | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  get isBusy(): boolean {
    return this.#isAsking || this.#waiting.length > 0
  }

  add(statement: Sent): Promise<pg.QueryResult> {
    const last = this.#waiting.at(-1)
    if (last && !isRollback(statement)) return last.add(statement)
    const next = new AtOnce(this.#client, () => {
      this.#isAsking = false
      this.flush()
    })
    const answer = next.add(statement)
    this.#waiting.push(next)
    if (!this.#isAsking) process.nextTick(() => this.flush())
    return answer
  }

  /** Sends what waits, without waiting for what else is asked in this turn. */
  flush(): void {
    if (this.#isAsking) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#isAsking = true
    next.silenceAtMostMs = this.silenceAtMostMs
    if (next.isLong) void this.#sendLong(next)
    else this.#client.query(next)
  }

  async #sendLong(next: AtOnce): Promise<void> {
    if (await next.writeColumns()) this.#client.query(next)
  }
}

/** It is done also after a statement that failed, whose message is done no further. */
const isRollback = ({ text }: Sent): boolean => text.trimStart().startsWith('ROLLBACK')

const lines = new WeakMap<pg.PoolClient, Line>()

export function lineOf(client: pg.PoolClient): Line {
  const line = lines.get(client) ?? new Line(client)
  lines.set(client, line)
  return line
}

/** Before the connection itself is taken, for COPY. @throws when a statement that nobody waited for failed */
export async function untilAnswered(client: pg.PoolClient): Promise<void> {
  const line = lineOf(client)
  if (line.isBusy) await line.add(command('SELECT'))
}

/** `once`: as it is sent with its transaction, where its plan is for any values from the first call on. */
type Names = { readonly usual: string; readonly once: string }
const statementNames = new Map<string, Names>()
// Of a statement whose text was built of too many parts. A plan takes about 100 KB in each connection.
const namesAtMost = 1_000

/**
 * A statement with a name is planned for its values five times on a connection; then PostgreSQL keeps one plan for any values,
 * if that looks no worse. It makes a new one by itself when a table changes.
 * @throws when a value cannot be written
 */
export const planned = (statement: Sql): Sent => sentAs('usual', statement)

/** The same with the texts of its columns made, so that what cannot be written is known before anything is sent. */
export function plannedAndWritten(statement: Sql): Sent {
  const sent = planned(statement)
  return { ...sent, values: sent.values.map(textOf) }
}

/** The same where all that goes along is planned for any values. */
export const plannedOnce = (statement: Sql): Sent => sentAs('once', statement)

function sentAs(kind: keyof Names, statement: Sql): Sent {
  const { text, values } = statement.compile()
  const name = statement.planning === 'kept' ? namesOfStatement(text)?.[kind] : undefined
  return { name, text, values: values.map((value) => (value instanceof Column ? value : written(value))) }
}

/** BEGIN, COMMIT and their like. */
export const command = (text: string): Sent => ({ name: namesOfStatement(text)?.usual, text, values: [] })

/**
 * A column of a kept statement was given another type by the next version's migration: the connection knows the statement
 * with the former one, and is not used again.
 */
export const isOutdated = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** One short name for each text, the same on every connection. Texts come from the source, so there are hundreds of them. */
function namesOfStatement(text: string): Names | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= namesAtMost) return known
  const usual = `s${statementNames.size + 1}`
  const names = { usual, once: `${usual}o` }
  statementNames.set(text, names)
  return names
}

const settingTexts = new Map<string, Pick<Sent, 'name' | 'text'>>()

/** Until its transaction ends. One statement for each choice of settings, and those are few. */
export function settingStatement(settings: Settings): Sent {
  const names = Object.keys(settings)
  const key = names.join()
  let statement = settingTexts.get(key)
  if (!statement) {
    const calls = names.map((name, place) => `set_config('${name}', $${place + 1}, true)`)
    statement = { name: `settings${settingTexts.size}`, text: `SELECT ${calls.join(', ')}` }
    settingTexts.set(key, statement)
  }
  return { ...statement, values: Object.values(settings) }
}

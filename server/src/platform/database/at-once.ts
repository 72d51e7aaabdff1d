import pg from 'pg'
import { breathe } from '../breathing.ts'
import { bindMessage } from './bind-message.ts'
import { Column, textOf, type Written } from './written.ts'

/** A statement on its way. One with a name is told to a connection once, and so is what PostgreSQL answers of its columns. */
export type Sent = {
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly (Written | Column)[]
}

type Row = Record<string, unknown>
type Cells = readonly (string | null)[]
type Columns = {
  readonly fields: pg.FieldDef[]
  readonly parsers: readonly ((text: string) => unknown)[]
  /** A row of nulls: copies of one object are made faster than objects that grow. */
  readonly blank: Readonly<Row>
}
const noColumns: Columns = { fields: [], parsers: [], blank: {} }

/** What a connection was told. */
type Told = {
  readonly columns: Map<string, Columns>
  /** Names of statements that failed when they were told: nobody knows whether the connection knows them. */
  readonly doubtful: Set<string>
}
const toldTo = new WeakMap<pg.Connection, Told>()

function whatWasTold(connection: pg.Connection): Told {
  const told = toldTo.get(connection) ?? { columns: new Map(), doubtful: new Set() }
  toldTo.set(connection, told)
  return told
}

type Asked = Omit<Sent, 'values'> & {
  values: Sent['values']
  readonly resolve: (result: pg.QueryResult) => void
  readonly reject: (error: unknown) => void
}

/**
 * Statements that go to the database in one message, which ends with the extended protocol's Sync. They are done in their order,
 * and after one that fails none is. Outside a transaction they are one. Each with a Sync of its own cost the database an answer,
 * a write and a wake-up each. `ended` is called when the connection is free for the next.
 */
export class AtOnce {
  readonly #client: pg.ClientBase
  readonly #ended: () => void
  readonly #asked: Asked[] = []
  readonly #results: pg.QueryResult[] = []
  #told: Told = { columns: new Map(), doubtful: new Set() }
  #columns: Columns | undefined
  #rows: Row[] = []
  /** Of rows that could not be read, by the places of their statements. */
  readonly #unreadable = new Map<number, Error>()
  /** Between two results of its statements, before it is submitted. */
  silenceAtMostMs: number | undefined
  #silence: NodeJS.Timeout | undefined

  constructor(client: pg.ClientBase, ended: () => void) {
    this.#client = client
    this.#ended = ended
  }

  /** Before it is submitted. */
  add({ name, text, values }: Sent): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    this.#asked.push({ name, text, values, resolve, reject })
    return promise
  }

  /** There are columns of many rows, whose texts are to be made before it is submitted. */
  get isLong(): boolean {
    return this.#asked.some(({ values }) => values.some((value) => value instanceof Column))
  }

  /**
   * Column by column, with a turn for the others between: those of 4,000 gifts in one go held the thread for 12 to 26 ms. Answers
   * whether it can be submitted; if not, all that asked have been told.
   */
  async writeColumns(): Promise<boolean> {
    try {
      for (const asked of this.#asked) {
        const values = []
        for (const value of asked.values) {
          if (value instanceof Column) await breathe()
          values.push(textOf(value))
        }
        asked.values = values
      }
      return true
    } catch (error) {
      for (const { reject } of this.#asked) reject(error)
      this.#ended()
      return false
    }
  }

  submit(connection: pg.Connection): void {
    this.#told = whatWasTold(connection)
    const { columns, doubtful } = this.#told
    const toldNow = new Set<string>()
    connection.stream.cork()
    for (const { name = '', text, values } of this.#asked) {
      const isNew = !(columns.has(name) || toldNow.has(name))
      if (isNew) {
        if (doubtful.has(name)) connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
        if (name !== '') toldNow.add(name)
      }
      // As pg's own messages: to a line that is closed nothing is written, and its end is told to all.
      for (const piece of bindMessage(name, values.map(textOf)))
        if (connection.stream.writable) connection.stream.write(piece)
      if (isNew) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    if (this.silenceAtMostMs !== undefined) this.#silence = closeAfterSilence(connection, this.silenceAtMostMs)
    this.#begin()
  }

  /** What follows is the answer to the next statement. */
  #begin(): void {
    this.#rows = []
    this.#columns = this.#told.columns.get(this.#asked[this.#results.length]?.name ?? '')
  }

  handleRowDescription({ fields }: { readonly fields: pg.FieldDef[] }): void {
    this.#columns = {
      fields,
      parsers: fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text')),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    }
  }

  handleDataRow({ fields: cells }: { readonly fields: Cells }): void {
    const place = this.#results.length
    if (!this.#columns || this.#unreadable.has(place)) return
    try {
      this.#rows.push(readRow(this.#columns, cells))
    } catch (error) {
      this.#unreadable.set(place, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** `text` is as PostgreSQL says it: `INSERT 0 3`, `UPDATE 3`, `COMMIT`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#silence?.refresh()
    const columns = this.#columns ?? noColumns
    const name = this.#asked[this.#results.length]?.name
    if (name !== undefined) {
      this.#told.columns.set(name, columns)
      this.#told.doubtful.delete(name)
    }
    const words = text.split(' ')
    const count = words.length > 1 ? Number(words.at(-1)) : null
    this.#results.push({
      command: words[0] ?? '',
      rowCount: Number.isNaN(count) ? null : count,
      oid: 0,
      fields: columns.fields,
      rows: this.#rows,
    })
    this.#begin()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    clearTimeout(this.#silence)
    this.#settle(this.#results.length)
    this.#ended()
  }

  handleError(error: Error): void {
    clearTimeout(this.#silence)
    const failed = this.#results.length
    const { name } = this.#asked[failed] ?? {}
    if (name !== undefined && !this.#told.columns.has(name)) this.#told.doubtful.add(name)
    // All were done, and what failed is the end of the transaction that they were.
    if (failed === this.#asked.length) for (const { reject } of this.#asked) reject(error)
    else this.#settle(failed)
    const isLost = !(error instanceof pg.DatabaseError && error.severity === 'ERROR')
    for (const [place, { reject }] of this.#asked.slice(failed).entries()) {
      reject(place === 0 || isLost ? error : notDone())
    }
    this.#ended()
  }

  #settle(before: number): void {
    for (const [place, { resolve, reject }] of this.#asked.slice(0, before).entries()) {
      const result = this.#results[place]
      const unreadable = this.#unreadable.get(place)
      if (unreadable) reject(unreadable)
      else if (result) resolve(result)
    }
  }
}

const closeAfterSilence = (connection: pg.Connection, ms: number): NodeJS.Timeout =>
  setTimeout(() => connection.stream.destroy(new Error(`no answer within ${ms / 1000} seconds`)), ms).unref()

/** As PostgreSQL says it of a statement that comes with a message of its own. */
function notDone(): pg.DatabaseError {
  const text = 'current transaction is aborted, commands ignored until end of transaction block'
  return Object.assign(new pg.DatabaseError(text, text.length, 'error'), { severity: 'ERROR', code: '25P02' })
}

function readRow({ fields, parsers, blank }: Columns, cells: Cells): Row {
  const row: Row = { ...blank }
  for (let place = 0; place < cells.length; place++) {
    const cell = cells[place]
    const name = fields[place]?.name
    if (cell === null || cell === undefined || name === undefined) continue
    row[name] = parsers[place]?.(cell)
  }
  return row
}

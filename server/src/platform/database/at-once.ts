import type pg from 'pg'

/** A statement on its way. One with a name is told to a connection once, and so is what PostgreSQL answers of its columns. */
export type Sent = { readonly name: string | undefined; readonly text: string; readonly values: readonly unknown[] }

/** What holds for the statements alone, by the names of the settings. */
export type Settings = Readonly<Record<string, string>>

type Row = Record<string, unknown>
type Cells = readonly (string | null)[]
type Columns = {
  readonly fields: pg.FieldDef[]
  readonly parsers: readonly ((text: string) => unknown)[]
  /** A row of nulls: copies of one object are made faster than objects that grow. */
  readonly blank: Readonly<Row>
}

const knownOn = new WeakMap<pg.Connection, Map<string, Columns>>()

function knownTo(connection: pg.Connection): Map<string, Columns> {
  const known = knownOn.get(connection) ?? new Map<string, Columns>()
  knownOn.set(connection, known)
  return known
}

/**
 * Reading statements that are one transaction without BEGIN and COMMIT: all go to the database in one message, which ends the
 * transaction (the extended protocol's Sync). Sent one by one with BEGIN, SET LOCAL and COMMIT the smallest answers took twice
 * as long here and in the database. Handed to a connection that nobody else uses until it is `answered`.
 */
export class AtOnce {
  readonly answered: Promise<pg.QueryResult[]>
  readonly #sent: readonly (Sent & { readonly bound: (string | Buffer | null)[] })[]
  readonly #types: pg.CustomTypesConfig
  readonly #results: pg.QueryResult[] = []
  readonly #fresh = new Map<string, Columns>()
  #known: Map<string, Columns> = new Map()
  #columns: Columns | undefined
  #rows: Row[] = []
  #unreadable: Error | undefined
  #resolve: (results: pg.QueryResult[]) => void = () => {}
  #reject: (error: Error) => void = () => {}
  /** It failed where statements were told for the first time: nobody knows which of them the connection knows now. */
  isSpoilt = false

  constructor(settings: Settings, statements: readonly Sent[], types: pg.CustomTypesConfig) {
    // Bound before anything is sent: a value that cannot be written fails the call and not the connection.
    this.#sent = [settingStatement(settings), ...statements].map((each) => ({
      ...each,
      bound: each.values.map(written),
    }))
    this.#types = types
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: pg.Connection): void {
    this.#known = knownTo(connection)
    connection.stream.cork()
    for (const { name = '', text, bound } of this.#sent) {
      const isKnown = this.#known.has(name)
      if (!isKnown) connection.parse({ name, text, types: [] }, true)
      connection.bind({ statement: name, values: bound }, true)
      if (!isKnown) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    this.#begin()
  }

  /** What follows is the answer to the next statement. */
  #begin(): void {
    this.#rows = []
    this.#columns = this.#known.get(this.#sent[this.#results.length]?.name ?? '')
  }

  handleRowDescription({ fields }: { readonly fields: pg.FieldDef[] }): void {
    const columns = {
      fields,
      parsers: fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text')),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    }
    const name = this.#sent[this.#results.length]?.name
    if (name !== undefined) this.#fresh.set(name, columns)
    this.#columns = columns
  }

  handleDataRow({ fields: cells }: { readonly fields: Cells }): void {
    if (!this.#columns || this.#unreadable) return
    try {
      this.#rows.push(readRow(this.#columns, cells))
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete(): void {
    const rows = this.#rows
    const fields = this.#columns?.fields ?? []
    this.#results.push({ command: 'SELECT', rowCount: rows.length, oid: 0, fields, rows })
    this.#begin()
  }

  handleReadyForQuery(): void {
    for (const [name, columns] of this.#fresh) this.#known.set(name, columns)
    if (this.#unreadable) this.#reject(this.#unreadable)
    else this.#resolve(this.#results.slice(1))
  }

  handleError(error: Error): void {
    this.isSpoilt = this.#sent.some(({ name }) => name !== undefined && !this.#known.has(name))
    this.#reject(error)
  }
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

const settingTexts = new Map<string, Pick<Sent, 'name' | 'text'>>()

/** One statement for each choice of settings, and those are few. */
function settingStatement(settings: Settings): Sent {
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

/** A value as PostgreSQL reads it from text. */
function written(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value
  if (Array.isArray(value)) return `{${value.map(element).join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function element(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return String(written(value))
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(written(value))
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

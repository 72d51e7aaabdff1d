import type pg from 'pg'
import { z } from 'zod'

/** A running transaction. The visible data depends on how it was opened. */
export type Db = {
  readonly run: (statement: Sql) => Promise<pg.QueryResult>
  /** Runs a statement without waiting. If it fails, the transaction fails. */
  readonly send: (statement: Sql) => void
}

/** `count` is the number of rows found or changed. */
export type Result<Row> = { readonly rows: Row[]; readonly count: number }

export type Compiled = { readonly text: string; readonly values: unknown[] }

/** The columns of a statement's rows. A union is for rows with alternative shapes. */
export type RowShape = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>

/** Prepared plans are for statements with the same best plan for all values, such as lookups by key. */
export type Planning = 'each time' | 'prepared'

/** A fragment of SQL or a whole statement. Values become parameters; nested SQL becomes text. */
export class Sql {
  readonly texts: readonly string[]
  readonly parts: readonly unknown[]
  readonly shape: RowShape | undefined
  readonly planning: Planning

  /** `texts` surround `parts`, so there is one more text than parts. */
  constructor(texts: readonly string[], parts: readonly unknown[], shape?: RowShape, planning: Planning = 'each time') {
    this.texts = texts
    this.parts = parts
    this.shape = shape
    this.planning = planning
  }

  compile(): Compiled {
    const values: unknown[] = []
    let text = ''
    const add = ({ texts, parts }: Sql): void => {
      text += texts[0]
      for (const [place, part] of parts.entries()) {
        if (part instanceof Sql) add(part)
        else text += `$${values.push(part)}`
        text += texts[place + 1]
      }
    }
    add(this)
    return { text, values }
  }

  async execute(db: Db): Promise<Omit<Result<never>, 'rows'>> {
    const { rowCount } = await db.run(this)
    return { count: rowCount ?? 0 }
  }

  send(db: Db): void {
    db.send(this)
  }
}

/** A statement with declared rows, which tests compare with the columns that PostgreSQL reports. */
export class Statement<Row> extends Sql {
  override async execute(db: Db): Promise<Result<Row>> {
    const { rows, rowCount } = await db.run(this)
    return { rows, count: rowCount ?? 0 }
  }

  async rows(db: Db): Promise<Row[]> {
    return (await db.run(this)).rows
  }

  async first(db: Db): Promise<Row | null> {
    return (await this.rows(db))[0] ?? null
  }

  /** Returns one column of all rows. */
  async column<Name extends keyof Row>(db: Db, name: Name): Promise<Row[Name][]> {
    return (await this.rows(db)).map((row) => row[name])
  }

  /** Returns one column of the first row, or `other` if there is no row or the column is null. */
  async value<Name extends keyof Row>(db: Db, name: Name): Promise<Row[Name] | null>
  async value<Name extends keyof Row, Other>(db: Db, name: Name, other: Other): Promise<NonNullable<Row[Name]> | Other>
  async value(db: Db, name: keyof Row, other: unknown = null): Promise<unknown> {
    return (await this.first(db))?.[name] ?? other
  }
}

type StatementTag<Row> = (texts: TemplateStringsArray, ...parts: unknown[]) => Statement<Row>

type Tag = {
  (texts: TemplateStringsArray, ...parts: unknown[]): Sql
  <Shape extends RowShape>(shape: Shape): StatementTag<z.infer<Shape>>
}

function tagOf(planning: Planning): Tag {
  function tag(texts: TemplateStringsArray, ...parts: unknown[]): Sql
  function tag<Shape extends RowShape>(shape: Shape): StatementTag<z.infer<Shape>>
  function tag(first: TemplateStringsArray | RowShape, ...parts: unknown[]): Sql | StatementTag<unknown> {
    if ('raw' in first) return new Sql(first, parts, undefined, planning)
    return (texts, ...inside) => new Statement(texts, inside, first, planning)
  }
  return tag
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const comma = new Sql([', '], [])

/**
 * A template tag for SQL. Values become parameters, and SQL can be nested.
 *
 *     await sql`UPDATE users SET name = ${name} WHERE id = ${userId}`.execute(db)
 *
 * A statement that returns rows declares their shape, which is a constant:
 *
 *     const userRow = z.object({ id: z.int(), name: z.string() })
 *     const user = await sql(userRow)`SELECT id, name FROM users WHERE id = ${userId}`.first(db)
 */
export const sql = Object.assign(tagOf('each time'), {
  /** A prepared statement. Each combination of optional parts creates another one; pass a list as one array. */
  prepared: tagOf('prepared'),
  ref: (name: string) => new Sql([name.split('.').map(quote).join('.')], []),
  /** Unescaped text, which must never contain external input. */
  raw: (text: string) => new Sql([text], []),
  /** The columns of a shape, qualified by the table or alias `of`. */
  columns: (shape: z.ZodObject, of: string) =>
    sql.join(Object.keys(shape.shape).map((name) => sql.ref(`${of}.${name}`))),
  join(parts: readonly unknown[], separator: Sql = comma): Sql {
    const all = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
    return new Sql([...all.map(() => ''), ''], all)
  },
})

export const idRow = z.object({ id: z.int() })
export const bytes = z.instanceof(Buffer)

/** The row shape of `own LEFT JOIN joined`: the joined columns are either valid or all null. */
export const leftJoined = <Own extends z.ZodRawShape, Joined extends z.ZodRawShape>(
  own: z.ZodObject<Own>,
  joined: z.ZodObject<Joined>,
) => z.union([own.extend(joined.shape), own.extend(nullColumnsOf(joined.shape))])

const nullColumnsOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(Object.keys(shape).map((column) => [column, z.null()])) as Record<keyof Shape, z.ZodNull>

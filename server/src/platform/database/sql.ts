import type pg from 'pg'
import { z } from 'zod'

/** A running transaction. What it sees depends on how it was opened. */
export type Db = {
  readonly run: (statement: Sql) => Promise<pg.QueryResult>
  /** The same for one whose answer decides nothing: what comes next goes along with it, and if it fails the transaction fails. */
  readonly send: (statement: Sql) => void
}

/** What a statement answers: its rows, and how many rows it found or changed. */
export type Result<Row> = { readonly rows: Row[]; readonly count: number }

/** Text with placeholders, as PostgreSQL takes it. */
export type Compiled = { readonly text: string; readonly values: unknown[] }

/** The columns of a statement's rows; the second kind is of rows that hold one thing or another. */
export type RowShape = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>

/**
 * Whether PostgreSQL plans a statement each time, for its values, or once for each connection. Planning the list's first page
 * took 2.9 ms and running it 0.7; a plan for any value is kept where the same way is best for all of them: look-ups by key,
 * walks along an index. One for an average organization took a large one's list from 220 to 3,172 ms.
 */
export type Planning = 'anew' | 'kept'

// A template is one object for as long as the program runs, so that the text of one without SQL inside is made once.
const plainTexts = new WeakMap<readonly string[], string>()

/** The templates of a kept statement in their order, where a value stands for itself; at the end of the way stands its text. */
type Way = { text?: string; readonly on: Map<unknown, Way> }

// Of kept statements with SQL inside: put together and hashed for each call, a text of some KB took as long as reading its rows.
const keptTexts: Way = { on: new Map() }
const aValue = Symbol('a value')
let stepsLeft = 20_000

/**
 * A piece of SQL, or a whole statement. Values stand beside the text and never become part of it; SQL within SQL becomes
 * part of the text.
 */
export class Sql {
  readonly texts: readonly string[]
  readonly parts: readonly unknown[]
  readonly shape: RowShape | undefined
  readonly planning: Planning

  /** `texts` stand around `parts`, so there is one more of them. */
  constructor(texts: readonly string[], parts: readonly unknown[], shape?: RowShape, planning: Planning = 'anew') {
    this.texts = texts
    this.parts = parts
    this.shape = shape
    this.planning = planning
  }

  compile(): Compiled {
    if (this.parts.some((part) => part instanceof Sql)) {
      return this.planning === 'kept' ? this.#compileKept() : this.#compileNested()
    }
    let text = plainTexts.get(this.texts)
    if (text === undefined) {
      text = this.texts.reduce((before, after, place) => `${before}$${place}${after}`)
      plainTexts.set(this.texts, text)
    }
    return { text, values: [...this.parts] }
  }

  #compileKept(): Compiled {
    const values: unknown[] = []
    let way: Way | undefined = keptTexts
    const step = (key: unknown): void => {
      const next = way?.on.get(key)
      if (next || !way || stepsLeft <= 0) way = next
      else {
        stepsLeft--
        const made: Way = { on: new Map() }
        way.on.set(key, made)
        way = made
      }
    }
    const walk = ({ texts, parts }: Sql): void => {
      step(texts)
      for (const part of parts) {
        if (part instanceof Sql) walk(part)
        else {
          values.push(part)
          step(aValue)
        }
      }
    }
    walk(this)
    if (!way) return this.#compileNested()
    way.text ??= this.#compileNested().text
    return { text: way.text, values }
  }

  #compileNested(): Compiled {
    const values: unknown[] = []
    let text = ''
    const add = ({ texts, parts }: Sql): void => {
      text += texts[0]
      for (let place = 0; place < parts.length; place++) {
        const part = parts[place]
        if (part instanceof Sql) add(part)
        else text += `$${values.push(part)}`
        text += texts[place + 1]
      }
    }
    add(this)
    return { text, values }
  }

  /** Answers how many rows were found or changed. */
  async execute(db: Db): Promise<Omit<Result<never>, 'rows'>> {
    const { rowCount } = await db.run(this)
    return { count: rowCount ?? 0 }
  }

  /** For a write of which nobody asks how many rows it found: it goes along with the next statement, the last ones with COMMIT. */
  send(db: Db): void {
    db.send(this)
  }
}

/** A piece whose text is put together once. The tests ask of what, to see that each template is run. */
export class FlatSql extends Sql {
  readonly of: Sql

  constructor(texts: readonly [string], of: Sql) {
    super(texts, [])
    this.of = of
  }
}

/** A statement whose rows are declared. The tests hold its shape to what PostgreSQL says of the columns. */
export class Statement<Row> extends Sql {
  override async execute(db: Db): Promise<Result<Row>> {
    const { rows, rowCount } = await db.run(this)
    return { rows, count: rowCount ?? 0 }
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

/** Pieces without values are one object each, as templates are: texts of kept statements are found by them. */
const pieces = new Map<string, Sql>()
const piecesAtMost = 5_000
function pieceOf(text: string): Sql {
  const known = pieces.get(text)
  if (known) return known
  const made = new Sql([text], [])
  if (pieces.size < piecesAtMost) pieces.set(text, made)
  return made
}

const nothingBetween = Array.from({ length: 200 }, (_, count) => Array.from({ length: count }, () => ''))

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const comma = new Sql([', '], [])

/**
 * SQL as a template. Values become parameters, SQL nests.
 *
 *     await sql`UPDATE users SET name = ${name} WHERE id = ${userId}`.execute(db)
 *
 * A statement that answers rows says what they hold; `shape` is a constant, as making one costs more than the statement's text:
 *
 *     const userRow = z.object({ id: z.int(), name: z.string() })
 *     const { rows } = await sql(userRow)`SELECT id, name FROM users WHERE id = ${userId}`.execute(db)
 */
export const sql = Object.assign(tagOf('anew'), {
  /**
   * A statement whose plan is kept. Its text is one of few: parts that come and go make another statement of it, a list is
   * one array.
   */
  kept: tagOf('kept'),
  /** A column or table by its name; dots part a qualified one. */
  ref: (name: string) => pieceOf(name.split('.').map(quote).join('.')),
  /** Text as it is: never of anything that came from outside. */
  raw: pieceOf,
  /** What holds no values, as one piece: a kept statement is found by its pieces, one after the other. */
  flat(piece: Sql): Sql {
    const { text, values } = piece.compile()
    if (values.length > 0) throw new Error('this piece holds values, which are not the same each time')
    return new FlatSql([text], piece)
  },
  /** The columns of a shape, of the table or alias `of`. */
  columns: (shape: z.ZodObject, of: string) =>
    sql.join(Object.keys(shape.shape).map((name) => sql.ref(`${of}.${name}`))),
  join(parts: readonly unknown[], separator: Sql = comma): Sql {
    const all = parts.flatMap((part, place) => (place === 0 ? [part] : [separator, part]))
    const between = nothingBetween[all.length + 1] ?? Array.from({ length: all.length + 1 }, () => '')
    return new Sql(between, all)
  },
})

export const idRow = z.object({ id: z.int() })
export const bytes = z.instanceof(Buffer)

/** Rows of `own LEFT JOIN joined`: the joined columns hold what they should, or null all of them. */
export const leftJoined = <Own extends z.ZodRawShape, Joined extends z.ZodRawShape>(
  own: z.ZodObject<Own>,
  joined: z.ZodObject<Joined>,
) => z.union([own.extend(joined.shape), own.extend(nothingOf(joined.shape))])

const nothingOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(Object.keys(shape).map((column) => [column, z.null()])) as Record<keyof Shape, z.ZodNull>

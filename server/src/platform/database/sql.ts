import type pg from 'pg'
import type { z } from 'zod'

/** A running transaction. What it sees depends on how it was opened. */
export type Db = { readonly run: <Row>(statement: Sql) => Promise<Result<Row>> }

/** What a statement answers: its rows, and how many rows it found or changed. */
export type Result<Row> = { readonly rows: Row[]; readonly count: number; readonly numAffectedRows: bigint }

/** Text with placeholders, as PostgreSQL takes it. */
export type Compiled = { readonly text: string; readonly values: unknown[] }

// A template is one object for as long as the program runs, so that the text of one without SQL inside is made once.
const plainTexts = new WeakMap<readonly string[], string>()

/**
 * A piece of SQL, or a whole statement without rows. Values stand beside the text and never become part of it; SQL within
 * SQL becomes part of the text.
 */
export class Sql {
  readonly texts: readonly string[]
  readonly parts: readonly unknown[]
  /** The columns of its rows. */
  readonly row: z.ZodObject | undefined

  /** `texts` stand around `parts`, so there is one more of them. */
  constructor(texts: readonly string[], parts: readonly unknown[], row?: z.ZodObject) {
    this.texts = texts
    this.parts = parts
    this.row = row
  }

  compile(): Compiled {
    if (this.parts.some((part) => part instanceof Sql)) return this.#compileNested()
    let text = plainTexts.get(this.texts)
    if (text === undefined) {
      text = this.texts.reduce((before, after, place) => `${before}$${place}${after}`)
      plainTexts.set(this.texts, text)
    }
    return { text, values: [...this.parts] }
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

  execute(db: Db): Promise<Result<unknown>> {
    return db.run(this)
  }
}

/** A statement whose rows are declared. */
export class Statement<Row> extends Sql {
  override execute(db: Db): Promise<Result<Row>> {
    return db.run<Row>(this)
  }
}

type Tag = {
  (texts: TemplateStringsArray, ...parts: unknown[]): Sql
  <Row>(texts: TemplateStringsArray, ...parts: unknown[]): Statement<Row>
  /** A column or table by its name; dots part a qualified one. */
  ref(name: string): Sql
  /** Text as it is: never of anything that came from outside. */
  raw(text: string): Sql
  join(parts: readonly unknown[], separator?: Sql): Sql
}

const comma = new Sql([', '], [])

/**
 * SQL as a template. Values become parameters, SQL nests.
 *
 *     await sql`UPDATE users SET name = ${name} WHERE id = ${userId}`.execute(db)
 */
export const sql: Tag = Object.assign(
  (texts: TemplateStringsArray, ...parts: unknown[]) => new Statement<never>(texts, parts),
  {
    ref: (name: string) => new Sql([name.split('.').map(quote).join('.')], []),
    raw: (text: string) => new Sql([text], []),
    join(parts: readonly unknown[], separator: Sql = comma): Sql {
      const all = parts.flatMap((part, place) => (place === 0 ? [part] : [separator, part]))
      return new Sql(
        Array.from({ length: all.length + 1 }, () => ''),
        all,
      )
    },
  },
)

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** pg's answer in our words. */
export const resultOf = <Row extends pg.QueryResultRow>({ rows, rowCount }: pg.QueryResult<Row>): Result<Row> => ({
  rows,
  count: rowCount ?? 0,
  numAffectedRows: BigInt(rowCount ?? 0),
})

import { type Sql, sql } from '../../../platform/database/sql.ts'

/** A column of an exported table and what it says. */
export type Column = { readonly name: string; readonly about: string; readonly cell: Sql }

/** A table of the export; `join`, `only` and columns that are called otherwise in the database call it `t`. */
export type Table = {
  readonly file: string
  readonly about: string
  readonly table: string
  readonly join?: Sql
  readonly only?: Sql
  /** The order of an organization's rows; by their number where it is not said. */
  readonly order?: string
  readonly columns: readonly Column[]
}

type Make = (name: string, about: string, from?: string) => Column

/** Numbers, times and words of our own. */
export const plain: Make = (name, about, from = `t.${name}`) => ({ name, about, cell: sql.ref(from) })

/** What people wrote. */
export const words: Make = (name, about, from = `t.${name}`) => ({ name, about, cell: orEmpty(sql.ref(from)) })

export const json: Make = (name, about, from = `t.${name}`) => ({
  name,
  about,
  cell: orEmpty(sql`${sql.ref(from)}::text`),
})

/** Cents there, units in the file. */
export const money: Make = (name, about, from = `t.${name}`) => ({
  name,
  about,
  cell: sql`round(${sql.ref(from)} / 100.0, 2)`,
})

const orEmpty = (cell: Sql): Sql => sql`coalesce(${cell}, '')`

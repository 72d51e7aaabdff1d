import { type Sql, sql } from '../../../platform/database/sql.ts'

export type ExportColumn = { readonly name: string; readonly about: string; readonly cell: Sql }

/** Its alias is `t` in `join`, `only`, and columns with a different name in the database. */
export type ExportTable = {
  readonly file: string
  readonly about: string
  readonly table: string
  readonly join?: Sql
  readonly only?: Sql
  readonly order?: string
  readonly columns: readonly ExportColumn[]
}

type CreateColumn = (name: string, about: string, from?: string) => ExportColumn

export const plainColumn: CreateColumn = (name, about, from = `t.${name}`) => ({ name, about, cell: sql.ref(from) })

export const textColumn: CreateColumn = (name, about, from = `t.${name}`) => ({
  name,
  about,
  cell: orEmpty(sql.ref(from)),
})

export const jsonColumn: CreateColumn = (name, about, from = `t.${name}`) => ({
  name,
  about,
  cell: orEmpty(sql`${sql.ref(from)}::text`),
})

/** Cents in the database, dollars in the file. */
export const moneyColumn: CreateColumn = (name, about, from = `t.${name}`) => ({
  name,
  about,
  cell: sql`round(${sql.ref(from)} / 100.0, 2)`,
})

const orEmpty = (cell: Sql): Sql => sql`coalesce(${cell}, '')`

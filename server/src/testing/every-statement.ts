import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { z } from 'zod'
import { nullableColumns } from './nullable-columns.ts'
import { readCatalogue, readingOf } from './query-reading.ts'
import { readTree } from './query-tree.ts'
import { answeredStatement } from './statement-shapes.ts'
import { listTemplates } from './templates.ts'

type Run = {
  /** Of its notes. */
  readonly folder: string
  /** A migrated database. */
  readonly database: string
  /** Whether every test was run, and passed. */
  readonly isWhole: boolean
}

/** What is wrong with the statements that a run has noted, a sentence each. */
export async function faultsOfStatements(run: Run): Promise<string[]> {
  const met = linesIn(run.folder, 'faults').map((line) => String(JSON.parse(line)))
  const never = run.isWhole ? neverRun(new Set(linesIn(run.folder, 'used'))) : []
  return [...met, ...(await faultsOfNulls(run)), ...never]
}

function linesIn(folder: string, kind: 'used' | 'faults' | 'answered'): string[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  return [...new Set(lines.filter((line) => line !== ''))]
}

const neverRun = (used: ReadonlySet<string>): string[] =>
  listTemplates()
    .filter(({ texts }) => !used.has(JSON.stringify(texts)))
    .map(({ where }) => `no test runs the SQL at ${where}`)

type Asked = z.infer<typeof answeredStatement>

/** Each statement once for each row that it was declared with, with every parameter that was null at some time. */
function listAsked(folder: string): Asked[] {
  const asked = linesIn(folder, 'answered').map((line) => answeredStatement.parse(JSON.parse(line)))
  const alike = Map.groupBy(asked, ({ text, neverNull }) => JSON.stringify([text, neverNull]))
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, nullParameters: [first, ...others].flatMap(({ nullParameters }) => nullParameters) }] : [],
  )
}

/**
 * Columns that a row declares as never null, where PostgreSQL may answer null for all it says itself. After a whole run also
 * those that are declared as null at times and never are, in none of the statements that have this row.
 */
async function faultsOfNulls({ folder, database, isWhole }: Run): Promise<string[]> {
  const asked = await withNullable(listAsked(folder), database)
  const daring = asked.flatMap(({ text, neverNull, nullable }) => {
    const columns = neverNull.filter((column) => nullable.includes(column))
    return columns.length > 0 ? [`its row says that ${columns.join(', ')} cannot be null\n${text}`] : []
  })
  if (!isWhole) return daring
  const ofOneRow = Map.groupBy(asked, ({ neverNull, maybeNull }) => JSON.stringify([neverNull, maybeNull]))
  const shy = [...ofOneRow.values()].flatMap((statements) => {
    const nullable = new Set(statements.flatMap((statement) => statement.nullable))
    const columns = statements[0]?.maybeNull.filter((column) => !nullable.has(column)) ?? []
    return columns.length > 0 ? [`its row says that ${columns.join(', ')} may be null\n${statements[0]?.text}`] : []
  })
  return [...daring, ...shy]
}

async function withNullable(asked: readonly Asked[], database: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const catalogue = await readCatalogue(client)
    const found: (Asked & { readonly nullable: readonly string[] })[] = []
    for (const statement of asked) {
      const known = { ...catalogue, nullParameters: new Set(statement.nullParameters) }
      found.push({ ...statement, nullable: nullableColumns(readTree(await readingOf(client, statement.text)), known) })
    }
    return found
  } finally {
    await client.end()
  }
}

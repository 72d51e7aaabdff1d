import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { z } from 'zod'
import { nullableColumns } from './nullable-columns.ts'
import { parseTreeOf, readCatalogue } from './parse-query.ts'
import { readTree } from './query-tree.ts'
import { executedStatement } from './statement-shapes.ts'
import { listTemplates } from './templates.ts'

type Run = {
  readonly folder: string
  readonly database: string
  readonly isWhole: boolean
}

export async function findStatementFaults(run: Run): Promise<string[]> {
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

type Asked = z.infer<typeof executedStatement>

/** Once for each declared row, with all parameters that were ever null. */
function listAsked(folder: string): Asked[] {
  const asked = linesIn(folder, 'answered').map((line) => executedStatement.parse(JSON.parse(line)))
  const alike = Map.groupBy(asked, ({ text, neverNull }) => JSON.stringify([text, neverNull]))
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, nullParameters: [first, ...others].flatMap(({ nullParameters }) => nullParameters) }] : [],
  )
}

/**
 * Declared as not null although PostgreSQL may return null; after a complete run, also declared nullable but never
 * null.
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
      found.push({
        ...statement,
        nullable: nullableColumns(readTree(await parseTreeOf(client, statement.text)), known),
      })
    }
    return found
  } finally {
    await client.end()
  }
}

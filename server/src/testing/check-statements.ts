import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { z } from 'zod'
import { nullableColumns } from './nullable-columns.ts'
import { parseTreeOf, readCatalogue } from './parse-query.ts'
import { readTree } from './query-tree.ts'
import { executedStatement } from './statement-shapes.ts'
import { listTemplates } from './templates.ts'

type TestRun = {
  readonly folder: string
  readonly database: string
  readonly isFullRun: boolean
}

export async function findStatementFaults(run: TestRun): Promise<string[]> {
  const runFaults = readLines(run.folder, 'faults').map((line) => String(JSON.parse(line)))
  const unusedFaults = run.isFullRun ? findUnusedStatements(new Set(readLines(run.folder, 'used'))) : []
  return [...runFaults, ...(await findNullFaults(run)), ...unusedFaults]
}

function readLines(folder: string, kind: 'used' | 'faults' | 'answered'): string[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  return [...new Set(lines.filter((line) => line !== ''))]
}

const findUnusedStatements = (used: ReadonlySet<string>): string[] =>
  listTemplates()
    .filter(({ texts }) => !used.has(JSON.stringify(texts)))
    .map(({ where }) => `no test runs the SQL at ${where}`)

type ExecutedStatement = z.infer<typeof executedStatement>

/** Once for each declared row, with all parameters that were ever null. */
function listStatements(folder: string): ExecutedStatement[] {
  const statements = readLines(folder, 'answered').map((line) => executedStatement.parse(JSON.parse(line)))
  const equalStatements = Map.groupBy(statements, ({ text, neverNull }) => JSON.stringify([text, neverNull]))
  return [...equalStatements.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, nullParameters: [first, ...others].flatMap(({ nullParameters }) => nullParameters) }] : [],
  )
}

/**
 * Declared as not null although PostgreSQL may return null; after a complete run, also declared nullable but never
 * null.
 */
async function findNullFaults({ folder, database, isFullRun }: TestRun): Promise<string[]> {
  const statements = await withNullable(listStatements(folder), database)
  const missingNulls = statements.flatMap(({ text, neverNull, nullable }) => {
    const columns = neverNull.filter((column) => nullable.includes(column))
    return columns.length > 0 ? [`its row says that ${columns.join(', ')} cannot be null\n${text}`] : []
  })
  if (!isFullRun) return missingNulls
  const statementsByRow = Map.groupBy(statements, ({ neverNull, maybeNull }) => JSON.stringify([neverNull, maybeNull]))
  const unusedNulls = [...statementsByRow.values()].flatMap((statements) => {
    const nullable = new Set(statements.flatMap((statement) => statement.nullable))
    const columns = statements[0]?.maybeNull.filter((column) => !nullable.has(column)) ?? []
    return columns.length > 0 ? [`its row says that ${columns.join(', ')} may be null\n${statements[0]?.text}`] : []
  })
  return [...missingNulls, ...unusedNulls]
}

async function withNullable(statements: readonly ExecutedStatement[], database: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const catalogue = await readCatalogue(client)
    const results: (ExecutedStatement & { readonly nullable: readonly string[] })[] = []
    for (const statement of statements) {
      const context = { ...catalogue, nullParameters: new Set(statement.nullParameters) }
      results.push({
        ...statement,
        nullable: nullableColumns(readTree(await parseTreeOf(client, statement.text)), context),
      })
    }
    return results
  } finally {
    await client.end()
  }
}

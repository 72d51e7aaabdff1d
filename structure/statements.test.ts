import { parseSync, Visitor } from 'rolldown/utils'
import { expect, it } from 'vitest'
import { isTest } from './layers.ts'
import { readSources, type Source } from './sources.ts'

const tag = 'platform/database/sql.ts'

/** Places for SQL: queries of a feature, and database setup and maintenance that runs before them. */
const mayHoldSql = (path: string): boolean =>
  path.endsWith('.queries.ts') || path.startsWith('server/src/platform/database/')

/** Files with a long-lived connection, whose results are not rows of the product. */
const exemptFiles: Readonly<Record<string, string>> = {
  'server/src/platform/http/rate-limits.ts': 'rate-limiter-flexible brings its own SQL',
  'server/src/platform/jobs/jobs.ts': 'pg-boss brings its own SQL',
  'server/src/platform/jobs/listen.ts': 'LISTEN, on a connection that stays',
}

/** Returns a sentence for each piece of SQL in another place. */
function strayStatements({ path, text }: Source): string[] {
  const found: string[] = []
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  new Visitor({
    ImportDeclaration({ source, specifiers, importKind }) {
      if (importKind === 'type' || !source.value.endsWith(tag)) return
      for (const specifier of specifiers) {
        const isType = specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'
        const name =
          specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
            ? specifier.imported.name
            : 'sql'
        if (isType || name !== 'sql') continue
        found.push(`${path}:${lineOf(specifier.start)} makes SQL: statements stand in *.queries.ts.`)
      }
    },
    CallExpression({ callee, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name !== 'query' || Object.hasOwn(exemptFiles, path)) return
      found.push(
        `${path}:${lineOf(start)} asks the connection itself: statements are made with sql, which tests check.`,
      )
    },
  }).visit(parseSync(path, text).program)
  return found
}

it('SQL is in *.queries.ts and uses the tag that tests check', () => {
  const sources = readSources('server/src').filter(({ path }) => !isTest(path) && !mayHoldSql(path))
  expect(sources.flatMap(strayStatements)).toEqual([])
})

it('finds SQL regardless of how it is sent', () => {
  const countStatements = (text: string) => strayStatements({ path: 'server/src/features/x/x.ts', text }).length
  expect(countStatements("import { type Sql, sql } from '../../platform/database/sql.ts'")).toBe(1)
  expect(countStatements("import { sql as ask } from '../../platform/database/sql.ts'")).toBe(1)
  expect(countStatements("import * as all from '../../platform/database/sql.ts'")).toBe(1)
  expect(countStatements("const c = await database.pool.query('SELECT 1')")).toBe(1)
  expect(countStatements("import type { Sql } from '../../platform/database/sql.ts'")).toBe(0)
  expect(countStatements("import { idRow, type Sql } from '../../platform/database/sql.ts'")).toBe(0)
})

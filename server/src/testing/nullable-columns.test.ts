import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nullableColumns } from './nullable-columns.ts'
import { parseTreeOf, readCatalogue } from './parse-query.ts'
import type { Catalogue } from './query-scope.ts'
import { readTree } from './query-tree.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let client: pg.Client
let catalogue: Catalogue
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  catalogue = await readCatalogue(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const nullableIn = async (text: string, nullParameters: readonly number[] = []): Promise<string[]> =>
  nullableColumns(readTree(await parseTreeOf(client, text)), { ...catalogue, nullParameters: new Set(nullParameters) })

describe('columns that PostgreSQL may return as null', () => {
  it.each<[string, string, string[]]>([
    ['columns as the table has them', 'SELECT id, company_id FROM donations', ['company_id']],
    ['what a condition rules out', 'SELECT company_id FROM donations WHERE company_id IS NOT NULL AND counted', []],
    [
      'what only one of two conditions rules out',
      'SELECT company_id FROM donations WHERE company_id > 1 OR counted',
      ['company_id'],
    ],
    [
      'the outer side of a join',
      'SELECT o.id, d.id AS gift FROM organizations o LEFT JOIN donations d ON d.id = 1',
      ['gift'],
    ],
    [
      'the outer side of a join, as a subquery',
      'SELECT o.id, d.* FROM organizations o LEFT JOIN (SELECT id AS gift FROM donations) d ON true',
      ['gift'],
    ],
    [
      'an outer join that a condition makes an inner one',
      'SELECT d.id FROM organizations o LEFT JOIN donations d ON true WHERE d.id > 1',
      [],
    ],
    [
      'one row of all',
      'SELECT count(*) AS n, sum(amount_cents) AS cents, coalesce(max(id), 0) AS last FROM donations',
      ['cents'],
    ],
    [
      'groups',
      'SELECT status_id, sum(amount_cents) AS cents, max(company_id) AS company FROM donations GROUP BY 1',
      ['company'],
    ],
    [
      'groups with a filter',
      'SELECT status_id, sum(amount_cents) FILTER (WHERE inert) AS cents FROM donations GROUP BY 1',
      ['cents'],
    ],
    [
      'groups and their totals',
      'SELECT status_id, count(*) AS n FROM donations GROUP BY ROLLUP (status_id)',
      ['status_id'],
    ],
    ['a part of a union', 'SELECT id AS a FROM donations UNION ALL SELECT company_id FROM donations', ['a']],
    [
      'a subquery that may find nothing',
      'SELECT (SELECT id FROM users LIMIT 1) AS a, ARRAY(SELECT id FROM users) AS b',
      ['a'],
    ],
    [
      'a case without an end',
      'SELECT CASE WHEN counted THEN 1 END AS a, CASE WHEN counted THEN 1 ELSE 2 END AS b FROM donations',
      ['a'],
    ],
    [
      'what is found in something',
      "SELECT custom ->> 'a' AS a, custom || '{}' AS b, to_json(created_at) #>> '{}' AS c, to_json(created_at) #>> '{x}' AS d FROM donations",
      ['a', 'd'],
    ],
    [
      'what a change answers',
      'UPDATE donations SET company_id = NULL WHERE company_id = 1 RETURNING id, company_id',
      ['company_id'],
    ],
    [
      'what a deletion answers, through a step',
      'WITH gone AS (DELETE FROM donors WHERE import_id = 1 RETURNING id, import_id) SELECT * FROM gone',
      [],
    ],
    [
      'an array that may hold nothing',
      'SELECT status_id = ANY (ARRAY[1, company_id]) AS a, status_id = ANY (ARRAY[1, 2]) AS b FROM donations',
      ['a'],
    ],
    [
      'a recursion',
      'WITH RECURSIVE up AS (SELECT id, parent_id FROM organizations UNION SELECT o.id, o.parent_id FROM up JOIN organizations o ON o.id = up.parent_id) SELECT * FROM up',
      ['parent_id'],
    ],
    [
      'a recursion that swaps its columns',
      'WITH RECURSIVE up AS (SELECT id AS a, parent_id AS b FROM organizations UNION SELECT b, a FROM up) SELECT * FROM up',
      ['a', 'b'],
    ],
    [
      'rows that are handed in',
      'SELECT g.a, d.id FROM json_to_recordset($1::json) AS g (a bigint) JOIN donations d ON d.id = g.a',
      [],
    ],
    [
      'rows that are handed in, as they are',
      'SELECT g.a, g.b FROM json_to_recordset($1::json) AS g (a bigint, b text)',
      ['a', 'b'],
    ],
    [
      'a window',
      'SELECT sum(amount_cents) OVER (ORDER BY id) AS a, sum(amount_cents) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS b, lag(id) OVER (ORDER BY id) AS c FROM donations',
      ['b', 'c'],
    ],
  ])('%s', async (_what, text, nullable) => {
    expect(await nullableIn(text)).toEqual(nullable)
  })

  it('include parameters that were passed as null', async () => {
    const text = 'SELECT $1::text AS a, unnest($2::bigint[]) AS b'
    expect(await nullableIn(text)).toEqual([])
    expect(await nullableIn(text, [1])).toEqual(['a'])
    expect(await nullableIn(text, [2])).toEqual(['b'])
  })
})

import * as matching from '@twofold/matching'
import { expect, it } from 'vitest'
import { isTest } from './layers.ts'
import { readSources, type Source } from './sources.ts'

/** What `changeMatches` alone writes; a trigger refuses others while the product runs, this finds them before it does. */
const seam = 'server/src/features/matches/matches/change-matches.queries.ts'
const guarded = /\b(status_id|previous_status_id|payment_state|merged_into_id|received_cents|received_at)\b/
const donations = /(?:ONLY\s+)?(?:public\s*\.\s*)?"?donations"?\b/.source
const whole = new RegExp(`\\b(?:INSERT\\s+INTO|DELETE\\s+FROM|MERGE\\s+INTO|COPY)\\s+${donations}`, 'i')
const update = new RegExp(`\\bUPDATE\\s+${donations}[^\`]*`, 'gi')

/** Statements that would write a match beside the seam, each by its file. */
function writersBeside(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== seam && !path.includes('.test') && !path.includes('testing'))
    .flatMap(({ path, text }) => {
      const targets = [...text.matchAll(update)].flatMap(([statement]) => targetsOf(statement))
      return whole.test(text) || targets.some((target) => guarded.test(target)) ? [path] : []
    })
}

/** What stands left of the `=` of each assignment in an UPDATE, a list in brackets too. */
function targetsOf(statement: string): string[] {
  let depth = 0
  let target: string | null = null
  const targets: string[] = []
  for (const [token] of statement.matchAll(/\w+|[^\w\s]/g)) {
    if (token === '(' || token === '{') depth++
    else if (token === ')' || token === '}') depth--
    else if (depth === 0 && /^(?:FROM|WHERE|RETURNING)$/i.test(token)) break
    else if (depth === 0 && (token === ',' || /^SET$/i.test(token))) target = ''
    else if (depth === 0 && token === '=' && target !== null) {
      targets.push(target)
      target = null // what follows is a value
    } else if (target !== null) target += ` ${token}`
  }
  return targets
}

it('nothing but the seam inserts, deletes or moves a match', () => {
  expect(writersBeside(readSources('server/src', 'scripts'))).toEqual([])
})

it('a status that is written elsewhere is found', () => {
  const finds = (text: string): boolean =>
    writersBeside([{ path: 'server/src/features/money/payouts/pay.queries.ts', text }]).length === 1
  expect(finds('sql`UPDATE donations SET status_id = 1 WHERE id = 2`')).toBe(true)
  expect(finds('sql`UPDATE donations d\n SET version = 2, payment_state=r.state FROM r WHERE true`')).toBe(true)
  expect(finds('sql`UPDATE ONLY public.donations SET received_at = now()`')).toBe(true)
  expect(finds('sql`UPDATE donations SET (version, status_id) = (2, 7) WHERE id = 2`')).toBe(true)
  const hole = '$' + '{id}'
  expect(finds(`sql\`UPDATE donations SET custom = (SELECT c FROM x WHERE y = ${hole}), status_id = 3\``)).toBe(true)
  expect(finds('sql`INSERT INTO donations (id) VALUES (1)`')).toBe(true)
  expect(finds('sql`UPDATE donations SET custom = 1 WHERE status_id = 7`')).toBe(false)
  expect(finds('sql`UPDATE donations SET custom = (SELECT c FROM x WHERE status_id = 7)`')).toBe(false)
  expect(finds('sql`UPDATE donations SET custom = CASE WHEN status_id = 7 THEN 1 END`')).toBe(false)
})

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 2 && value.every((one) => typeof one === 'number')
const inOrder = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join()
const names = new Map(
  Object.entries(matching).flatMap(([name, ids]) =>
    name.endsWith('StatusIds') && isNumbers(ids) ? [[inOrder(ids), name] as const] : [],
  ),
)

/** Who says statuses by their numbers once more: the audit, which adds up by itself, the demo's making, and what a template is for. */
const mayRepeat =
  /^server\/src\/features\/(?:matches\/ledger\/audit\.queries|demo\/demo\/[\w.-]+|core\/texts\/mailed-statuses)\.ts$/

/** A sentence for each set of statuses that is written out where its name should stand, and each that stands in SQL. */
function repeatedSets({ path, text }: Source): string[] {
  const lists = [...text.matchAll(/\[([\d\s,]+)\]/g)].flatMap(([, list = '']) => {
    const name = names.get(
      inOrder(
        list
          .split(',')
          .filter((id) => id.trim() !== '')
          .map(Number),
      ),
    )
    return name ? [`${path} writes out ${name}.`] : []
  })
  const inSql = [...text.matchAll(/\bstatus_id (?:NOT )?IN \((\d+, [\d, ]+)\)/g)]
  return [...lists, ...inSql.map(([, list = '']) => `${path} writes the statuses ${list} into SQL.`)]
}

it('a set of statuses has one name, in matching/, and SQL gets it from there', () => {
  const sources = readSources('contract/src', 'server/src', 'web/src')
  const others = sources.filter(({ path }) => !isTest(path) && !mayRepeat.test(path))
  expect(others.flatMap(repeatedSets)).toEqual([])
})

it('a set of statuses that is written out is found', () => {
  const found = (text: string): number => repeatedSets({ path: 'web/src/x.ts', text }).length
  expect(found('const told = [6, 25, 7, 8]')).toBe(1)
  expect(found('sql`SELECT WHERE d.status_id NOT IN (12, 13)`')).toBe(1)
  expect(found('const sizes = [25, 50, 100]; sql`SELECT WHERE status_id IN (4)`')).toBe(0)
})

it('parts of the web app that are fetched later are made by ui/late.tsx, which says what happens when they cannot be', () => {
  const byThemselves = new Set([
    'web/src/ui/late.tsx',
    'web/src/ui/button.tsx', // stands below it, and goes on without its tooltip
    'web/src/app/start.tsx', // goes on without toasts
    'web/src/app/public-app.tsx', // whole pages
  ])
  const lazily = readSources('web/src').filter(({ text }) => /\blazy\(/.test(text))
  expect(new Set(lazily.map(({ path }) => path))).toEqual(byThemselves)
})

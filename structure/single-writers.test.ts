import * as matching from '@twofold/matching'
import { expect, it } from 'vitest'
import { isTest } from './layers.ts'
import { readSources, type Source } from './sources.ts'

/**
 * The only file that writes matches, for `changeMatches`. A trigger rejects other writers at run time; this test finds
 * them earlier.
 */
const seam = 'server/src/features/matches/matches/change-matches.queries.ts'
const guarded = /\b(status_id|previous_status_id|payment_state|merged_into_id|received_cents|received_at)\b/
const donations = /(?:ONLY\s+)?(?:public\s*\.\s*)?"?donations"?\b/.source
const writePattern = new RegExp(`\\b(?:INSERT\\s+INTO|DELETE\\s+FROM|MERGE\\s+INTO|COPY)\\s+${donations}`, 'i')
const update = new RegExp(`\\bUPDATE\\s+${donations}[^\`]*`, 'gi')

/** Returns statements outside that file that write a match. */
function otherWriters(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== seam && !path.includes('.test') && !path.includes('testing'))
    .flatMap(({ path, text }) => {
      const targets = [...text.matchAll(update)].flatMap(([statement]) => targetsOf(statement))
      return writePattern.test(text) || targets.some((target) => guarded.test(target)) ? [path] : []
    })
}

/** Returns the targets of all assignments in an UPDATE, including lists in parentheses. */
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
      target = null // a value follows
    } else if (target !== null) target += ` ${token}`
  }
  return targets
}

it('only one file inserts, deletes, or moves matches', () => {
  expect(otherWriters(readSources('server/src', 'scripts'))).toEqual([])
})

it('finds a status that is written elsewhere', () => {
  const finds = (text: string): boolean =>
    otherWriters([{ path: 'server/src/features/money/payouts/pay.queries.ts', text }]).length === 1
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

const counted =
  /\b(first_open|first_machine_open|clicks|decline_clicks|led_to_submission|template_version|template_organization_id)\b/
const updateOfMails = /(withMailResults\(sql`\s*)?\bUPDATE\s+notifications\b[^`]*/gi

/** Returns files with an update of emails whose effect on the results of templates is not counted. */
const uncountedUpdates = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => !path.includes('.test') && !path.includes('testing'))
    .filter(({ text }) =>
      [...text.matchAll(updateOfMails)].some(
        ([statement, isCounted]) => !isCounted && targetsOf(statement).some((target) => counted.test(target)),
      ),
    )
    .map(({ path }) => path)

it('updates of opens, clicks and versions of emails count the results of templates', () => {
  expect(uncountedUpdates(readSources('server/src'))).toEqual([])
  const finds = (text: string): boolean => uncountedUpdates([{ path: 'server/src/a.queries.ts', text }]).length === 1
  expect(finds('sql`UPDATE notifications n SET clicks = 1`')).toBe(true)
  expect(finds('withMailResults(sql`\n  UPDATE notifications n SET clicks = 1`)')).toBe(false)
  expect(finds('sql`UPDATE notifications SET machine_clicks = 1 WHERE clicks > 0`')).toBe(false)
})

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 2 && value.every((one) => typeof one === 'number')
const inOrder = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join()
const names = new Map(
  Object.entries(matching).flatMap(([name, ids]) =>
    name.endsWith('StatusIds') && isNumbers(ids) ? [[inOrder(ids), name] as const] : [],
  ),
)

/**
 * Files that may repeat status numbers: the audit, which computes independently, the demo data, and the template
 * definitions.
 */
const mayRepeat =
  /^server\/src\/features\/(?:matches\/ledger\/ledger-discrepancies\.queries|demo\/demo\/[\w.-]+|core\/texts\/mailed-statuses)\.ts$/

/** Returns a sentence for each set of statuses that is written out instead of named, and for each set in SQL. */
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

it('a set of statuses has one name in matching/, and SQL uses it', () => {
  const sources = readSources('contract/src', 'server/src', 'web/src')
  const otherSources = sources.filter(({ path }) => !isTest(path) && !mayRepeat.test(path))
  expect(otherSources.flatMap(repeatedSets)).toEqual([])
})

it('finds a set of statuses that is written out', () => {
  const countSets = (text: string): number => repeatedSets({ path: 'web/src/x.ts', text }).length
  expect(countSets('const told = [6, 25, 7, 8]')).toBe(1)
  expect(countSets('sql`SELECT WHERE d.status_id NOT IN (12, 13)`')).toBe(1)
  expect(countSets('const sizes = [25, 50, 100]; sql`SELECT WHERE status_id IN (4)`')).toBe(0)
})

it('lazy parts of the web app use ui/late.tsx, which handles failed loads', () => {
  const byThemselves = new Set([
    'web/src/ui/lazy.tsx',
    'web/src/ui/button.tsx', // loaded below it, and works without its tooltip
    'web/src/app/mount-app.tsx', // works without toasts
    'web/src/app/public-app.tsx', // whole pages
  ])
  const lazily = readSources('web/src').filter(({ text }) => /\blazy\(/.test(text))
  expect(new Set(lazily.map(({ path }) => path))).toEqual(byThemselves)
})

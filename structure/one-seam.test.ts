import { expect, it } from 'vitest'
import { readSources, type Source } from './sources.ts'

/** What `changeMatches` alone writes; a trigger refuses others while the product runs, this finds them before it does. */
const seam = 'server/src/features/matches/change-matches.queries.ts'
const guarded = /\b(status_id|previous_status_id|payment_state|merged_into_id|received_cents|received_at)\s*=(?!=)/

/** Statements that would write a match beside the seam, each by its file. */
function writersBeside(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== seam && !path.includes('.test') && !path.includes('testing'))
    .flatMap(({ path, text }) => {
      const updates = [...text.matchAll(/\bUPDATE\s+donations\b(?:(?!\bWHERE\b)[^`])*/gi)].map(
        ([statement]) => statement,
      )
      const whole = /\b(INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|COPY)\s+donations\b/i.test(text)
      return whole || updates.some((statement) => guarded.test(statement)) ? [path] : []
    })
}

it('nothing but the seam inserts, deletes or moves a match', () => {
  expect(writersBeside(readSources('server/src', 'scripts'))).toEqual([])
})

it('a status that is written elsewhere is found', () => {
  const source = (text: string): Source => ({ path: 'server/src/features/payouts/pay.ts', text })
  expect(writersBeside([source('sql`UPDATE donations SET status_id = 1 WHERE id = 2`')])).toHaveLength(1)
  expect(
    writersBeside([source('sql`UPDATE donations d\n SET version = 2, payment_state=r.state FROM r WHERE true`')]),
  ).toHaveLength(1)
  expect(writersBeside([source('sql`INSERT INTO donations (id) VALUES (1)`')])).toHaveLength(1)
  expect(writersBeside([source('sql`UPDATE donations SET custom = 1 WHERE status_id = 7`')])).toEqual([])
})

import { setTimeout as wait } from 'node:timers/promises'
import { Reader } from '../reader.ts'
import type { Facts } from '../scenario.ts'
import { listPath } from '../scenario.ts'
import { type Waited, waited } from '../waited.ts'

/** Many people at work, each with a second between two clicks: what they wait for, and the memory that it takes. */

export const people = 200
const clickEveryMs = 1_000

/** `errors`: how many answers there were of each status that is not a success. */
export type PeopleRun = Waited & { readonly calls: number; readonly errors: string }

/** What a person at work opens, one after the other: the dashboard, the list, a filter, a page, a match, the statistics. */
function clicks(facts: Facts, person: number): readonly string[] {
  const { organizationId, donationIds, company } = facts
  const own = `/api/organization/${organizationId}`
  const match = (step: number): string => `/api/donation/${donationIds[(person * 7 + step) % donationIds.length]}`
  const days = { 'filters[dateFrom]': '2025-10-02', 'filters[dateTo]': '2025-12-31' }
  return [
    `${own}/statistics/standing`,
    listPath(facts, days),
    match(1),
    listPath(facts, { 'filters[status]': 'donor_contacted', ...days }),
    match(2),
    listPath(facts, { page: 2 + (person % 40), per_page: 50 }),
    `${own}/statistics?from=2025-01-01&to=2025-12-31&report=by_month`,
    listPath(facts, { 'filters[companyName]': company.name }),
    match(3),
    `${own}/search?q=rosa%20${person}`,
  ]
}

/** Everybody begins at another moment of the first second and at another of their clicks. */
export async function workOfMany(
  address: string,
  tokens: readonly string[],
  facts: Facts,
  forMs: number,
): Promise<PeopleRun> {
  const taken: number[] = []
  const errors = new Map<string, number>()
  const until = performance.now() + forMs
  const work = async (person: number): Promise<void> => {
    const paths = clicks(facts, person)
    const reader = new Reader(address, tokens[person] ?? '')
    await wait((person * clickEveryMs) / people)
    for (let step = person; performance.now() < until; step++) {
      const begun = performance.now()
      const status = await reader.status(paths[step % paths.length] ?? '').catch(() => 'no answer')
      const ms = performance.now() - begun
      taken.push(ms)
      if (status !== 200) errors.set(`${status}`, (errors.get(`${status}`) ?? 0) + 1)
      await wait(Math.max(0, clickEveryMs - ms))
    }
  }
  await Promise.all(Array.from({ length: people }, (_, person) => work(person)))
  return {
    calls: taken.length,
    errors: [...errors].map(([status, times]) => `${times} × ${status}`).join(', ') || 'none',
    ...waited(taken),
  }
}

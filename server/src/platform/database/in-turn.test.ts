import { afterEach, expect, it, vi } from 'vitest'
import type { Connections } from './database.ts'
import { askedAtOnce, inTurn, type Kind, waitsAtMostMs } from './in-turn.ts'

// Never asked: whose turn it is goes by which database it is, and by the organization.
const database: Connections = { pool: Object.create(null) }
afterEach(() => {
  vi.useRealTimers()
})
const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

/** Works that begin when they may and end when they are told to. */
function works(organizationId: number, kind: Kind = 'page') {
  const begun: number[] = []
  const ends: ((failure?: Error) => void)[] = []
  const begin = (n: number): Promise<number> =>
    inTurn(database, { organizationId }, kind, () => {
      begun.push(n)
      return new Promise((resolve, reject) => {
        ends[n] = (failure) => (failure ? reject(failure) : resolve(n))
      })
    })
  return { begun, begin, end: (n: number, failure?: Error) => ends[n]?.(failure) }
}

const first = Array.from({ length: askedAtOnce }, (_, n) => n)
const next = askedAtOnce
const last = askedAtOnce + 1

it('some works of an organization run at a time, the others in their order, whatever becomes of those before', async () => {
  const { begun, begin, end } = works(1)
  const answers = [...first, next, last].map((n) => begin(n).catch((error: Error) => error.message))
  await settled()
  expect(begun).toEqual(first)
  end(1, new Error('overdue'))
  await settled()
  expect(begun).toEqual([...first, next])
  end(0)
  await settled()
  expect(begun).toEqual([...first, next, last])
  for (const n of [...first, next, last]) end(n)
  expect(await Promise.all(answers)).toEqual([0, 'overdue', ...first.slice(2), next, last])
})

it('another organization waits for none of them', async () => {
  const large = works(1)
  const small = works(2)
  const answers = [...first, next].map((n) => large.begin(n))
  answers.push(small.begin(0))
  await settled()
  expect(large.begun).toEqual(first)
  expect(small.begun).toEqual([0])
  for (const n of first) large.end(n)
  small.end(0)
  await settled()
  large.end(next)
  expect(await Promise.all(answers)).toEqual([...first, next, 0])
})

it('who has waited long enough goes on beside those that hang, and takes no place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { begun, begin, end } = works(1)
  const answers = [...first, next, last].map((n) => begin(n))
  await vi.advanceTimersByTimeAsync(waitsAtMostMs - 1)
  expect(begun).toEqual(first)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual([...first, next, last])
  // It ends beside them: whoever comes now has to wait as before, until one of those with a place ends.
  end(next)
  end(last)
  expect(await Promise.all(answers.slice(askedAtOnce))).toEqual([next, last])
  const later = begin(last + 1)
  await settled()
  expect(begun).not.toContain(last + 1)
  end(0)
  await settled()
  expect(begun).toContain(last + 1)
  for (const n of [...first, last + 1]) end(n)
  expect(await Promise.all([...answers, later])).toEqual([...first, next, last, last + 1])
  expect(vi.getTimerCount()).toBe(0)
})

it('pages wait for nothing that goes over all gifts', async () => {
  const sums = works(1, 'whole')
  const pages = works(1)
  const answers = [...first, next].map((n) => sums.begin(n))
  answers.push(pages.begin(0))
  await settled()
  expect(sums.begun).toEqual(first)
  expect(pages.begun).toEqual([0])
  for (const n of first) sums.end(n)
  pages.end(0)
  await settled()
  sums.end(next)
  expect(await Promise.all(answers)).toEqual([...first, next, 0])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSearch, type SearchState } from './search.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Request = { term: string; respond: (names: string[]) => void; fail: () => void; signal: AbortSignal }

function searching(fallback?: (term: string) => string[]) {
  const requests: Request[] = []
  let state: SearchState<string> = { state: 'idle', results: [] }
  const find = (term: string, signal: AbortSignal) =>
    new Promise<readonly string[]>((resolve, reject) => {
      requests.push({ term, respond: resolve, fail: () => reject(new Error('down')), signal })
    })
  const search = createSearch<string>(
    { minLength: 3, waitMs: 300, find, ...(fallback ? { fallback } : {}) },
    (next) => {
      state = next
    },
  )
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { search, asked: requests, found: () => state, settle, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

it('sends no request before the third character, not counting spaces at the ends', async () => {
  const { search, asked, wait, found } = searching()
  search.type('  mi  ')
  await wait(1_000)
  expect([asked, found().state]).toEqual([[], 'idle'])
})

it('sends one request, 300 ms after the last keystroke', async () => {
  const { search, asked, wait } = searching()
  for (const text of ['mic', 'micr', 'micro ']) {
    search.type(text)
    await wait(299)
  }
  expect(asked).toEqual([])
  await wait(1)
  expect(asked.map(({ term }) => term)).toEqual(['micro'])
})

it('uses the last typed term, even if an older response arrives later', async () => {
  const { search, asked, wait, settle, found } = searching()
  search.type('app')
  await wait(300)
  search.type('apple')
  await wait(300)
  asked[1]?.respond(['Apple'])
  await settle()
  asked[0]?.respond(['Applied Materials'])
  await settle()
  expect(found()).toEqual({ state: 'done', results: ['Apple'] })
  expect(asked[0]?.signal.aborted).toBe(true)
})

it('finds nothing when the search fails', async () => {
  const { search, asked, wait, settle, found } = searching()
  search.type('boeing')
  await wait(300)
  asked[0]?.fail()
  await settle()
  expect(found()).toEqual({ state: 'done', results: [] })
})

it('uses the fallback when the search fails', async () => {
  const { search, asked, wait, settle, found } = searching((term) => [`local ${term}`])
  search.type('river')
  await wait(300)
  asked[0]?.fail()
  await settle()
  expect(found().results).toEqual(['local river'])
})

it('keeps the previous list until the next one arrives, and empties it when the term is too short', async () => {
  const { search, asked, wait, settle, found } = searching()
  search.type('int')
  await wait(300)
  asked[0]?.respond(['Intel'])
  await settle()
  search.type('inte')
  expect(found()).toEqual({ state: 'waiting', results: ['Intel'] })
  search.type('in')
  expect(found()).toEqual({ state: 'idle', results: [] })
})

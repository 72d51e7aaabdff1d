import { expect, test, vi } from 'vitest'
import { together } from './together.ts'

const longMs = 120_000

test('what is asked for in one moment is done together, what comes meanwhile after it, each with its own answer', async () => {
  const lots: (readonly number[])[] = []
  const done: (() => void)[] = []
  const double = together(async (items: readonly number[]) => {
    lots.push(items)
    await new Promise<void>((resolve) => done.push(resolve))
    return items.map((item) => item * 2)
  }, longMs)
  const first = Promise.all([double(1), double(2)])
  await expect.poll(() => done.length).toBe(1)
  const second = Promise.all([double(3), double(4)])
  done[0]?.()
  expect(await first).toEqual([2, 4])
  await expect.poll(() => done.length).toBe(2)
  done[1]?.()
  expect(await second).toEqual([6, 8])
  expect(lots).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('one that fails fails for nobody else', async () => {
  const positive = together(async (items: readonly number[]) => {
    if (items.some((item) => item < 0)) throw new Error('below zero')
    return items
  }, longMs)
  const answers = await Promise.allSettled([positive(1), positive(-1), positive(2)])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
    1,
    'below zero',
    2,
  ])
})

test('an answer that never comes holds up nobody who asks later', async () => {
  const lots: (readonly number[])[] = []
  vi.useFakeTimers()
  try {
    const same = together((items: readonly number[]): Promise<readonly number[]> => {
      lots.push(items)
      return lots.length === 1 ? new Promise(() => {}) : Promise.resolve(items)
    }, 15_000)
    const lost = Promise.allSettled([same(1), same(2)])
    await vi.advanceTimersByTimeAsync(14_000)
    const later = same(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await later).toBe(3)
    const said = (await lost).map((each) => (each.status === 'rejected' ? each.reason.message : each.value))
    expect(said).toEqual(['no answer within 15 seconds', 'no answer within 15 seconds'])
    expect(lots).toEqual([[1, 2], [3]])
  } finally {
    vi.useRealTimers()
  }
})

import { expect, test } from 'vitest'
import { together } from './together.ts'

test('what is asked for in one moment is done together, what comes meanwhile after it, each with its own answer', async () => {
  const lots: (readonly number[])[] = []
  const done: (() => void)[] = []
  const double = together(async (items: readonly number[]) => {
    lots.push(items)
    await new Promise<void>((resolve) => done.push(resolve))
    return items.map((item) => item * 2)
  })
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
  })
  const answers = await Promise.allSettled([positive(1), positive(-1), positive(2)])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
    1,
    'below zero',
    2,
  ])
})

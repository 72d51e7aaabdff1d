import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const file = (owner: number, name: string) => ({ owner, name, takesLong: false })

test('schedules organizations in turn, however many files one of them uploads', () => {
  const turns = createFairQueue<ReturnType<typeof file>>(1)
  for (const name of ['a1', 'a2', 'a3']) turns.add(file(1, name))
  for (const name of ['b1', 'b2']) turns.add(file(2, name))
  turns.add(file(3, 'c1'))
  const order: string[] = []
  for (let next = turns.take(); next; next = turns.take()) {
    order.push(next.name)
    turns.done(next)
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('slow files leave one thread to fast ones', () => {
  const turns = createFairQueue<ReturnType<typeof file>>(2)
  for (const [owner, name] of [
    [1, 'long'],
    [2, 'also long'],
  ] as const)
    turns.add(file(owner, name))
  const [first, second] = [turns.take(), turns.take()]
  if (!first || !second) throw new Error('both have a thread')
  first.takesLong = true
  second.takesLong = true
  expect(turns.preemptLong()).toBeNull() // nothing waits
  turns.add(file(3, 'two lines'))
  expect(turns.preemptLong()).toBe(second)
  expect(turns.take()?.name).toBe('two lines')
  expect(turns.take()).toBeNull() // the slow one waits for the other slow one
  turns.done(first)
  expect(turns.take()).toBe(second)
})

test('removed items are not scheduled', () => {
  const turns = createFairQueue<ReturnType<typeof file>>(2)
  const gone = file(1, 'gone')
  turns.add(gone)
  expect([turns.remove(gone), turns.remove(gone)]).toEqual([true, false])
  expect(turns.take()).toBeNull()
})

import { expect, test } from 'vitest'
import { createLog } from '../runtime/log.ts'
import { runQueue } from './queue.ts'

type Row = { readonly id: number }

async function doneUntil(last: number, rows: Row[], fill: () => Promise<boolean>): Promise<number[]> {
  const done: number[] = []
  const ended = Promise.withResolvers<void>()
  const queue = {
    name: 'a test',
    concurrency: 1,
    fill,
    claim: async () => rows.splice(0, 1),
    renew: async () => {},
    work: async ({ id }: Row) => {
      done.push(id)
      if (id === last) ended.resolve()
    },
  }
  const worker = runQueue(queue, createLog('silent'))
  await ended.promise
  await worker.stop()
  return done
}

test('adds rows before it claims, and immediately again while there are more', async () => {
  const rows: Row[] = []
  let next = 0
  const fill = async () => {
    next++
    rows.push({ id: next })
    return next < 3
  }
  expect(await doneUntil(3, rows, fill)).toEqual([1, 2, 3])
})

test('processes rows although adding others fails', async () => {
  const fill = async () => {
    throw new Error('the database is away')
  }
  expect(await doneUntil(2, [{ id: 1 }, { id: 2 }], fill)).toEqual([1, 2])
})

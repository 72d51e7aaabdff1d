import { expect, it } from 'vitest'
import { createDelayedSave } from './delayed-save.ts'

/** Timers and a server that the test moves by hand. */
function ground() {
  const waiting = new Map<number, { run: () => void; ms: number }>()
  let last = 0
  const sent: { lasting: boolean; answer: (failed?: boolean) => Promise<void> }[] = []
  const save = createDelayedSave(
    (lasting) =>
      new Promise<void>((resolve, reject) => {
        sent.push({
          lasting,
          answer: async (failed = false) => {
            failed ? reject(new Error('no')) : resolve()
            await Promise.resolve()
            await Promise.resolve()
          },
        })
      }),
    {
      later: (run, ms) => {
        last += 1
        waiting.set(last, { run, ms })
        return last
      },
      cancel: (timer) => void waiting.delete(timer),
    },
  )
  const pass = () => {
    const due = [...waiting.values()]
    waiting.clear()
    for (const { run } of due) run()
    return due.map(({ ms }) => ms)
  }
  return { save, sent, pass }
}

it('saves two seconds after it was asked for, once however often it is asked', async () => {
  const { save, sent, pass } = ground()
  save.ask()
  save.ask()
  expect(save.state()).toBe('saving')
  expect(sent).toHaveLength(0)
  expect(pass()).toEqual([2_000])
  expect(sent.map(({ lasting }) => lasting)).toEqual([false])
  await sent[0]?.answer()
  expect(save.state()).toBe('saved')
})

it('says so when it failed, and tries again when told', async () => {
  const { save, sent, pass } = ground()
  save.ask()
  pass()
  await sent[0]?.answer(true)
  expect(save.state()).toBe('failed')
  save.retry()
  expect(save.state()).toBe('saving')
  await sent[1]?.answer()
  expect(save.state()).toBe('saved')
  save.retry()
  expect(sent).toHaveLength(2)
})

it('loses nothing when the page closes while it waits', async () => {
  const { save, sent, pass } = ground()
  save.ask()
  save.leave()
  expect(sent.map(({ lasting }) => lasting)).toEqual([true])
  expect(pass()).toEqual([])
  await sent[0]?.answer()
  expect(save.state()).toBe('saved')
})

it('sends a save that is under way again by the way that outlives the page', async () => {
  const { save, sent, pass } = ground()
  save.ask()
  pass()
  save.leave()
  expect(sent.map(({ lasting }) => lasting)).toEqual([false, true])
  await sent[0]?.answer(true)
  expect(save.state()).toBe('saving')
  await sent[1]?.answer()
  expect(save.state()).toBe('saved')
})

it('has nothing to send when nothing was asked for or all is saved', async () => {
  const { save, sent, pass } = ground()
  save.leave()
  save.ask()
  pass()
  await sent[0]?.answer()
  save.leave()
  expect(sent).toHaveLength(1)
})

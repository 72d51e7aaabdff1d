import { expect, it } from 'vitest'
import { createDelayedSave } from './delayed-save.ts'
import { isSetupKept, keepSetup } from './kept-setup.ts'

/** Timers, a server and a memory that the test moves by hand. */
function ground() {
  const waiting = new Map<number, { run: () => void; ms: number }>()
  let last = 0
  const sent: { lasting: boolean; answer: (failure?: 'away' | 'refused') => Promise<void> }[] = []
  const kept: boolean[] = []
  const save = createDelayedSave(
    {
      save: (lasting) =>
        new Promise<void>((resolve, reject) => {
          sent.push({
            lasting,
            answer: async (failure) => {
              failure ? reject(new Error(failure)) : resolve()
              for (let turn = 0; turn < 4; turn++) await Promise.resolve()
            },
          })
        }),
      mayPass: (error) => error instanceof Error && error.message === 'away',
      keep: (isWanted) => void kept.push(isWanted),
    },
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
  return { save, sent, pass, isKept: () => kept.at(-1) }
}

it('saves two seconds after it was asked for, once however often it is asked', async () => {
  const { save, sent, pass, isKept } = ground()
  save.ask()
  save.ask()
  expect([save.state(), isKept()]).toEqual(['saving', true])
  expect(sent).toHaveLength(0)
  expect(pass()).toEqual([2_000])
  expect(sent.map(({ lasting }) => lasting)).toEqual([false])
  await sent[0]?.answer()
  expect([save.state(), isKept()]).toEqual(['saved', false])
})

it('says so when it was refused, and tries again when told', async () => {
  const { save, sent, pass, isKept } = ground()
  save.ask()
  pass()
  await sent[0]?.answer('refused')
  expect([save.state(), isKept()]).toEqual(['failed', false])
  save.retry()
  expect([save.state(), isKept()]).toEqual(['saving', true])
  await sent[1]?.answer()
  expect(save.state()).toBe('saved')
  save.retry()
  expect(sent).toHaveLength(2)
})

it('is kept while the server cannot be reached, and tried again by itself', async () => {
  const { save, sent, pass, isKept } = ground()
  save.ask()
  pass()
  await sent[0]?.answer('away')
  expect([save.state(), isKept()]).toEqual(['kept', true])
  expect(pass()).toEqual([15_000])
  await sent[1]?.answer('away')
  expect(save.state()).toBe('kept')
  save.wake()
  await sent[2]?.answer()
  expect([save.state(), isKept()]).toEqual(['saved', false])
  expect(pass()).toEqual([])
})

it('goes on with what a page that is gone could not send', async () => {
  const { save, sent } = ground()
  save.retry()
  expect([save.state(), sent.length]).toEqual(['saving', 1])
})

it('loses nothing when the page closes while it waits', async () => {
  const { save, sent, pass } = ground()
  save.ask()
  const left = save.leave()
  expect(sent.map(({ lasting }) => lasting)).toEqual([true])
  expect(pass()).toEqual([])
  await sent[0]?.answer()
  await left
  expect(save.state()).toBe('saved')
})

it('sends a save that is under way again by the way that outlives the page', async () => {
  const { save, sent, pass } = ground()
  save.ask()
  pass()
  void save.leave()
  expect(sent.map(({ lasting }) => lasting)).toEqual([false, true])
  await sent[0]?.answer('refused')
  expect(save.state()).toBe('saving')
  await sent[1]?.answer()
  expect(save.state()).toBe('saved')
})

it('has nothing to send when nothing was asked for or all is saved', async () => {
  const { save, sent, pass } = ground()
  await save.leave()
  save.ask()
  pass()
  await sent[0]?.answer()
  await save.leave()
  expect(sent).toHaveLength(1)
})

it('is kept for one person and one organization, and broken storage is as good as none', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const mine = { who: 1, organization: 4 }
  keepSetup(storage, mine, true)
  keepSetup(storage, mine, true)
  keepSetup(storage, { who: 2, organization: 4 }, true)
  expect([isSetupKept(storage, mine), isSetupKept(storage, { who: 1, organization: 5 })]).toEqual([true, false])
  keepSetup(storage, mine, false)
  expect([isSetupKept(storage, mine), isSetupKept(storage, { who: 2, organization: 4 })]).toEqual([false, true])
  keepSetup(storage, { who: 2, organization: 4 }, false)
  expect(kept.size).toBe(0)
  for (const broken of ['{', '[{"who":"x"}]', '7']) {
    for (const name of ['twofold.setup-finished']) kept.set(name, broken)
    expect(isSetupKept(storage, mine)).toBe(false)
  }
})

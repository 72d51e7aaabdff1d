import { describe, expect, it } from 'vitest'
import { createAutosave } from './autosave.ts'

function createTestBed() {
  let waiting: { run: () => void; ms: number } | null = null
  const sent: { value: string; lasting: boolean; end: (failed?: boolean) => Promise<void> }[] = []
  const save = createAutosave<string>(
    (value, lasting) =>
      new Promise<void>((resolve, reject) => {
        const end = async (failed = false) => {
          if (failed) reject(new Error('no'))
          else resolve()
          await Promise.resolve()
          await Promise.resolve()
        }
        sent.push({ value, lasting, end })
      }),
    500,
    null,
    {
      later: (run, ms) => {
        waiting = { run, ms }
        return 1
      },
      cancel: () => {
        waiting = null
      },
    },
  )
  const pass = (): number | undefined => {
    const due = waiting
    waiting = null
    due?.run()
    return due?.ms
  }
  return { save, sent, pass }
}

it('sends the newest value after edits stop', async () => {
  const { save, sent, pass } = createTestBed()
  save.edit('C')
  save.edit('CR')
  save.edit('CRM')
  expect(save.state()).toBe('saving')
  expect(pass()).toBe(500)
  expect(sent.map(({ value }) => value)).toEqual(['CRM'])
  await sent[0]?.end()
  expect(save.state()).toBe('saved')
})

it('never saves an older value after a newer one', async () => {
  const { save, sent, pass } = createTestBed()
  save.edit('a')
  pass()
  save.edit('b')
  pass()
  expect(sent.map(({ value }) => value)).toEqual(['a'])
  await sent[0]?.end()
  expect(save.state()).toBe('saving')
  expect(sent.map(({ value }) => value)).toEqual(['a', 'b'])
  await sent[1]?.end()
  expect(save.state()).toBe('saved')
})

it('keeps a value that failed to save, and sends it again on retry', async () => {
  const { save, sent, pass } = createTestBed()
  save.edit('a')
  pass()
  await sent[0]?.end(true)
  expect(save.state()).toBe('failed')
  save.retry()
  await sent[1]?.end()
  expect(sent.map(({ value }) => value)).toEqual(['a', 'a'])
  expect(save.state()).toBe('saved')
})

it('sends a pending value when the page is left, and nothing without one', () => {
  const { save, sent, pass } = createTestBed()
  save.leave()
  save.edit('a')
  save.leave()
  expect(pass()).toBeUndefined()
  expect(sent.map(({ value, lasting }) => [value, lasting])).toEqual([['a', true]])
})

it('drops a reverted edit', () => {
  const { save, sent, pass } = createTestBed()
  save.edit('a')
  save.forget()
  expect(save.state()).toBe('idle')
  pass()
  expect(sent).toEqual([])
})

describe('a save that must succeed', () => {
  function keepingGround() {
    const waiting = new Map<number, { run: () => void; ms: number }>()
    let last = 0
    const sent: { lasting: boolean; settle: (failure?: 'away' | 'refused') => Promise<void> }[] = []
    const kept: (true | null)[] = []
    const save = createAutosave<true>(
      (_, lasting) =>
        new Promise<void>((resolve, reject) => {
          sent.push({
            lasting,
            settle: async (failure) => {
              failure ? reject(new Error(failure)) : resolve()
              for (let turn = 0; turn < 4; turn++) await Promise.resolve()
            },
          })
        }),
      2_000,
      {
        isTemporary: (error) => error instanceof Error && error.message === 'away',
        store: (isWanted) => void kept.push(isWanted),
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
    return { save, sent, pass, isKept: () => kept.at(-1) === true }
  }

  it('is sent once after its delay, even if requested repeatedly', async () => {
    const { save, sent, pass, isKept } = keepingGround()
    save.edit(true)
    save.edit(true)
    expect([save.state(), isKept()]).toEqual(['saving', true])
    expect(sent).toHaveLength(0)
    expect(pass()).toEqual([2_000])
    expect(sent.map(({ lasting }) => lasting)).toEqual([false])
    await sent[0]?.settle()
    expect([save.state(), isKept()]).toEqual(['saved', false])
  })

  it('reports a refusal, is not sent again on leave, and is sent again on retry', async () => {
    const { save, sent, pass, isKept } = keepingGround()
    save.edit(true)
    pass()
    await sent[0]?.settle('refused')
    expect([save.state(), isKept()]).toEqual(['failed', false])
    await save.leave()
    expect(sent).toHaveLength(1)
    save.retry()
    expect([save.state(), isKept()]).toEqual(['saving', true])
    await sent[1]?.settle()
    expect(save.state()).toBe('saved')
    save.retry()
    expect(sent).toHaveLength(2)
  })

  it('is stored while the server is unreachable, and retried automatically', async () => {
    const { save, sent, pass, isKept } = keepingGround()
    save.edit(true)
    pass()
    await sent[0]?.settle('away')
    expect([save.state(), isKept()]).toEqual(['kept', true])
    expect(pass()).toEqual([15_000])
    await sent[1]?.settle('away')
    expect(save.state()).toBe('kept')
    save.wake()
    await sent[2]?.settle()
    expect([save.state(), isKept()]).toEqual(['saved', false])
    expect(pass()).toEqual([])
  })

  it('resumes a save from a closed page', () => {
    const { save, sent } = keepingGround()
    save.now(true)
    expect([save.state(), sent.length]).toEqual(['saving', 1])
  })

  it('is sent again with a lasting call when the page is left during the request', async () => {
    const { save, sent, pass } = keepingGround()
    save.edit(true)
    pass()
    const left = save.leave()
    expect(sent.map(({ lasting }) => lasting)).toEqual([false, true])
    await sent[0]?.settle('refused')
    expect(save.state()).toBe('saving')
    await sent[1]?.settle()
    await left
    expect(save.state()).toBe('saved')
    await save.leave()
    expect(sent).toHaveLength(2)
  })
})

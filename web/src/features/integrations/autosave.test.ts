import { expect, it } from 'vitest'
import { createAutosave } from './autosave.ts'

/** Timers and a server that the test moves by hand. */
function ground() {
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

it('sends the newest value once the edits have stopped', async () => {
  const { save, sent, pass } = ground()
  save.edit('C')
  save.edit('CR')
  save.edit('CRM')
  expect(save.state()).toBe('saving')
  expect(pass()).toBe(500)
  expect(sent.map(({ value }) => value)).toEqual(['CRM'])
  await sent[0]?.end()
  expect(save.state()).toBe('saved')
})

it('never lets an older value land after a newer one', async () => {
  const { save, sent, pass } = ground()
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

it('keeps what could not be saved, and sends it again when told', async () => {
  const { save, sent, pass } = ground()
  save.edit('a')
  pass()
  await sent[0]?.end(true)
  expect(save.state()).toBe('failed')
  save.retry()
  await sent[1]?.end()
  expect(sent.map(({ value }) => value)).toEqual(['a', 'a'])
  expect(save.state()).toBe('saved')
})

it('loses nothing when the page is left while it waits, and sends nothing when nothing waits', () => {
  const { save, sent, pass } = ground()
  save.leave()
  save.edit('a')
  save.leave()
  expect(pass()).toBeUndefined()
  expect(sent.map(({ value, lasting }) => [value, lasting])).toEqual([['a', true]])
})

it('forgets an edit that was taken back', () => {
  const { save, sent, pass } = ground()
  save.edit('a')
  save.forget()
  expect(save.state()).toBe('idle')
  pass()
  expect(sent).toEqual([])
})

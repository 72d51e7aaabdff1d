import { expect, it } from 'vitest'
import { flushPendingSaves, onBeforeLogout } from './pending-saves.ts'

it('runs only flushes that are still registered', async () => {
  const sent: string[] = []
  const end = onBeforeLogout(async () => void sent.push('first'))
  const second = onBeforeLogout(async () => void sent.push('second'))
  end()
  await flushPendingSaves()
  second()
  expect(sent).toEqual(['second'])
})

it('resolves even if a flush fails or never settles', async () => {
  const ends = [
    onBeforeLogout(() => Promise.reject(new Error('no'))),
    onBeforeLogout(() => new Promise<void>(() => undefined)),
  ]
  await flushPendingSaves(1)
  for (const end of ends) end()
})

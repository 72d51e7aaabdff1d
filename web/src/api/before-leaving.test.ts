import { expect, it } from 'vitest'
import { beforeLogout, flushWaiting } from './before-leaving.ts'

it('runs only flushes that are still registered', async () => {
  const sent: string[] = []
  const end = beforeLogout(async () => void sent.push('first'))
  const second = beforeLogout(async () => void sent.push('second'))
  end()
  await flushWaiting()
  second()
  expect(sent).toEqual(['second'])
})

it('resolves even if a flush fails or never settles', async () => {
  const ends = [
    beforeLogout(() => Promise.reject(new Error('no'))),
    beforeLogout(() => new Promise<void>(() => undefined)),
  ]
  await flushWaiting(1)
  for (const end of ends) end()
})

import { expect, it } from 'vitest'
import { beforeLogout, flushWaiting } from './before-leaving.ts'

it('sends what waits before somebody signs out, and only what still waits', async () => {
  const sent: string[] = []
  const end = beforeLogout(async () => void sent.push('first'))
  const second = beforeLogout(async () => void sent.push('second'))
  end()
  await flushWaiting()
  second()
  expect(sent).toEqual(['second'])
})

it('holds nobody back: neither by a failure nor by a server that is silent', async () => {
  const ends = [
    beforeLogout(() => Promise.reject(new Error('no'))),
    beforeLogout(() => new Promise<void>(() => undefined)),
  ]
  await flushWaiting(1)
  for (const end of ends) end()
})

import { expect, it } from 'vitest'
import { hasPendingSetup, setPendingSetup } from './pending-setup.ts'

it('is stored for one person and one organization; broken storage counts as empty', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const mine = { who: 1, organization: 4 }
  setPendingSetup(storage, mine, true)
  setPendingSetup(storage, mine, true)
  setPendingSetup(storage, { who: 2, organization: 4 }, true)
  expect([hasPendingSetup(storage, mine), hasPendingSetup(storage, { who: 1, organization: 5 })]).toEqual([true, false])
  setPendingSetup(storage, mine, false)
  expect([hasPendingSetup(storage, mine), hasPendingSetup(storage, { who: 2, organization: 4 })]).toEqual([false, true])
  setPendingSetup(storage, { who: 2, organization: 4 }, false)
  expect(kept.size).toBe(0)
  for (const broken of ['{', '[{"who":"x"}]', '7']) {
    for (const name of ['twofold.setup-finished']) kept.set(name, broken)
    expect(hasPendingSetup(storage, mine)).toBe(false)
  }
})

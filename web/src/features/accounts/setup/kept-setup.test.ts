import { expect, it } from 'vitest'
import { isSetupKept, keepSetup } from './kept-setup.ts'

it('is stored for one person and one organization; broken storage counts as empty', () => {
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

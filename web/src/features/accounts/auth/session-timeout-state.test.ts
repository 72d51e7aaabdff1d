import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../api/storage.testing.ts'
import { formatCountdown, timeoutStateAt } from './session-timeout-state.ts'
import { deleteUnsavedFields, findUnsavedFields, saveUnsavedFields } from './unsaved-fields.ts'

describe('the end of a session', () => {
  it('warns two minutes before, counts the seconds, and then ends', () => {
    expect(timeoutStateAt(1_000_000, 1_000_000 - 300_000)).toEqual({ kind: 'quiet', wakeMs: 180_000 })
    expect(timeoutStateAt(1_000_000, 1_000_000 - 120_000)).toEqual({ kind: 'warn', seconds: 120, wakeMs: 1000 })
    expect(timeoutStateAt(1_000_000, 1_000_000 - 400)).toEqual({ kind: 'warn', seconds: 1, wakeMs: 400 })
    expect(timeoutStateAt(1_000_000, 1_000_000)).toEqual({ kind: 'over' })
  })
  it('checks every ten minutes, because longer browser timers are unreliable', () => {
    expect(timeoutStateAt(40 * 86_400_000, 0)).toEqual({ kind: 'quiet', wakeMs: 600_000 })
  })
  it.each([
    [120, '2:00'],
    [65, '1:05'],
    [9, '0:09'],
  ])('%d seconds are shown as %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text))
})

describe('the typed text', () => {
  const words = [{ label: 'Note', text: 'A long letter' }]
  it('is returned once to the same person', () => {
    const storage = memoryStorage()
    saveUnsavedFields(storage, '7', words)
    expect(findUnsavedFields(storage, '8')).toEqual([])
    expect(findUnsavedFields(storage, '7')).toEqual(words)
    deleteUnsavedFields(storage)
    expect([findUnsavedFields(storage, '7'), storage.all()]).toEqual([[], {}])
  })
  it('stores nothing when nothing was typed, and ignores corrupt storage', () => {
    const storage = memoryStorage({ 'twofold.typed': '{' })
    expect(findUnsavedFields(storage, '7')).toEqual([])
    const empty = memoryStorage()
    saveUnsavedFields(empty, '7', [])
    expect(empty.all()).toEqual({})
  })
})

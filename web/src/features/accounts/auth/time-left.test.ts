import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../api/storage.testing.ts'
import { asClock, careAt } from './time-left.ts'
import { dropWords, findWords, keepWords } from './typed-words.ts'

describe('the end of a session', () => {
  it('warns two minutes before, counts the seconds, and then ends', () => {
    expect(careAt(1_000_000, 1_000_000 - 300_000)).toEqual({ kind: 'quiet', wakeMs: 180_000 })
    expect(careAt(1_000_000, 1_000_000 - 120_000)).toEqual({ kind: 'warn', seconds: 120, wakeMs: 1000 })
    expect(careAt(1_000_000, 1_000_000 - 400)).toEqual({ kind: 'warn', seconds: 1, wakeMs: 400 })
    expect(careAt(1_000_000, 1_000_000)).toEqual({ kind: 'over' })
  })
  it('checks every ten minutes, because longer browser timers are unreliable', () => {
    expect(careAt(40 * 86_400_000, 0)).toEqual({ kind: 'quiet', wakeMs: 600_000 })
  })
  it.each([
    [120, '2:00'],
    [65, '1:05'],
    [9, '0:09'],
  ])('%d seconds are shown as %s', (seconds, text) => expect(asClock(seconds)).toBe(text))
})

describe('the typed text', () => {
  const words = [{ label: 'Note', text: 'A long letter' }]
  it('is returned once to the same person', () => {
    const storage = memoryStorage()
    keepWords(storage, '7', words)
    expect(findWords(storage, '8')).toEqual([])
    expect(findWords(storage, '7')).toEqual(words)
    dropWords(storage)
    expect([findWords(storage, '7'), storage.all()]).toEqual([[], {}])
  })
  it('stores nothing when nothing was typed, and ignores corrupt storage', () => {
    const storage = memoryStorage({ 'twofold.typed': '{' })
    expect(findWords(storage, '7')).toEqual([])
    const empty = memoryStorage()
    keepWords(empty, '7', [])
    expect(empty.all()).toEqual({})
  })
})

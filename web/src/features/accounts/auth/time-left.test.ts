import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../api/storage.testing.ts'
import { asClock, careAt } from './time-left.ts'
import { dropWords, findWords, keepWords } from './typed-words.ts'

describe('the end of a session', () => {
  it('is warned of two minutes before, second by second, and then it is over', () => {
    expect(careAt(1_000_000, 1_000_000 - 300_000)).toEqual({ kind: 'quiet', wakeMs: 180_000 })
    expect(careAt(1_000_000, 1_000_000 - 120_000)).toEqual({ kind: 'warn', seconds: 120, wakeMs: 1000 })
    expect(careAt(1_000_000, 1_000_000 - 400)).toEqual({ kind: 'warn', seconds: 1, wakeMs: 400 })
    expect(careAt(1_000_000, 1_000_000)).toEqual({ kind: 'over' })
  })
  it('is looked at every ten minutes, because longer timers of a browser cannot be trusted', () => {
    expect(careAt(40 * 86_400_000, 0)).toEqual({ kind: 'quiet', wakeMs: 600_000 })
  })
  it.each([
    [120, '2:00'],
    [65, '1:05'],
    [9, '0:09'],
  ])('%d seconds are shown as %s', (seconds, text) => expect(asClock(seconds)).toBe(text))
})

describe('what was typed', () => {
  const words = [{ label: 'Note', text: 'A long letter' }]
  it('is handed back to the same person, once', () => {
    const storage = memoryStorage()
    keepWords(storage, '7', words)
    expect(findWords(storage, '8')).toEqual([])
    expect(findWords(storage, '7')).toEqual(words)
    dropWords(storage)
    expect([findWords(storage, '7'), storage.all()]).toEqual([[], {}])
  })
  it('leaves nothing behind where nothing was typed, and survives rubbish in the storage', () => {
    const storage = memoryStorage({ 'twofold.typed': '{' })
    expect(findWords(storage, '7')).toEqual([])
    const empty = memoryStorage()
    keepWords(empty, '7', [])
    expect(empty.all()).toEqual({})
  })
})

import { editDistances } from './edit-distance.ts'

export type NameEntry = {
  readonly text: string
  readonly company: number
  readonly isAlias: boolean
  /** `core` is without legal forms. */
  readonly plain: string
  readonly core: string
}

export type SimilarName = { readonly entry: NameEntry; readonly whole: number; readonly beginning: number }

export type NameTable = {
  /** Visits up to `most` names in which a word starts with `typed`; `isStart`: the first one. */
  readonly beginningWith: (typed: string, most: number, found: (entry: NameEntry, isStart: boolean) => void) => void
  /** The order is undefined. The similarity is from 0 to 1. */
  readonly alike: (typed: string) => SimilarName[]
}

type WordStart = { readonly key: string; readonly entry: number; readonly isStart: boolean }

/** Returns an index of names by prefix and by shared trigrams. */
export function createNameTable(entries: readonly NameEntry[]): NameTable {
  const starts = wordStarts(entries)
  const postings = trigramPostings(entries)
  const shared = new Uint8Array(entries.length)

  return {
    beginningWith: (typed, most, found) => {
      const first = firstAtLeast(starts, typed)
      const end = Math.min(starts.length, first + most)
      for (let index = first; index < end; index++) {
        const start = starts[index]
        if (!start?.key.startsWith(typed)) return
        const entry = entries[start.entry]
        if (entry) found(entry, start.isStart)
      }
    },
    alike: (typed) =>
      mostShared(typed, postings, shared).flatMap((place) => {
        const entry = entries[place]
        if (!entry) return []
        const { whole, beginning } = editDistances(typed, entry.core)
        const longest = Math.max(typed.length, entry.core.length)
        return [{ entry, whole: 1 - whole / longest, beginning: 1 - beginning / typed.length }]
      }),
  }
}

/** Sorted: every name from each of its words on, and once without spaces ("walmart" finds "Wal-Mart"). */
function wordStarts(entries: readonly NameEntry[]): WordStart[] {
  const starts: WordStart[] = []
  entries.forEach(({ plain }, entry) => {
    starts.push({ key: plain, entry, isStart: true })
    let space = plain.indexOf(' ')
    if (space > 0) starts.push({ key: plain.replaceAll(' ', ''), entry, isStart: true })
    for (; space > 0; space = plain.indexOf(' ', space + 1)) {
      starts.push({ key: plain.slice(space + 1), entry, isStart: false })
    }
  })
  return starts.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.entry - b.entry))
}

function firstAtLeast(starts: readonly WordStart[], typed: string): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = starts[middle]
    if (start && start.key < typed) low = middle + 1
    else high = middle
  }
  return low
}

function trigramsOf(core: string): Set<string> {
  const padded = `  ${core} `
  const trigrams = new Set<string>()
  for (let index = 0; index + 3 <= padded.length; index++) trigrams.add(padded.slice(index, index + 3))
  return trigrams
}

function trigramPostings(entries: readonly NameEntry[]): ReadonlyMap<string, readonly number[]> {
  const postings = new Map<string, number[]>()
  entries.forEach(({ core }, place) => {
    for (const trigram of trigramsOf(core)) {
      const places = postings.get(trigram)
      if (places) places.push(place)
      else postings.set(trigram, [place])
    }
  })
  return postings
}

/** Edit distances are expensive, so only the names with the most shared trigrams are compared. */
const comparedAtMost = 150
/** One edit in a word breaks up to three of its trigrams. */
const leastShare = 0.25

function mostShared(typed: string, postings: ReadonlyMap<string, readonly number[]>, shared: Uint8Array): number[] {
  const trigrams = trigramsOf(typed)
  const touched: number[] = []
  for (const trigram of trigrams) {
    for (const place of postings.get(trigram) ?? []) {
      const count = shared[place] ?? 0
      if (count === 0) touched.push(place)
      shared[place] = Math.min(count + 1, 255)
    }
  }
  const least = Math.max(2, Math.ceil(trigrams.size * leastShare))
  const byCount = new Map<number, number[]>()
  for (const place of touched) {
    const count = shared[place] ?? 0
    shared[place] = 0
    if (count < least) continue
    const places = byCount.get(count)
    if (places) places.push(place)
    else byCount.set(count, [place])
  }
  const best = [...byCount].sort(([a], [b]) => b - a).flatMap(([, places]) => places)
  return best.slice(0, comparedAtMost)
}

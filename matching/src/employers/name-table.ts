import { editDistances } from './edit-distance.ts'

export type NameEntry = {
  readonly text: string
  readonly companyIndex: number
  readonly isAlias: boolean
  /** `core` is without legal forms. */
  readonly plain: string
  readonly core: string
}

export type SimilarName = { readonly entry: NameEntry; readonly similarity: number; readonly prefixSimilarity: number }

export type NameTable = {
  /** Visits up to `limit` names in which a word starts with `typed`; `isStart`: the first one. */
  readonly beginningWith: (typed: string, limit: number, visit: (entry: NameEntry, isStart: boolean) => void) => void
  /** The order is undefined. The similarity is from 0 to 1. */
  readonly similarTo: (typed: string) => SimilarName[]
}

type WordStart = { readonly key: string; readonly entry: number; readonly isStart: boolean }

/** Returns an index of names by prefix and by shared trigrams. */
export function createNameTable(entries: readonly NameEntry[]): NameTable {
  const starts = wordStarts(entries)
  const postings = trigramPostings(entries)
  const sharedCounts = new Uint8Array(entries.length)

  return {
    beginningWith: (typed, limit, visit) => {
      const first = firstAtLeast(starts, typed)
      const end = Math.min(starts.length, first + limit)
      for (let index = first; index < end; index++) {
        const start = starts[index]
        if (!start?.key.startsWith(typed)) return
        const entry = entries[start.entry]
        if (entry) visit(entry, start.isStart)
      }
    },
    similarTo: (typed) =>
      findMostShared(typed, postings, sharedCounts).flatMap((index) => {
        const entry = entries[index]
        if (!entry) return []
        const { full, prefix } = editDistances(typed, entry.core)
        const longest = Math.max(typed.length, entry.core.length)
        return [{ entry, similarity: 1 - full / longest, prefixSimilarity: 1 - prefix / typed.length }]
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
  entries.forEach(({ core }, index) => {
    for (const trigram of trigramsOf(core)) {
      const indexes = postings.get(trigram)
      if (indexes) indexes.push(index)
      else postings.set(trigram, [index])
    }
  })
  return postings
}

/** Edit distances are expensive, so only the names with the most shared trigrams are compared. */
const maxCompared = 150
/** One edit in a word breaks up to three of its trigrams. */
const minShare = 0.25

function findMostShared(
  typed: string,
  postings: ReadonlyMap<string, readonly number[]>,
  sharedCounts: Uint8Array,
): number[] {
  const trigrams = trigramsOf(typed)
  const touchedIndexes: number[] = []
  for (const trigram of trigrams) {
    for (const index of postings.get(trigram) ?? []) {
      const count = sharedCounts[index] ?? 0
      if (count === 0) touchedIndexes.push(index)
      sharedCounts[index] = Math.min(count + 1, 255)
    }
  }
  const minCount = Math.max(2, Math.ceil(trigrams.size * minShare))
  const byCount = new Map<number, number[]>()
  for (const index of touchedIndexes) {
    const count = sharedCounts[index] ?? 0
    sharedCounts[index] = 0
    if (count < minCount) continue
    const indexes = byCount.get(count)
    if (indexes) indexes.push(index)
    else byCount.set(count, [index])
  }
  const best = [...byCount].sort(([a], [b]) => b - a).flatMap(([, indexes]) => indexes)
  return best.slice(0, maxCompared)
}

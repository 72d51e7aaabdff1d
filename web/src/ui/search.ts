import { useEffect, useRef, useState } from 'react'

export type SearchState<T> = { readonly state: 'idle' | 'waiting' | 'done'; readonly results: readonly T[] }

type SearchRules<T> = {
  /** Shorter terms (trimmed) send no request and find nothing. */
  readonly minLength: number
  readonly waitMs: number
  readonly find: (term: string, signal: AbortSignal) => Promise<readonly T[]>
  /** Used when `find` fails; the default is no results. */
  readonly fallback?: (term: string) => readonly T[]
}

const nothing: SearchState<never> = { state: 'idle', results: [] }

/**
 * The last typed term wins, and late responses are dropped. Previous results stay meanwhile, so the list does not
 * flicker.
 */
export function createSearch<T>(rules: SearchRules<T>, tell: (found: SearchState<T>) => void) {
  let found: SearchState<T> = nothing
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined
  const become = (next: SearchState<T>) => {
    found = next
    tell(next)
  }
  const drop = () => {
    clearTimeout(timer)
    asking?.abort()
  }
  async function ask(term: string) {
    const mine = new AbortController()
    asking = mine
    const results = await rules.find(term, mine.signal).catch(() => rules.fallback?.(term) ?? [])
    if (!mine.signal.aborted) become({ state: 'done', results })
  }
  return {
    type(text: string) {
      drop()
      const term = text.trim()
      if (term.length < rules.minLength) return become(nothing)
      become({ state: 'waiting', results: found.results })
      timer = setTimeout(() => void ask(term), rules.waitMs)
    },
    stop: drop,
  }
}

/** `const [found, type] = useSearch(rules)`. Keeps the rules of the first render. */
export function useSearch<T>(rules: SearchRules<T>): readonly [SearchState<T>, (text: string) => void] {
  const [found, setFound] = useState<SearchState<T>>(nothing)
  const latest = useRef(rules)
  latest.current = rules
  const [search] = useState(() =>
    createSearch<T>(
      {
        minLength: rules.minLength,
        waitMs: rules.waitMs,
        find: (term, signal) => latest.current.find(term, signal),
        fallback: (term) => latest.current.fallback?.(term) ?? [],
      },
      setFound,
    ),
  )
  useEffect(() => search.stop, [search])
  return [found, search.type]
}

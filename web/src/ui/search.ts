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
export function createSearch<T>(rules: SearchRules<T>, onChange: (found: SearchState<T>) => void) {
  let state: SearchState<T> = nothing
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  const setState = (next: SearchState<T>) => {
    state = next
    onChange(next)
  }
  const cancel = () => {
    clearTimeout(timer)
    request?.abort()
  }
  async function run(term: string) {
    const controller = new AbortController()
    request = controller
    const results = await rules.find(term, controller.signal).catch(() => rules.fallback?.(term) ?? [])
    if (!controller.signal.aborted) setState({ state: 'done', results })
  }
  return {
    type(text: string) {
      cancel()
      const term = text.trim()
      if (term.length < rules.minLength) return setState(nothing)
      setState({ state: 'waiting', results: state.results })
      timer = setTimeout(() => void run(term), rules.waitMs)
    },
    stop: cancel,
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

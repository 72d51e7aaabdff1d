import { useSyncExternalStore } from 'react'

/** Below this the six columns do not fit, and each gift becomes a card. */
const narrow = '(max-width: 767.9px)'

function watch(listener: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const isNarrow = (): boolean => matchMedia(narrow).matches

export const useNarrow = (): boolean => useSyncExternalStore(watch, isNarrow)

import { useSyncExternalStore } from 'react'

/** Below this the six columns do not fit, and each gift becomes a card. */
const narrow = '(max-width: 767.9px)'

function watch(listener: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Paper is narrower than most screens, and takes what stands on the screen: the other of the two may not have been fetched. */
let onScreen: boolean | undefined

export const isNarrow = (): boolean => {
  if (onScreen === undefined || !matchMedia('print').matches) onScreen = matchMedia(narrow).matches
  return onScreen
}

export const useNarrow = (): boolean => useSyncExternalStore(watch, isNarrow)

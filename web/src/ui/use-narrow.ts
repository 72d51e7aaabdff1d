import { useSyncExternalStore } from 'react'

/** Below this width tables of six columns do not fit. */
const narrow = '(max-width: 767.9px)'

function subscribe(listener: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Printing keeps the layout of the screen: the other layout may not be loaded. */
let onScreen: boolean | undefined

export const isNarrow = (): boolean => {
  if (onScreen === undefined || !matchMedia('print').matches) onScreen = matchMedia(narrow).matches
  return onScreen
}

/** A page rendered on the server is wide. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow, () => false)

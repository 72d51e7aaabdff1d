import { useEffect, useRef, useState } from 'react'
import { filterDebounceMs } from '../../../ui/use-debounced.ts'

/**
 * Calls `onSettled` 300 ms after the last key. An outside change of the filter replaces unsettled text.
 * When the field's own value comes back, newer keystrokes stay.
 */
export function useFilterText(value: string, onSettled: (text: string) => void) {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  const lastSent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onSettledRef = useRef(onSettled)
  useEffect(() => {
    onSettledRef.current = onSettled
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === known) return
    setKnown(value)
    if (value === lastSent.current) return
    lastSent.current = value
    clearTimeout(timer.current)
    setDraft(value)
  }, [value, known])

  const sendText = (text: string) => {
    clearTimeout(timer.current)
    if (text === lastSent.current) return
    lastSent.current = text
    onSettledRef.current(text)
  }
  return {
    draft,
    type: (text: string) => {
      setDraft(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => sendText(text.trim()), filterDebounceMs)
    },
    settleNow: () => sendText(draft.trim()),
  }
}

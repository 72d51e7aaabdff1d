import { useEffect, useRef, useState } from 'react'
import { filterDebounceMs } from '../../../ui/use-debounced.ts'

/**
 * The text of a filter while somebody types: handed on 300 ms after the last key, at once by `settleNow`. When the filter
 * is changed from elsewhere (a chip, the back button) the field follows and what was half typed is dropped; when its own
 * text comes back, keys pressed meanwhile stay.
 */
export function useFilterText(value: string, onSettled: (text: string) => void) {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const handOn = useRef(onSettled)
  useEffect(() => {
    handOn.current = onSettled
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === known) return
    setKnown(value)
    if (value === sent.current) return
    sent.current = value
    clearTimeout(timer.current)
    setDraft(value)
  }, [value, known])

  const settle = (text: string) => {
    clearTimeout(timer.current)
    if (text === sent.current) return
    sent.current = text
    handOn.current(text)
  }
  return {
    draft,
    type: (text: string) => {
      setDraft(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => settle(text.trim()), filterDebounceMs)
    },
    settleNow: () => settle(draft.trim()),
  }
}

import { useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

const never = () => false

type Keys = Readonly<Record<string, () => void>>

/** `{ j: next, '/': search }`. Inactive while the person types or holds a modifier, and while `isPaused` returns true. */
export function useShortcuts(keys: Keys, isPaused: () => boolean = never): void {
  const latestKeys = useRef(keys)
  useEffect(() => {
    latestKeys.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const run = latestKeys.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!run || isPaused()) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isPaused])
}

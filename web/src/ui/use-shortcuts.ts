import { useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

const never = () => false

type Keys = Readonly<Record<string, () => void>>

/** `{ j: next, '/': search }`. Inactive while the person types or holds a modifier, and while `rest` returns true. */
export function useShortcuts(keys: Keys, rest: () => boolean = never): void {
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const run = newest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!run || rest()) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [rest])
}

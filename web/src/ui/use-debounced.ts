import { useEffect, useState } from 'react'

/** Filters wait this long after the last key (spec). */
export const filterDebounceMs = 300

/** The value as it was `ms` ago, once it stopped changing. */
export function useDebounced<T>(value: T, ms = filterDebounceMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

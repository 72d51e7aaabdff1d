import { useEffect, useState } from 'react'

/** From the spec. */
export const filterDebounceMs = 300

export function useDebounced<T>(value: T, ms = filterDebounceMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

import { useEffect, useReducer, useRef } from 'react'

const forgottenAfterMs = 600_000

/** Polling screens check this, so that an abandoned one does not keep its session alive. Call it before the query. */
export function useIsUserActive(): () => boolean {
  const last = useRef(0)
  const [, comeBack] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    last.current = Date.now()
    const note = () => {
      const wasAway = Date.now() - last.current >= forgottenAfterMs
      last.current = Date.now()
      if (wasAway) comeBack()
    }
    addEventListener('pointerdown', note)
    addEventListener('keydown', note)
    return () => {
      removeEventListener('pointerdown', note)
      removeEventListener('keydown', note)
    }
  }, [])
  return () => Date.now() - last.current < forgottenAfterMs
}

import { useEffect, useReducer, useRef } from 'react'

const inactiveAfterMs = 600_000

/** Polling screens check this, so that an abandoned one does not keep its session alive. Call it before the query. */
export function useIsUserActive(): () => boolean {
  const last = useRef(0)
  const [, rerender] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    last.current = Date.now()
    const onActivity = () => {
      const wasInactive = Date.now() - last.current >= inactiveAfterMs
      last.current = Date.now()
      if (wasInactive) rerender()
    }
    addEventListener('pointerdown', onActivity)
    addEventListener('keydown', onActivity)
    return () => {
      removeEventListener('pointerdown', onActivity)
      removeEventListener('keydown', onActivity)
    }
  }, [])
  return () => Date.now() - last.current < inactiveAfterMs
}

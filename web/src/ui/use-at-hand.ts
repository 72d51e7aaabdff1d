import { useEffect, useReducer, useRef } from 'react'

const forgottenAfterMs = 600_000

/**
 * Whether somebody pressed or typed anything of late. A screen that asks again by itself asks this first: one that was left
 * open must not keep its session alive. Called before `useAnswer`; the screen is drawn again when somebody comes back, and asks on.
 */
export function useAtHand(): () => boolean {
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

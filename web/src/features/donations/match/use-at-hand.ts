import { useEffect, useRef } from 'react'

const forgottenAfterMs = 600_000

/**
 * Whether somebody pressed or typed anything of late. A screen that asks again by itself asks this first: one that was left
 * open must not keep its session alive.
 */
export function useAtHand(): () => boolean {
  const last = useRef(0)
  useEffect(() => {
    const note = () => {
      last.current = Date.now()
    }
    note()
    addEventListener('pointerdown', note)
    addEventListener('keydown', note)
    return () => {
      removeEventListener('pointerdown', note)
      removeEventListener('keydown', note)
    }
  }, [])
  return () => Date.now() - last.current < forgottenAfterMs
}

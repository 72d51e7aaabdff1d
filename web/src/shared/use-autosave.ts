import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { beforeLogout, lastingCall, onPageLeaving } from '../api/before-leaving.ts'
import { call } from '../api/call.ts'
import { createAutosave, type Keeping, type SaveState, type Send } from './autosave.ts'

/** Returns the call for a save: a lasting one completes even if the page unloads. */
export const callFor = (lasting: boolean): typeof call => (lasting ? lastingCall : call)

/** Saves edits automatically. Pending edits are sent immediately when the row, screen, page, or session ends. */
export function useAutosave<Value>(send: Send<Value>, delayMs: number, keeping: Keeping<Value> | null = null) {
  const newest = useRef(send)
  newest.current = send
  const [save] = useState(() =>
    createAutosave<Value>((value, lasting) => newest.current(value, lasting), delayMs, keeping),
  )
  const state: SaveState = useSyncExternalStore(save.subscribe, save.state)
  useEffect(() => {
    const ends = [onPageLeaving(() => void save.leave()), beforeLogout(save.leave)]
    window.addEventListener('online', save.wake)
    return () => {
      for (const end of ends) end()
      window.removeEventListener('online', save.wake)
      void save.leave().finally(save.end)
    }
  }, [save])
  return { state, edit: save.edit, now: save.now, forget: save.forget, retry: save.retry }
}

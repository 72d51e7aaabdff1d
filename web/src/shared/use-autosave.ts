import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { keepaliveCall, onBeforeLogout, onPageHide } from '../api/pending-saves.ts'
import { createAutosave, type RetryOptions, type SaveState, type Send } from './autosave.ts'

export const callOrKeepalive = (lasting: boolean): typeof call => (lasting ? keepaliveCall : call)

/** Pending edits are sent immediately when the row, screen, page or session ends. */
export function useAutosave<Value>(send: Send<Value>, delayMs: number, keeping: RetryOptions<Value> | null = null) {
  const newest = useRef(send)
  newest.current = send
  const [save] = useState(() =>
    createAutosave<Value>((value, lasting) => newest.current(value, lasting), delayMs, keeping),
  )
  const state: SaveState = useSyncExternalStore(save.subscribe, save.state)
  useEffect(() => {
    const ends = [onPageHide(() => void save.leave()), onBeforeLogout(save.leave)]
    window.addEventListener('online', save.wake)
    return () => {
      for (const end of ends) end()
      window.removeEventListener('online', save.wake)
      void save.leave().finally(save.end)
    }
  }, [save])
  return { state, edit: save.edit, now: save.now, forget: save.forget, retry: save.retry }
}

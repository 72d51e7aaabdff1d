import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { keepaliveCall, onBeforeLogout, onPageHide } from '../api/pending-saves.ts'
import { createAutosave, type RetryOptions, type SaveState, type Send } from './autosave.ts'

export const callOrKeepalive = (keepalive: boolean): typeof call => (keepalive ? keepaliveCall : call)

/** Pending edits are sent immediately when the row, screen, page or session ends. */
export function useAutosave<Value>(
  send: Send<Value>,
  delayMs: number,
  retryOptions: RetryOptions<Value> | null = null,
) {
  const latestSend = useRef(send)
  latestSend.current = send
  const [save] = useState(() =>
    createAutosave<Value>((value, keepalive) => latestSend.current(value, keepalive), delayMs, retryOptions),
  )
  const state: SaveState = useSyncExternalStore(save.subscribe, save.state)
  useEffect(() => {
    const unsubscribers = [onPageHide(() => void save.leave()), onBeforeLogout(save.leave)]
    window.addEventListener('online', save.wake)
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      window.removeEventListener('online', save.wake)
      void save.leave().finally(save.end)
    }
  }, [save])
  return { state, edit: save.edit, now: save.now, forget: save.forget, retry: save.retry }
}

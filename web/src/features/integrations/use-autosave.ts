import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call, createCall } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { createAutosave, type SaveState, type Send } from './autosave.ts'

const { call: lastingCall } = createCall(session, (address, sent) => fetch(address, { ...sent, keepalive: true }))

/** The call to save with: one that the browser carries to its end when the page is gone. */
export const callFor = (lasting: boolean): typeof call => (lasting ? lastingCall : call)

/** Saves what is edited by itself; what still waits when the row, the screen or the page goes is sent at once. */
export function useAutosave<Value>(send: Send<Value>, delayMs: number) {
  const newest = useRef(send)
  newest.current = send
  const [save] = useState(() => createAutosave<Value>((value, lasting) => newest.current(value, lasting), delayMs))
  const state: SaveState = useSyncExternalStore(save.subscribe, save.state)
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') save.leave()
    }
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', save.leave)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', save.leave)
      save.leave()
    }
  }, [save])
  return { state, edit: save.edit, forget: save.forget, retry: save.retry }
}

import { useEffect, useEffectEvent } from 'react'
import { toast, toastError } from '../ui/toast-store.ts'

/** In ms. */
export const undoPollMs = 300

type UndoProgress<State extends string> = {
  /** Undefined before the click. */
  readonly now: { readonly state: State | 'done' | 'undoing' | 'undone'; readonly error: string | null } | undefined
  readonly isAsking: boolean
  readonly undo: () => Promise<unknown>
  readonly refresh: () => void
  readonly done: { readonly title: string; readonly description?: string }
  readonly failed: string
  readonly onClose: () => void
  /** Also called when the dialog closes while the undo is running. */
  readonly onUndone?: (() => void) | undefined
}

/** The person can wait or leave; the result is announced once. */
export function useUndoProgress<State extends string>({
  now,
  isAsking,
  undo,
  refresh,
  done,
  failed,
  onClose,
  onUndone,
}: UndoProgress<State>) {
  const onEnded = useEffectEvent((problem: string | null) => {
    refresh()
    if (problem !== null) toastError(failed, problem)
    else toast(done)
    onClose()
    if (problem === null) onUndone?.()
  })
  const state = now?.state
  const problem = now?.error ?? ''
  useEffect(() => {
    if (state === 'undone') onEnded(null)
    if (state === 'done') onEnded(problem)
  }, [state, problem])
  const isRunning = isAsking || state === 'undoing'
  return {
    isRunning,
    // The promise shows a refusal even after the dialog closed.
    run: () => undo().catch((error: Error) => toastError(failed, error)),
    close: () => {
      onClose()
      if (!isRunning) return
      toast({ title: 'Still undoing', description: 'You can leave this page.' })
      refresh()
      // A requested undo may still be refused; then the page must stay open.
      if (state === 'undoing') onUndone?.()
    },
  }
}

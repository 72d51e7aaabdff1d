import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../api/api-error.ts'
import { toast, toastError } from '../ui/toast-store.ts'

/** In ms. */
export const undoPollMs = 300

type Undoing<State extends string> = {
  /** Undefined before the click. */
  readonly now: { readonly state: State | 'done' | 'undoing' | 'undone'; readonly error: string | null } | undefined
  readonly isAsking: boolean
  readonly press: () => Promise<unknown>
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
  press,
  refresh,
  done,
  failed,
  onClose,
  onUndone,
}: Undoing<State>) {
  const ended = useEffectEvent((problem: string | null) => {
    refresh()
    if (problem !== null) toastError(failed, problem)
    else toast(done)
    onClose()
    if (problem === null) onUndone?.()
  })
  const state = now?.state
  const problem = now?.error ?? ''
  useEffect(() => {
    if (state === 'undone') ended(null)
    if (state === 'done') ended(problem)
  }, [state, problem])
  const isRunning = isAsking || state === 'undoing'
  return {
    isRunning,
    // The promise shows a refusal even after the dialog closed.
    run: () => press().catch((refused: Error) => toastError(failed, messageOf(refused))),
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

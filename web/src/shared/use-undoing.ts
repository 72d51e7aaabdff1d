import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../api/api-error.ts'
import { toast, toastError } from '../ui/toast-store.ts'

/** How often one looks how far it is. */
export const lookAtUndoEveryMs = 300

type Undoing<State extends string> = {
  /** As the last answer since the press has it; undefined before. */
  readonly now: { readonly state: State | 'done' | 'undoing' | 'undone'; readonly error: string | null } | undefined
  readonly isAsking: boolean
  readonly press: () => Promise<unknown>
  readonly refresh: () => void
  readonly done: { readonly title: string; readonly description?: string }
  /** The title where it came to nothing. */
  readonly failed: string
  readonly onClose: () => void
  /** It is undone, or about to be, and its dialog closed. */
  readonly onUndone?: (() => void) | undefined
}

/**
 * A dialog of something that is undone in the background: pressed, watched to its end or left before, and told once how it ended.
 */
export function useUndoing<State extends string>({
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
    // by the promise, so that a refusal is told even if the dialog is closed by then
    run: () => press().catch((refused: Error) => toastError(failed, messageOf(refused))),
    close: () => {
      onClose()
      if (!isRunning) return
      toast({ title: 'Still undoing', description: 'It goes on even if you leave this page.' })
      refresh()
      // what is only asked for may still be refused: then nobody leaves the page of what is there
      if (state === 'undoing') onUndone?.()
    },
  }
}

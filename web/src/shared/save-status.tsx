import { Check, CircleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { formatTime } from '../ui/format.ts'
import { Spinner } from '../ui/spinner.tsx'
import type { SaveState } from './autosave.ts'

export function SaveStatus({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const savedAt = useMemo(() => (state === 'saved' ? formatTime(new Date().toISOString()) : ''), [state])
  return (
    <span
      role="status"
      className="inline-flex min-h-6 items-center gap-1.5 text-[0.9375rem] whitespace-nowrap text-muted"
    >
      {state === 'saving' && (
        <>
          <Spinner className="size-4" /> Saving…
        </>
      )}
      {state === 'saved' && (
        <>
          <Check className="size-4" aria-hidden="true" /> Saved {savedAt}
        </>
      )}
      {state === 'failed' && (
        <>
          <CircleAlert className="size-4 text-danger-text" aria-hidden="true" />
          <span className="text-danger-text">Not saved</span>
          <button type="button" onClick={onRetry} className="min-h-6 underline underline-offset-2">
            Try again
          </button>
        </>
      )}
    </span>
  )
}

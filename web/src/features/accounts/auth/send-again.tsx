import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

const waitMs = 30_000

/** A new link is available after 30 s and invalidates the first one. */
export function SendAgain({ onAgain }: { onAgain: () => void }) {
  const [shownAt] = useState(() => Date.now())
  const [now, setNow] = useState(shownAt)
  const seconds = Math.max(0, Math.ceil((shownAt + waitMs - now) / 1000))
  const waiting = seconds > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [waiting])
  return (
    <div className="w-full">
      <Button
        variant="secondary"
        className="w-full"
        disabled={waiting}
        disabledReason="Emails can take a minute to arrive."
        onClick={onAgain}
      >
        Send New Link
      </Button>
      {/* Updates visibly every second; screen readers announce only the end. */}
      <p className="mt-2 text-center text-[0.9375rem] text-muted tabular-nums" aria-hidden="true">
        {waiting ? `in ${seconds} s` : '\u00a0'}
      </p>
      <p className="sr-only" role="status">
        {waiting ? '' : 'You can request a new link now.'}
      </p>
    </div>
  )
}

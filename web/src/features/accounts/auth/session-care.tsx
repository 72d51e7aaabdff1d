import { auth } from '@twofold/contract'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call, expireNow } from '../../../api/call.ts'
import { session } from '../../../api/session.ts'
import { logOut } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { asClock, type Care, careAt, warnMs } from './time-left.ts'

const quiet: Care = { kind: 'quiet', wakeMs: warnMs }

/** How it stands with the session: looked at when its time comes, when it changes, and when the page is checked again. */
function useCare(): Care {
  const [care, setCare] = useState<Care>(quiet)
  const look = useCallback(() => {
    const endsAt = session.endsAt()
    const next = endsAt === null ? quiet : careAt(endsAt, Date.now())
    setCare((before) => (before.kind === 'quiet' && next.kind === 'quiet' ? { ...next } : next))
    if (next.kind === 'over') expireNow()
  }, [])
  useEffect(() => {
    look()
    document.addEventListener('visibilitychange', look)
    const unsubscribe = session.subscribe(look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      unsubscribe()
    }
  }, [look])
  useEffect(() => {
    if (care.kind === 'over') return
    const timer = setTimeout(look, care.wakeMs)
    return () => clearTimeout(timer)
  }, [care, look])
  return care
}

/** Two minutes before the session ends by itself, and only then: stay, or go. Nothing that was typed is touched. */
export function SessionCare() {
  const care = useCare()
  const [busy, setBusy] = useState(false)
  const [isLast, setLast] = useState(false)
  if (care.kind !== 'warn') return null
  const stay = async () => {
    setBusy(true)
    try {
      const { access_token } = await call(auth.renewSession, {})
      session.start(access_token)
      // A day after signing in the session cannot be made any longer.
      setLast((session.endsAt() ?? 0) - Date.now() <= warnMs)
    } catch (error) {
      toastError('We couldn’t keep you signed in', messageOf(error))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={() => void stay()}
      title="Are you still there?"
      description={
        isLast
          ? 'You’ve been signed in for a day, so you’ll need to sign in again in a moment. You’ll come right back to this page.'
          : 'You will be signed out in less than two minutes. What you have typed is still here.'
      }
      width="small"
      footer={
        <>
          <Button look="secondary" onClick={logOut}>
            Sign out
          </Button>
          {isLast ? (
            <Button onClick={expireNow}>Sign in again</Button>
          ) : (
            <Button busy={busy} onClick={() => void stay()}>
              Stay signed in
            </Button>
          )}
        </>
      }
    >
      {/* Read aloud once, with the dialog; not every second. */}
      <p className="text-4xl font-semibold tabular-nums" aria-hidden="true">
        {asClock(care.seconds)}
      </p>
    </Dialog>
  )
}

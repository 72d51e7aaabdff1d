import { auth } from '@twofold/contract'
import { useCallback, useEffect, useState } from 'react'
import { call, expireSession } from '../../../api/client.ts'
import { session } from '../../../api/session.ts'
import { logOut } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { formatCountdown, type TimeoutState, timeoutStateAt, timeoutWarningMs } from './session-timeout-state.ts'

const quiet: TimeoutState = { kind: 'quiet', wakeMs: timeoutWarningMs }

function useTimeoutState(): TimeoutState {
  const [state, setState] = useState<TimeoutState>(quiet)
  const update = useCallback(() => {
    const endsAt = session.endsAt()
    const next = endsAt === null ? quiet : timeoutStateAt(endsAt, Date.now())
    setState((previous) => (previous.kind === 'quiet' && next.kind === 'quiet' ? { ...next } : next))
    if (next.kind === 'over') expireSession()
  }, [])
  useEffect(() => {
    update()
    document.addEventListener('visibilitychange', update)
    const unsubscribe = session.subscribe(update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      unsubscribe()
    }
  }, [update])
  useEffect(() => {
    if (state.kind === 'over') return
    const timer = setTimeout(update, state.wakeMs)
    return () => clearTimeout(timer)
  }, [state, update])
  return state
}

export function SessionTimeout() {
  const state = useTimeoutState()
  const [busy, setBusy] = useState(false)
  const [isLast, setLast] = useState(false)
  if (state.kind !== 'warn') return null
  const renew = async () => {
    setBusy(true)
    try {
      const { access_token } = await call(auth.renewSession, {})
      session.start(access_token)
      // A session cannot last longer than one day after sign-in.
      setLast((session.endsAt() ?? 0) - Date.now() <= timeoutWarningMs)
    } catch (error) {
      toastError('We couldn’t keep you signed in', error)
    }
    setBusy(false)
  }
  return (
    <Dialog
      onClose={() => void renew()}
      title="Are you still there?"
      description={
        isLast
          ? 'You’ve been signed in for a day. Sign in again, and we’ll bring you right back to this page.'
          : 'You’ll be signed out in under 2 minutes. Your work is saved here.'
      }
      width="small"
      footer={
        <>
          <Button variant="secondary" onClick={logOut}>
            Sign out
          </Button>
          {isLast ? (
            <Button onClick={expireSession}>Sign in again</Button>
          ) : (
            <Button busy={busy} onClick={() => void renew()}>
              Stay signed in
            </Button>
          )}
        </>
      }
    >
      {/* Announced once with the dialog, not every second. */}
      <p className="text-4xl font-semibold tabular-nums" aria-hidden="true">
        {formatCountdown(state.seconds)}
      </p>
    </Dialog>
  )
}

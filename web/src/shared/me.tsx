import { auth } from '@twofold/contract'
import { createContext, type ReactNode, useContext, useDeferredValue, useState } from 'react'
import { flushWaiting } from '../api/before-leaving.ts'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { decodeToken } from '../api/token.ts'
import { answerKey, queryClient, useAnswer } from '../api/use-call.ts'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast-store.ts'
import { takeGreeted } from './begin-session.ts'
import { leaving } from './leaving.ts'
import { organizationStore } from './organization-store.ts'

const MeContext = createContext<auth.Me | null>(null)

/** Asks who is signed in, and shows a spinner until that is known. */
export function MeProvider({ children }: { children: ReactNode }) {
  // The answer to the sign-in said it already: no second question, no spinner.
  useState(() => {
    const greeted = takeGreeted()
    if (greeted) queryClient.setQueryData(answerKey(auth.common, {}), greeted)
  })
  const { data, error, refetch } = useAnswer(auth.common, {}, { staleMs: 5 * 60_000 })
  // The frame is drawn in slices, so that a slow phone answers its person meanwhile.
  const me = useDeferredValue(data)
  if (me) return <MeContext value={me}>{children}</MeContext>
  if (error) return <ErrorState error={error} title="Twofold could not be opened" onRetry={() => void refetch()} />
  return <Loading className="min-h-dvh" />
}

/** The person who is signed in. Only below the portal's sign-in check. */
export function useMe(): auth.Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe is used outside the portal')
  return me
}

let subject = subjectOf(session.token())

/** Another person signed in, in this tab or another: nothing of the former one may stay on the screen. */
session.subscribe(() => {
  const next = subjectOf(session.token())
  if (next !== subject) queryClient.clear()
  subject = next
})

/** Whose token it is; `null` without one. */
export function subjectOf(token: string | null): string | null {
  try {
    return decodeToken(token).sub
  } catch {
    return null
  }
}

/** Asks about unsaved words first, and lets what saves itself get there. */
export const logOut = (): void => leaving(() => void flushWaiting().then(endSession))

/** The server is told without waiting, because the token is gone from here in any case. */
function endSession(): void {
  void call(auth.logout, {}).catch(() => undefined)
  session.end('logout')
  organizationStore.clear()
  queryClient.clear()
  toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
}

import { auth } from '@twofold/contract'
import { createContext, type ReactNode, useContext, useDeferredValue, useState } from 'react'
import { call } from '../api/client.ts'
import { flushPendingSaves } from '../api/pending-saves.ts'
import { session } from '../api/session.ts'
import { decodeToken } from '../api/token.ts'
import { queryClient, queryKeyOf, useApiQuery } from '../api/use-api.ts'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast-store.ts'
import { takeSignedInUser } from './begin-session.ts'
import { confirmLeave } from './confirm-leave.ts'
import { organizationStore } from './organization-store.ts'

const MeContext = createContext<auth.Me | null>(null)

export function MeProvider({ children }: { children: ReactNode }) {
  // The sign-in response already contained the user.
  useState(() => {
    const greeted = takeSignedInUser()
    if (greeted) queryClient.setQueryData(queryKeyOf(auth.getCurrentUser, {}), greeted)
  })
  const { data, error, refetch } = useApiQuery(auth.getCurrentUser, {}, { staleMs: 5 * 60_000 })
  // Deferred, so that React renders the frame in slices and slow phones stay responsive.
  const me = useDeferredValue(data)
  if (me) return <MeContext value={me}>{children}</MeContext>
  if (error) return <ErrorState error={error} title="Couldn’t open Twofold" onRetry={() => void refetch()} />
  return <Loading className="min-h-dvh" />
}

/** Only below the portal's sign-in check. */
export function useMe(): auth.Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe is used outside the portal')
  return me
}

let subject = subjectOf(session.token())

/** When another person signs in, the previous person's data must leave the screen. */
session.subscribe(() => {
  const next = subjectOf(session.token())
  if (next !== subject) queryClient.clear()
  subject = next
})

export function subjectOf(token: string | null): string | null {
  try {
    return decodeToken(token).sub
  } catch {
    return null
  }
}

/** Asks about unsaved text first, then waits for automatic saves. */
export const logOut = (): void => confirmLeave(() => void flushPendingSaves().then(endSession))

/** Does not wait for the server: the token is removed locally in any case. */
function endSession(): void {
  void call(auth.logout, {}).catch(() => undefined)
  session.end('logout')
  organizationStore.clear()
  queryClient.clear()
  toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
}

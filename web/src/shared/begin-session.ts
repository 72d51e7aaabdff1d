import type { auth } from '@twofold/contract'
import { useSyncExternalStore } from 'react'
import { session } from '../api/session.ts'
import { toast } from '../ui/toast-store.ts'
import { organizationStore } from './organization-store.ts'

/** Server-rendered pages have no session. */
const noToken = () => null

export const useToken = () => useSyncExternalStore(session.subscribe, session.token, noToken)

let signedInUser: auth.Me | null = null

/** Returns the user who just signed in on this page, once. */
export function takeSignedInUser(): auth.Me | null {
  const me = signedInUser
  signedInUser = null
  return me
}

export function beginSession({ access_token, me }: auth.SignedIn, isFirst = false): void {
  signedInUser = me
  const [onlyOrganization] = me.orgs
  if (me.orgs.length === 1 && onlyOrganization) organizationStore.choose(onlyOrganization.id)
  session.start(access_token)
  toast({ title: 'Login Successful', description: isFirst ? `Welcome, ${me.name}!` : `Welcome back, ${me.name}!` })
}

import type { auth } from '@twofold/contract'
import { useSyncExternalStore } from 'react'
import { session } from '../api/session.ts'
import { toast } from '../ui/toast-store.ts'
import { organizationStore } from './organization-store.ts'

/** Where the server draws a page, nobody is signed in. */
const nobody = () => null

export const useToken = () => useSyncExternalStore(session.subscribe, session.token, nobody)

let greeted: auth.Me | null = null

/** Who signed in on this page just now; answered once. */
export function takeGreeted(): auth.Me | null {
  const me = greeted
  greeted = null
  return me
}

/** Takes over a session that the server just opened: by password, or by a one-time link. `isFirst`: they were never here before. */
export function beginSession({ access_token, me }: auth.SignedIn, isFirst = false): void {
  greeted = me
  const [only] = me.orgs
  if (me.orgs.length === 1 && only) organizationStore.choose(only.id)
  session.start(access_token)
  toast({ title: 'Login Successful', description: isFirst ? `Welcome, ${me.name}!` : `Welcome back, ${me.name}!` })
}

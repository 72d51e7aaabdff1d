import { screens } from '@twofold/contract'
import { Navigate, useLocation } from 'react-router'
import { session } from '../api/session.ts'
import { KeptWords, SessionCare } from '../features/accounts/auth/index.ts'
import { useToken } from '../shared/begin-session.ts'
import { CurrentOrganizationProvider } from '../shared/current-organization.tsx'
import { HoldSteps } from '../shared/hold-steps.tsx'
import { MeProvider, subjectOf } from '../shared/me.tsx'
import { formatDay, formatMoney } from '../ui/format.ts'
import { Shell } from './shell.tsx'

// Made while the first answer is waited for, each in a task of its own: a slow phone takes 20 to 80 ms for one, and would add them to the
// drawing of the first rows.
for (const format of [() => formatMoney(0), () => formatDay('2000-01-01')]) setTimeout(format)

/** The door of the portal. Who has no session goes to sign in, and comes back to the place they asked for. */
export default function SignedIn() {
  const token = useToken()
  const { pathname, search, hash } = useLocation()
  if (!token) {
    // Who left on purpose starts afresh: the next person at this desk may be another one.
    const state = session.ending() === 'logout' ? {} : { from: `${pathname}${search}${hash}` }
    return <Navigate to={screens.login} replace state={state} />
  }
  return (
    <MeProvider key={subjectOf(token)}>
      <CurrentOrganizationProvider>
        <Shell />
        <SessionCare />
        <KeptWords />
        <HoldSteps />
      </CurrentOrganizationProvider>
    </MeProvider>
  )
}

import { screens } from '@twofold/contract'
import { Navigate, useLocation } from 'react-router'
import { session } from '../api/session.ts'
import { SessionTimeout, UnsavedInput } from '../features/accounts/auth/index.ts'
import { useToken } from '../shared/begin-session.ts'
import { CurrentOrganizationProvider } from '../shared/current-organization.tsx'
import { MeProvider, subjectOf } from '../shared/me.tsx'
import { NavigationBlocker } from '../shared/navigation-blocker.tsx'
import { formatDay, formatMoney } from '../ui/format.ts'
import { Shell } from './shell.tsx'

// Creates the formatters while the first response is pending, each in a separate task. Creation takes 20 to 80 ms on a
// slow phone and would delay the first rows.
for (const format of [() => formatMoney(0), () => formatDay('2000-01-01')]) setTimeout(format)

/** Guards the portal. Without a session, redirects to the login screen and returns to the requested address afterward. */
export default function AuthenticatedLayout() {
  const token = useToken()
  const { pathname, search, hash } = useLocation()
  if (!token) {
    // After an explicit sign-out, drops the return address: the next user of this device may be someone else.
    const state = session.ending() === 'logout' ? {} : { from: `${pathname}${search}${hash}` }
    return <Navigate to={screens.login} replace state={state} />
  }
  return (
    <MeProvider key={subjectOf(token)}>
      <CurrentOrganizationProvider>
        <Shell />
        <SessionTimeout />
        <UnsavedInput />
        <NavigationBlocker />
      </CurrentOrganizationProvider>
    </MeProvider>
  )
}

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

// Creating a formatter takes 20 to 80 ms on a slow phone, so it happens while the first response is pending.
for (const format of [() => formatMoney(0), () => formatDay('2000-01-01')]) setTimeout(format)

export default function AuthenticatedLayout() {
  const token = useToken()
  const { pathname, search, hash } = useLocation()
  if (!token) {
    // After an explicit sign-out, the next user of this device may be someone else.
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

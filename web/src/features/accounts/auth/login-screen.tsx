import { type auth, screens } from '@twofold/contract'
import { Suspense, useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { callMessages } from '../../../api/api-error.ts'
import { session } from '../../../api/session.ts'
import { beginSession, useToken } from '../../../shared/begin-session.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { MagicLinkForm } from './magic-link-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { landingPathOf, pathAfterLogin } from './sign-in.ts'

const SecondStep = lazyComponent(() => import('./second-step.tsx'))

type TabName = 'password' | 'magic-link'

export default function LoginScreen() {
  useDocumentTitle('Sign in')
  const token = useToken()
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  const [email, setEmail] = useState(session.expiredEmail)
  const [needed, setNeeded] = useState<auth.SecondStep | null>(null)
  const returnPath = pathAfterLogin(state)
  const tab: TabName = search.get('tab') === 'magic-link' ? 'magic-link' : 'password'
  // Synchronous: during React's normal delay, keystrokes would reach the field that is about to unmount.
  const showTab = (next: TabName) =>
    setSearch(next === 'password' ? {} : { tab: next }, { replace: true, state, flushSync: true })

  if (token) return <Navigate to={landingPathOf(returnPath, token)} replace />
  if (needed) {
    return (
      <AuthLayout>
        <Suspense fallback={<Loading />}>
          <SecondStep
            needed={needed}
            onFinished={(signedIn) => beginSession(signedIn)}
            onCancel={() => setNeeded(null)}
          />
        </Suspense>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-[2rem] leading-10 font-semibold tracking-[-0.02em] outline-none">
        Sign in
      </h1>
      <p className="mt-1 mb-6 text-muted">Welcome. Choose how you want to sign in.</p>
      {session.ending() === 'expired' && (
        <Notice tone="awaiting" className="mb-6">
          {callMessages.expired}
        </Notice>
      )}
      <Tabs
        label="Ways to sign in"
        even
        value={tab}
        onChange={showTab}
        tabs={[
          {
            name: 'password',
            label: 'Password',
            content: (
              <>
                <PasswordForm email={email} onEmail={setEmail} onSecondStep={setNeeded} />
                <PasskeyButton />
              </>
            ),
          },
          {
            name: 'magic-link',
            label: 'Magic Link',
            content: <MagicLinkForm email={email} onEmail={setEmail} place={returnPath} onSecondStep={setNeeded} />,
          },
        ]}
      />
      <p className="mt-8 border-t border-hairline pt-5 text-muted">
        New to Twofold?{' '}
        <Link className="text-brand-text underline underline-offset-2" to={screens.register}>
          Register your nonprofit
        </Link>
      </p>
    </AuthLayout>
  )
}

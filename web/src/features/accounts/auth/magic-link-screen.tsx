import { auth, screens } from '@twofold/contract'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { beginSession } from '../../../shared/begin-session.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LinkCodeForm } from './link-code-form.tsx'
import { incompleteLinkMessage, isExpiredLink } from './passwords.ts'
import { landingPathOf } from './sign-in.ts'

const SecondStep = lazyComponent(() => import('./second-step.tsx'))

/** Mail scanners open links, so sign-in requires a click. */
export default function MagicLinkScreen() {
  useDocumentTitle('Sign in')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const token = search.get('token') ?? ''
  const [needed, setNeeded] = useState<auth.SecondStep | null>(null)
  const [codeNeeded, setCodeNeeded] = useState(false)
  const [deadLinkMessage, setDeadLinkMessage] = useState<string>(token ? '' : incompleteLinkMessage)
  const [failure, setFailure] = useState('')

  const redeem = async (code?: string) => {
    const result = await call(auth.redeemMagicLink, { body: code ? { token, code } : { token } })
    if ('code_needed' in result) return setCodeNeeded(true)
    if ('second_step' in result) return setNeeded(result.second_step)
    const { redirect, ...signedIn } = result
    beginSession(signedIn)
    void navigate(landingPathOf(redirect, signedIn.access_token), { replace: true })
  }
  const signIn = async () => {
    setBusy(true)
    setFailure('')
    try {
      await redeem()
    } catch (error) {
      setBusy(false)
      if (isExpiredLink(error)) setDeadLinkMessage(messageOf(error))
      else setFailure(messageOf(error))
      toastError('Login Failed', error)
    }
  }

  if (needed) {
    return (
      <AuthLayout>
        <Suspense fallback={<Loading />}>
          <SecondStep
            needed={needed}
            onFinished={(signedIn, redirect) => {
              beginSession(signedIn)
              void navigate(landingPathOf(redirect ?? screens.dashboard, signedIn.access_token), { replace: true })
            }}
            onCancel={() => void navigate(screens.login, { replace: true })}
          />
        </Suspense>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-[2rem] leading-10 font-semibold tracking-[-0.02em] outline-none">
        Sign in to Twofold
      </h1>
      {deadLinkMessage ? (
        <>
          <Notice tone="problem" className="mt-6 mb-6">
            {deadLinkMessage}
          </Notice>
          <Button asChild className="w-full">
            <Link to={{ pathname: screens.login, search: '?tab=magic-link' }}>Request a new link</Link>
          </Button>
        </>
      ) : codeNeeded ? (
        <>
          <p className="mt-1 mb-6 text-muted" role="status">
            This link was requested in another browser, so we need to make sure it’s you.
          </p>
          <LinkCodeForm hint="The 6-digit code in the same email." onCode={redeem} />
        </>
      ) : (
        <>
          <p className="mt-1 mb-6 text-muted">You opened the link from your email. Press the button to sign in.</p>
          {failure && (
            <Notice tone="problem" className="mb-6">
              {failure}
            </Notice>
          )}
          <Button className="w-full" busy={busy} onClick={() => void signIn()}>
            {busy ? 'Signing in...' : 'Sign in'}
          </Button>
        </>
      )}
    </AuthLayout>
  )
}

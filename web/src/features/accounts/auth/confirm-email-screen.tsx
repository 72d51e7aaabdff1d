import { auth, screens } from '@twofold/contract'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { incompleteLinkMessage, isExpiredLink } from './passwords.ts'

type View =
  | { readonly kind: 'ask'; readonly failure?: string }
  | { readonly kind: 'done'; readonly email: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Mail scanners open links too, so the change requires a click. */
export default function ConfirmEmailScreen() {
  useDocumentTitle('Confirm your address')
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [busy, setBusy] = useState(false)
  const [view, setView] = useState<View>(token ? { kind: 'ask' } : { kind: 'failed', message: incompleteLinkMessage })
  const confirm = async () => {
    setBusy(true)
    try {
      const { email } = await call(auth.confirmEmail, { body: { token } })
      setView({ kind: 'done', email })
    } catch (error) {
      const message = messageOf(error)
      const isFinal = isExpiredLink(error) || (error instanceof ApiError && error.code === 'conflict')
      setView(isFinal ? { kind: 'failed', message } : { kind: 'ask', failure: message })
    }
    setBusy(false)
  }
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-[2rem] leading-10 font-semibold tracking-[-0.02em] outline-none">
        Confirm your address
      </h1>
      {view.kind === 'ask' && (
        <>
          <p className="mt-1 mb-6 text-muted">You’ll sign in and get our emails at this address.</p>
          {view.failure && (
            <Notice tone="problem" className="mb-6">
              {view.failure}
            </Notice>
          )}
          <Button className="w-full" busy={busy} onClick={() => void confirm()}>
            Confirm this address
          </Button>
        </>
      )}
      {view.kind === 'done' && (
        <Notice tone="submitted" className="mt-6 mb-6">
          You sign in with <strong className="font-semibold wrap-anywhere">{view.email}</strong> now.
        </Notice>
      )}
      {view.kind === 'failed' && (
        <Notice tone="problem" className="mt-6 mb-6">
          {view.message}
        </Notice>
      )}
      {view.kind !== 'ask' && (
        <Button asChild className="w-full">
          <Link to={screens.account}>Go to your account</Link>
        </Button>
      )}
    </AuthLayout>
  )
}

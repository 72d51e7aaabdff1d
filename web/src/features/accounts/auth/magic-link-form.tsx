import { auth } from '@twofold/contract'
import { MailCheck, UserX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { beginSession } from '../../../shared/begin-session.ts'
import { useForm } from '../../../shared/form.ts'
import { supportContact } from '../../../shared/support.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmailField } from './email-field.tsx'
import { LinkCodeForm } from './link-code-form.tsx'
import { SendAgain } from './send-again.tsx'
import { emailRedirectOf } from './sign-in.ts'

const linkForm = z.object({ email: auth.email })

/** The spec's states: `false` shows the form, `true` the confirmation, `null` that the address is unknown. */
type Sent = boolean | null

export function MagicLinkForm({
  email,
  onEmail,
  place,
  onSecondStep,
}: {
  email: string
  onEmail: (email: string) => void
  onSecondStep: (needed: auth.SecondStep) => void
  place: string
}) {
  const [sent, setSent] = useState<Sent>(false)
  if (sent === true) return <SentView email={email} onAgain={() => setSent(false)} onSecondStep={onSecondStep} />
  if (sent === null) return <UnknownUserView email={email} onAgain={() => setSent(false)} />
  return <LinkForm email={email} onEmail={onEmail} place={place} onSent={setSent} />
}

function LinkForm({
  email,
  onEmail,
  place,
  onSent,
}: {
  email: string
  onEmail: (email: string) => void
  place: string
  onSent: (sent: Sent) => void
}) {
  const form = useForm(
    linkForm,
    { email },
    async (values) => {
      const response = await call(auth.requestMagicLink, {
        body: { email: values.email, redirect: emailRedirectOf(place) },
      })
      onEmail(values.email.trim())
      onSent(response.includes(auth.messages.noUserFound) ? null : true)
    },
    { toErrors: (error) => ({ root: messageOf(error) }) },
  )
  const { errors, busy } = form

  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <p className="text-muted">We’ll email you a link to sign in without a password. It expires in 10 minutes.</p>
      <EmailField {...form.field('email')} onEmail={onEmail} error={errors.email} />
      <Button type="submit" busy={busy} className="mt-1 w-full">
        {busy ? 'Sending...' : 'Send Magic Link'}
      </Button>
    </form>
  )
}

function SentView({
  email,
  onAgain,
  onSecondStep,
}: {
  email: string
  onAgain: () => void
  onSecondStep: (needed: auth.SecondStep) => void
}) {
  const signIn = async (code: string) => {
    const result = await call(auth.redeemLinkCode, { body: { email, code } })
    if ('second_step' in result) onSecondStep(result.second_step)
    else beginSession(result)
  }
  return (
    <OutcomeView
      icon={<MailCheck className="size-6.5" aria-hidden="true" />}
      className="bg-submitted-soft text-submitted-text"
      title="Check your inbox"
    >
      <p className="text-muted">
        We sent a sign-in link to <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. It expires
        in 10 minutes. Check your spam folder too.
      </p>
      <LinkCodeForm hint="Opened the email on another device? Enter the 6-digit code." onCode={signIn} />
      <SendAgain onAgain={onAgain} />
    </OutcomeView>
  )
}

function UnknownUserView({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <OutcomeView
      icon={<UserX className="size-6.5" aria-hidden="true" />}
      className="bg-problem-soft text-problem-text"
      title="No User Found"
    >
      <p className="text-muted">
        {auth.messages.noUserFound}: <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. If you
        expected an account here, write to{' '}
        <a className="text-brand-text underline underline-offset-2" href={`mailto:${supportContact.email}`}>
          {supportContact.email}
        </a>
        .
      </p>
      <Button variant="secondary" className="w-full" onClick={onAgain}>
        Try Again
      </Button>
    </OutcomeView>
  )
}

/** Takes focus, so that it is announced and Tab moves to its button. */
function OutcomeView({
  icon,
  className,
  title,
  children,
}: {
  icon: ReactNode
  className: string
  title: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-4">
      <span className={`inline-flex size-13 items-center justify-center rounded-full ${className}`}>{icon}</span>
      <h2 ref={heading} tabIndex={-1} className="text-xl leading-7 font-semibold outline-none">
        {title}
      </h2>
      {children}
    </div>
  )
}

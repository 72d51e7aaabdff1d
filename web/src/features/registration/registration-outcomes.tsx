import { MailCheck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../portal/paths.ts'
import { support } from '../../portal/support.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { useArrivalFocus } from './use-arrival-focus.ts'

const Mark = ({ look, children }: { look: string; children: ReactNode }) => (
  <span className={`mb-4 inline-flex size-13 items-center justify-center rounded-full ${look}`}>{children}</span>
)

const SupportLink = () => (
  <a className="text-brand-text underline underline-offset-2" href={`mailto:${support.email}`}>
    {support.email}
  </a>
)

const toSignIn = (
  <Button asChild className="mt-6">
    <Link to={paths.login}>Go to sign in</Link>
  </Button>
)

export function RegistrationComplete({ email }: { email: string }) {
  const box = useArrivalFocus()
  return (
    <div ref={box} className="mx-auto max-w-2xl">
      <PageHeading title="Registration Complete" />
      <Card>
        <Mark look="bg-submitted-soft text-submitted-text">
          <MailCheck className="size-6.5" aria-hidden="true" />
        </Mark>
        <p>
          Within the next few minutes an email arrives at{' '}
          <strong className="font-semibold wrap-anywhere">{email}</strong>. It tells your administrator to create a
          password. Its link works once, for three days.
        </p>
        <p className="mt-3 text-muted">
          If it does not come, look into the spam folder, or press "Forgot password?" on the sign-in page: that sends a
          new link to the same address.
        </p>
        {toSignIn}
      </Card>
    </div>
  )
}

export function AlreadyRegistered({ administrator }: { administrator: string }) {
  const box = useArrivalFocus()
  return (
    <div ref={box} className="mx-auto max-w-2xl">
      <PageHeading title="Already Registered" />
      <Card>
        <Mark look="bg-verify-soft text-verify-text">
          <Users className="size-6.5" aria-hidden="true" />
        </Mark>
        <p>
          An organization with this EIN is registered already. Its administrator is{' '}
          <strong className="font-semibold wrap-anywhere">{administrator}</strong>, who can invite you in the portal.
        </p>
        <p className="mt-3 text-muted">
          If that person is not with you any more, or the EIN is not theirs, write to <SupportLink />.
        </p>
        {toSignIn}
      </Card>
    </div>
  )
}

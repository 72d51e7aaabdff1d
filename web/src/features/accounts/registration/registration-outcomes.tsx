import { screens } from '@twofold/contract'
import { type LucideIcon, MailCheck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { supportContact } from '../../../shared/support.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import type { Outcome } from './outcome.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

/** Takes focus, so that screen readers announce it. */
export function RegistrationOutcome({ outcome }: { outcome: Outcome }) {
  return outcome.kind === 'registered' ? (
    <RegisteredView email={outcome.email} />
  ) : (
    <AlreadyRegisteredView name={outcome.name} />
  )
}

function RegisteredView({ email }: { email: string }) {
  return (
    <OutcomeView
      title="Registration Complete"
      icon={MailCheck}
      className="bg-submitted-soft text-submitted-text"
      small={
        <>Don’t see it? Check your spam folder, or use “Forgot password?” on the sign-in page to get a new link.</>
      }
    >
      Check your email. We sent a link to <Strong>{email}</Strong> to create a password. It expires in 3 days.
    </OutcomeView>
  )
}

function AlreadyRegisteredView({ name }: { name: string }) {
  return (
    <OutcomeView
      title="Already Registered"
      icon={Users}
      className="bg-verify-soft text-verify-text"
      small={
        <>
          If that person has left, or the EIN isn’t theirs, write to{' '}
          <a className="text-brand-text underline underline-offset-2" href={`mailto:${supportContact.email}`}>
            {supportContact.email}
          </a>
          .
        </>
      }
    >
      An organization with this EIN is already registered. Its administrator is <Strong>{name}</Strong>, who can invite
      you from the portal.
    </OutcomeView>
  )
}

const Strong = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold wrap-anywhere">{children}</strong>
)

function OutcomeView({
  title,
  icon: Icon,
  className,
  small,
  children,
}: {
  title: string
  icon: LucideIcon
  className: string
  small: ReactNode
  children: ReactNode
}) {
  const container = useFocusOnMount()
  return (
    <div ref={container} className="mx-auto max-w-2xl">
      <PageHeading title={title} />
      <Card>
        <span className={`mb-4 inline-flex size-13 items-center justify-center rounded-full ${className}`}>
          <Icon className="size-6.5" aria-hidden="true" />
        </span>
        <p>{children}</p>
        <p className="mt-3 text-muted">{small}</p>
        <Button asChild className="mt-6">
          <Link to={screens.login}>Go to sign in</Link>
        </Button>
      </Card>
    </div>
  )
}

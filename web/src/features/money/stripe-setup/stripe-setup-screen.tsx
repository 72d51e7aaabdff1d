import { screens } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'

const inline = 'text-brand-text underline underline-offset-2 hover:decoration-2'
const dashboard = 'https://dashboard.stripe.com'

export default function StripeSetupScreen() {
  return (
    <div className="max-w-3xl">
      <PageHeading title="Stripe keys setup">
        Get the two keys from your organization’s Stripe account. This takes about 10 minutes, and you must be a Stripe
        administrator. Twofold stores the keys but doesn’t read payments with them yet.
      </PageHeading>
      <Card>
        <ol className="flex flex-col gap-7">
          <Step number={1} title="Sign in to Stripe">
            <p>
              Open <Outside to={`${dashboard}/apikeys`}>the page “API keys” in the Stripe dashboard</Outside>{' '}
              (Developers, then API keys). If your account has several businesses, choose the one that receives
              donations, at the top left.
            </p>
            <p>
              To test first, switch to a sandbox or test mode. Keys made there begin with <Code>pk_test_</Code> and{' '}
              <Code>rk_test_</Code> and never touch real money.
            </p>
          </Step>
          <Step number={2} title="Copy the publishable key">
            <p>
              Under “Standard keys”, copy the <strong>publishable key</strong>. It begins with <Code>pk_live_</Code>. It
              isn’t secret: it only identifies your account.
            </p>
          </Step>
          <Step number={3} title="Create a restricted key, not the secret key">
            <p>
              Press <strong>Create restricted key</strong>. If Stripe asks how you’ll use it, choose a third party and
              name it “Twofold” so you’ll recognize it later.
            </p>
            <p>Leave everything at “None” except these:</p>
            <ul className="list-disc space-y-1 pl-5">
              <li>
                <strong>Charges and Refunds</strong>: Read
              </li>
              <li>
                <strong>Customers</strong>: Read
              </li>
              <li>
                <strong>PaymentIntents</strong>: Read
              </li>
            </ul>
            <p>
              Create it and copy it at once: it begins with <Code>rk_live_</Code>, and Stripe shows it only once. This
              key can’t move money. Never share the secret key (<Code>sk_live_</Code>) with anyone.
            </p>
          </Step>
          <Step number={4} title="Paste both keys in the portal">
            <p>
              Open{' '}
              <Link to={`${screens.organizationDetails}?tab=settings`} className={inline}>
                Organization, tab Settings
              </Link>
              . Put the publishable key into <strong>Public key</strong> and the restricted key into{' '}
              <strong>Private key</strong>, and save.
            </p>
            <Notice tone="verify">
              The private key is encrypted and can’t be viewed again, even by us. To change it, delete the old one, then
              enter the new one.
            </Notice>
          </Step>
          <Step number={5} title="Webhook secret">
            <p>
              A tool that listens to Stripe’s events needs a <strong>signing secret</strong> too. Open{' '}
              <Outside to={`${dashboard}/webhooks`}>Webhooks in the Stripe dashboard</Outside> (Developers, then
              Webhooks), add an endpoint with the tool’s address, and choose these events:
            </p>
            <ul className="space-y-1">
              {['charge.succeeded', 'charge.refunded', 'payment_intent.succeeded'].map((event) => (
                <li key={event} className="flex items-center gap-1.5">
                  <Code>{event}</Code>
                  <CopyButton text={event} label={`Copy ${event}`} />
                </li>
              ))}
            </ul>
            <p>
              Open the new endpoint and reveal its <strong>signing secret</strong>. It begins with <Code>whsec_</Code>{' '}
              and belongs to this one endpoint. Paste it into the tool. The portal has no field for it: for Twofold’s
              own billing, whoever runs the installation sets it as <Code>STRIPE_WEBHOOK_SECRET</Code>, beside{' '}
              <Code>STRIPE_SECRET_KEY</Code>.
            </p>
          </Step>
          <Step number={6} title="Replacing a key">
            <p>
              If a key leaked or someone who knew it left, press the three dots next to it in Stripe and choose{' '}
              <strong>Rotate key</strong> (“Roll key” in some dashboards). You choose when the old key expires. Paste
              the new one here before then.
            </p>
          </Step>
        </ol>
      </Card>
      <p className="mt-6 text-muted">
        Stuck?{' '}
        <Link to={screens.contact} className={inline}>
          Write to us
        </Link>
        , but never send us a key.
      </p>
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand-text"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 space-y-3 pt-1 leading-7">
        <h2 className="text-lg leading-7 font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  )
}

const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded-sm bg-sunken px-1.5 py-0.5 text-[0.9375em] break-all">{children}</code>
)

const Outside = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener noreferrer" className={inline}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

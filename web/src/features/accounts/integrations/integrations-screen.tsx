import { screens } from '@twofold/contract'
import { ArrowRight, Code2, ExternalLink, HeartHandshake, type LucideIcon, Puzzle, Webhook } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { supportContact } from '../../../shared/support.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { ApiSetupDialog } from './api-setup-dialog.tsx'

type CardProps = { icon: LucideIcon; title: string; children: ReactNode; actions: ReactNode }

function IntegrationCard({ icon: Icon, title, children, actions }: CardProps) {
  return (
    <Card className="flex flex-col">
      <div className="mb-3 flex items-center gap-3">
        <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-brand-soft text-brand-text">
          <Icon className="size-5.5" aria-hidden="true" />
        </span>
        <h2 className="text-xl leading-7 font-semibold tracking-[-0.01em]">{title}</h2>
      </div>
      <p className="mb-5 text-muted">{children}</p>
      <div className="mt-auto flex flex-wrap gap-2.5">{actions}</div>
    </Card>
  )
}

function DocsLink({ to, label }: { to: string; label: string }) {
  return (
    <Button variant="secondary" asChild>
      <a href={to} target="_blank" rel="noopener">
        {label}
        <ExternalLink className="size-4.5" aria-hidden="true" />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </Button>
  )
}

function ScreenLink({ to, label }: { to: string; label: string }) {
  return (
    <Button variant="secondary" asChild>
      <Link to={to}>
        {label}
        <ArrowRight className="size-4.5" aria-hidden="true" />
      </Link>
    </Button>
  )
}

export default function IntegrationsScreen() {
  const current = useCurrentOrganization()
  const { admin, deniedReason } = usePermissions()
  const [managing, setManaging] = useState(false)
  const why =
    current.state !== 'ready'
      ? 'You must select an organization to use this section.'
      : (deniedReason ?? 'Only administrators can see API keys.')

  return (
    <>
      <PageHeading title="Integrations">Connect your website and software to employer matching.</PageHeading>
      <div className="grid gap-5 lg:grid-cols-2">
        <IntegrationCard
          icon={Puzzle}
          title="Widget"
          actions={<ScreenLink to={screens.widgetGuide} label="Widget guide" />}
        >
          Let donors find their employer on your donation page. One line of code, nothing to install.
        </IntegrationCard>
        <IntegrationCard
          icon={Code2}
          title="API"
          actions={
            <>
              <DocsLink to="/api/docs" label="API documentation" />
              <Button disabled={!admin} disabledReason={why} onClick={() => setManaging(true)}>
                Manage API Keys
              </Button>
            </>
          }
        >
          Send gifts and read matches from your own software, with a key you can delete at any time.
        </IntegrationCard>
        <IntegrationCard
          icon={Webhook}
          title="Webhooks"
          actions={<ScreenLink to={screens.webhooks} label="Set up webhooks" />}
        >
          Get notified in real time when a match changes status, a donor opens their first email, or a reminder is sent.
        </IntegrationCard>
        <IntegrationCard
          icon={HeartHandshake}
          title="Fundraising platform"
          actions={<DocsLink to="/api/docs#section/Fundraising-platforms" label="Platform documentation" />}
        >
          Upload your fundraising platform’s export file as is, or send gifts through the API as they come in.
        </IntegrationCard>
      </div>
      <p className="mt-6 max-w-[75ch] text-muted">
        Existing integrations still work. To change one or build a custom integration, email{' '}
        <a className="underline underline-offset-2" href={`mailto:${supportContact.email}`}>
          {supportContact.email}
        </a>
        .
      </p>
      {managing && <ApiSetupDialog onClose={() => setManaging(false)} />}
    </>
  )
}

import { screens } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { PageHeading, useDocumentTitle } from '../../../ui/page.tsx'

const pages = [
  { label: 'First steps', to: screens.help },
  { label: 'Uploading', to: screens.helpUploading },
  { label: 'What statuses mean', to: screens.helpStatuses },
  { label: 'Payouts', to: screens.helpPayouts },
  { label: 'Emails', to: screens.helpEmails },
  { label: 'What’s new', to: screens.whatsNew },
] as const

type Title = (typeof pages)[number]['label']

export function HelpPage({ title, children }: { title: Title; children: ReactNode }) {
  // The portal has other screens named Payouts and Emails.
  useDocumentTitle(`${title} · Help`)
  return (
    <>
      <PageHeading title={title} tabs={pages} />
      <div className="flex max-w-3xl flex-col gap-5">
        {children}
        <p className="text-muted">
          Didn’t find it? <HelpLink to={screens.contact}>Contact us</HelpLink>
        </p>
      </div>
    </>
  )
}

export function HelpSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="[&_li]:pl-1 [&_ol]:list-decimal [&_ol]:space-y-1.5 [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-5 [&_li]:marker:text-muted">
      <CardTitle>{title}</CardTitle>
      {children}
    </Card>
  )
}

export function HelpLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-brand-text underline underline-offset-2 hover:decoration-2">
      {children}
    </Link>
  )
}

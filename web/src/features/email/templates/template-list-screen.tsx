import { linkTo, screens, templates } from '@twofold/contract'
import { ArrowRight, CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount } from '../../../ui/format.ts'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { templateDescriptions } from './template-text.ts'

export default function TemplateListScreen() {
  const organization = useOrganization()
  const { data, error, isPending, refetch } = useApiQuery(templates.getTemplateResults, {
    params: { id: organization.id },
  })
  const waiting = useSkeleton(isPending)
  const asksForEmployer = organization.email_who === 'all'
  const offered = templates.offeredTemplates.filter(
    (id) => (id !== 23 || asksForEmployer) && (id !== 103 || organization.thank_donors),
  )
  const resultOf = (id: templates.TemplateId) => data?.templates.find(({ status_id }) => status_id === id)
  return (
    <>
      <PageHeading
        title="Email Template Selection"
        actions={
          <Button variant="secondary" icon={CalendarClock} asChild>
            <Link to={screens.scheduledEmails}>Scheduled emails</Link>
          </Button>
        }
      >
        Choose an email to see its results or edit its text. Numbers cover all dates.
      </PageHeading>
      {!data && error && (
        <ErrorState error={error} title={templates.templateMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {waiting && <Skeleton className="h-64 w-full" />}
      {data && (
        <>
          <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            {offered.map((id) => (
              <li key={id} className="flex">
                <TemplateCard id={id} result={resultOf(id)} />
              </li>
            ))}
          </ul>
          {!asksForEmployer && (
            <p className="mt-4 text-muted">
              “{templates.templateNames[23]}” is off: you only email donors who named an employer. Change this under
              Organization.
            </p>
          )}
          {!organization.thank_donors && (
            <p className="mt-4 text-muted">
              “{templates.templateNames[103]}” is off. Turn it on under Organization, Settings, to thank donors when
              their employer pays.
            </p>
          )}
          <p className="mt-4 text-muted">
            Some companies use a form:{' '}
            {([6, 25] as const).map((id, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link
                  className="inline-flex min-h-6 items-center underline underline-offset-2"
                  to={linkTo(screens.emailCustomization, { template: id })}
                >
                  {templates.templateNames[id]}
                </Link>
              </span>
            ))}
            .
          </p>
        </>
      )}
    </>
  )
}

function TemplateCard({ id, result }: { id: templates.TemplateId; result: templates.TemplateResult | undefined }) {
  const stats = result?.stats
  const ownVersions = (result?.live.length ?? 1) - 1
  return (
    <Card className="relative flex w-full flex-col gap-2 hover:border-edge">
      <h2 className="text-lg leading-6 font-semibold">
        <Link
          className="after:absolute after:inset-0 after:rounded-card"
          to={linkTo(screens.emailCustomization, { template: id })}
        >
          {templates.templateNames[id]}
        </Link>
      </h2>
      <p>{templateDescriptions[id].purpose}</p>
      <p className="text-[0.9375rem] text-muted">{templateDescriptions[id].when}.</p>
      <p className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-[0.9375rem] tabular-nums">
        <span>{formatCount(stats?.sent ?? 0)} sent</span>
        <span>
          {formatCount(
            (stats?.confirm_clicked ?? 0) + (stats?.r1_confirm_clicked ?? 0) + (stats?.r2_confirm_clicked ?? 0),
          )}{' '}
          clicked
        </span>
        <span>{formatCount(stats?.submitted ?? 0)} submitted</span>
        <span className="flex w-full items-center text-muted">
          {ownVersions === 0
            ? 'Default'
            : ownVersions === 1
              ? 'Default and 1 version live'
              : `Default and ${ownVersions} versions live`}
          <ArrowRight className="ml-auto size-4 text-brand-text" aria-hidden="true" />
        </span>
      </p>
    </Card>
  )
}

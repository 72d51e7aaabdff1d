import { linkTo, mailSchedule, screens } from '@twofold/contract'
import { ArrowLeft, CalendarClock, MailX } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { plural } from '../../../ui/format.ts'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useIsUserActive } from '../../../ui/use-is-user-active.ts'
import { ScheduleControls } from './schedule-controls.tsx'
import { ScheduledRow } from './scheduled-row.tsx'
import { WaitingEmails } from './waiting-emails.tsx'

const pollMs = 30_000
const idIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

const pastParticiples: Readonly<Record<mailSchedule.ScheduleAction, string>> = {
  hold: 'paused',
  release: 'resumed',
  drop: 'canceled',
  bring_back: 'restored',
}

export default function ScheduleScreen() {
  const { id, time_zone: timeZone } = useOrganization()
  const permissions = usePermissions()
  const [search] = useSearchParams()
  const scope = { donor_id: idIn(search.get('donor')), donation_id: idIn(search.get('match')) }
  const isFiltered = scope.donor_id !== undefined || scope.donation_id !== undefined
  const [pages, setPages] = useState<readonly string[]>([])
  const isUserActive = useIsUserActive()
  const { data, error, isPending, refetch } = useApiQuery(
    mailSchedule.getMailSchedule,
    { params: { id }, query: { ...scope, after: pages.at(-1) } },
    { staleMs: 0, keepPrevious: true, everyMs: () => isUserActive() && pollMs },
  )
  const waiting = useSkeleton(isPending)
  const change = useApiMutation(mailSchedule.changeMailSchedule, {
    refreshes: [mailSchedule.getMailSchedule],
    failed: 'Couldn’t change the emails',
  })
  const applyAction = (action: mailSchedule.ScheduleAction, mail?: string) =>
    change.mutate(
      { params: { id }, body: { ...(mail ? { mail } : scope), action } },
      { onSuccess: ({ mails }) => toast({ title: `${plural(mails, 'email', 'emails')} ${pastParticiples[action]}` }) },
    )
  const first = data?.mails[0]
  const recipient = first ? first.donor_name || first.donor_email : ''
  return (
    <>
      <PageHeading
        title="Scheduled emails"
        actions={
          <>
            {!isFiltered && (
              <Button variant="secondary" icon={MailX} asChild>
                <Link to={screens.doNotEmail}>Do not email</Link>
              </Button>
            )}
            <Button variant="secondary" icon={ArrowLeft} asChild>
              {isFiltered ? (
                <Link to={screens.scheduledEmails} onClick={() => setPages([])}>
                  All scheduled emails
                </Link>
              ) : (
                <Link to={screens.emailTemplates}>Email templates</Link>
              )}
            </Button>
          </>
        }
      >
        {isFiltered && recipient
          ? `Only emails to ${recipient}${scope.donation_id === undefined ? '' : ` about match ${scope.donation_id}`}. `
          : ''}
        We skip donors who have already answered and email each donor at most once a day.
      </PageHeading>
      {waiting && <Skeleton className="h-80 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title="Failed to load scheduled emails" onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          {!isFiltered && (
            <div className="mb-4 empty:hidden">
              <WaitingEmails ifOnHold />
            </div>
          )}
          <ScheduleControls
            counts={data.counts}
            canWrite={permissions.write}
            busy={change.isPending}
            onAct={applyAction}
          />
          <Card padded={false}>
            {data.mails.length === 0 ? (
              <EmptyState icon={CalendarClock} title="Nothing is scheduled">
                First emails, reminders and deadline warnings appear here once they’re scheduled.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-hairline">
                {data.mails.map((mail) => (
                  <ScheduledRow
                    key={mail.key}
                    mail={mail}
                    timeZone={timeZone}
                    canWrite={permissions.write}
                    onAct={(action) => applyAction(action, mail.key)}
                    links={{
                      donor: linkTo(screens.scheduledEmails, { donor: mail.donor_id }),
                      match: linkTo(screens.scheduledEmails, { match: mail.donation_id }),
                    }}
                    onLeave={() => setPages([])}
                  />
                ))}
              </ul>
            )}
          </Card>
          {(pages.length > 0 || data.next) && (
            <nav aria-label="Pages" className="mt-4 flex justify-end gap-3">
              <Button
                variant="secondary"
                size="small"
                disabled={pages.length === 0}
                onClick={() => setPages(pages.slice(0, -1))}
              >
                Earlier
              </Button>
              <Button
                variant="secondary"
                size="small"
                disabled={!data.next}
                onClick={() => data.next && setPages([...pages, data.next])}
              >
                Later
              </Button>
            </nav>
          )}
        </>
      )}
    </>
  )
}

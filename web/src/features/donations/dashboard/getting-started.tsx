import { linkTo, mails, organizations, screens } from '@twofold/contract'
import { FileUp, type LucideIcon, MailOpen, UserPlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { queryClient, queryKeyOf, useApiQuery } from '../../../api/use-api.ts'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { setupView } from '../../accounts/setup/index.ts'
import { SampleFrame } from '../../email/mails/index.ts'

export default function GettingStarted({ organization }: { organization: organizations.Organization }) {
  const { id } = organization
  const { write, admin, deniedReason } = usePermissions()
  // The welcome card above has the same link.
  const isWelcomed = admin && setupView(organization) === 'welcome'
  const [isSampleOpen, setSampleOpen] = useState(false)
  useEffect(() => {
    // The cached organization may predate the first upload.
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(organizations.getOrganization, { params: { id } }) })
  }, [id])
  if (organizations.isClosed(organization)) {
    return <EmptyState title="No gifts">This organization was closed before any gifts came in.</EmptyState>
  }
  return (
    <section aria-labelledby="first-day">
      <h2 id="first-day" className="mb-4 text-xl leading-7 font-semibold tracking-[-0.01em]">
        {isWelcomed ? 'Two' : 'Three'} ways to get started
      </h2>
      <div className={cx('grid gap-4', isWelcomed ? 'lg:grid-cols-2' : 'lg:grid-cols-3')}>
        <Todo
          icon={FileUp}
          title="Upload your gifts"
          text="Use a spreadsheet or CSV from your donor database. You’ll see what can be matched before anything is saved."
        >
          {write ? (
            <Button asChild>
              <Link to={linkTo(screens.donations, { upload: 'new' })}>Upload a file</Link>
            </Button>
          ) : (
            <p className="text-[0.9375rem] text-muted">
              {deniedReason ?? 'A colleague with write access can upload one.'}
            </p>
          )}
        </Todo>
        <Todo icon={MailOpen} title="Preview the emails" text="See what donors get when their employer matches gifts.">
          <Button variant="secondary" onClick={() => setSampleOpen(true)}>
            See a sample email
          </Button>
        </Todo>
        {!isWelcomed && (
          <Todo
            icon={UserPlus}
            title="Invite a colleague"
            text="Add anyone who answers donor questions or signs matching gift forms."
          >
            {admin ? (
              <Button asChild variant="secondary">
                <Link to={linkTo(screens.organizationDetails, { tab: 'users' })}>Invite a colleague</Link>
              </Button>
            ) : (
              <p className="text-[0.9375rem] text-muted">
                {deniedReason ?? 'An admin of your organization can invite people.'}
              </p>
            )}
          </Todo>
        )}
      </div>
      {isSampleOpen && <SampleDialog id={id} onClose={() => setSampleOpen(false)} />}
    </section>
  )
}

type TodoProps = { icon: LucideIcon; title: string; text: string; children: ReactNode }

function Todo({ icon: Icon, title, text, children }: TodoProps) {
  return (
    <Card className="flex flex-col items-start">
      <span className="inline-flex size-11 items-center justify-center rounded-full bg-brand-soft text-brand-text">
        <Icon className="size-5.5" aria-hidden="true" />
      </span>
      <h3 className="mt-3 text-lg font-semibold">{title}</h3>
      <p className="mt-1 mb-5 text-muted">{text}</p>
      <div className="mt-auto">{children}</div>
    </Card>
  )
}

function SampleDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useApiQuery(mails.getSampleMail, { params: { id } })
  return (
    <Dialog
      readFirst
      width="wide"
      onClose={onClose}
      title="A sample email"
      description="Sample only. No email will be sent."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls an email that is longer than the screen
        <section aria-label="Sample email" tabIndex={0} className="rounded-card">
          <SampleFrame sample={data} />
        </section>
      ) : error ? (
        <ErrorState error={error} title="Couldn’t load the sample" onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

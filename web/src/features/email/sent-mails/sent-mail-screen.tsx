import { linkTo, screens, sentMails } from '@twofold/contract'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { session } from '../../../api/session.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

export default function SentMailScreen() {
  const id = Number(useParams()['id'])
  if (session.token() === null) return <SignInFirst />
  return <SentMail key={id} id={id} />
}

const SignInFirst = () => (
  <>
    <PageHeading title="Sent email" />
    <Card>
      <p>
        Only your team can see this email.{' '}
        <a className="underline underline-offset-2" href={linkTo(screens.login)}>
          Sign in
        </a>
        , then open it again.
      </p>
    </Card>
  </>
)

function SentMail({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useApiQuery(sentMails.getSentMail, { params: { id } })
  const waiting = useSkeleton(isPending)
  return (
    <>
      <PageHeading title={data?.subject || 'Sent email'} />
      {!data && error && (
        <ErrorState error={error} title={sentMails.sentMailMessages.failed} onRetry={() => void refetch()} />
      )}
      {waiting && <Skeleton className="h-64 w-full" />}
      {data && (
        <div className="flex flex-col gap-4">
          <Facts mail={data} />
          {data.missing ? (
            <Notice tone="verify">{sentMails.sentMailMessages[data.missing]}</Notice>
          ) : (
            <MailContent id={id} text={data.text ?? ''} />
          )}
        </div>
      )}
    </>
  )
}

function Facts({ mail }: { mail: sentMails.SentMail }) {
  const moment = (at: string) => formatDateTime(at, mail.time_zone)
  const facts: readonly (readonly [string, string])[] = [
    ['From', mail.from],
    ['Reply to', mail.reply_to],
    ['To', mail.recipient],
    ['Sent', moment(mail.sent_at)],
    ['Opened', describeOpened(mail, moment)],
    ['Clicked', mail.first_click ? moment(mail.first_click) : ''],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function describeOpened(mail: sentMails.SentMail, moment: (at: string) => string): string {
  if (mail.came_back) return 'No, it bounced'
  if (mail.first_open) return moment(mail.first_open)
  return sentMails.opensAreKnown(mail.sent_at) ? 'Not yet' : 'Unknown (tracked since March 2019)'
}

type Format = 'html' | 'text'

function MailContent({ id, text }: { id: number; text: string }) {
  const [format, setFormat] = useState<Format>('html')
  return (
    <>
      <p className="text-[0.9375rem] text-muted">This is the email the donor received. Links are turned off here.</p>
      <Tabs
        label="Form of the email"
        value={format}
        onChange={setFormat}
        tabs={[
          { name: 'html', label: 'As sent', content: <AsSent id={id} /> },
          {
            name: 'text',
            label: 'Plain text',
            content: (
              <pre className="rounded-control border border-hairline bg-surface p-4 font-sans break-words whitespace-pre-wrap">
                {text}
              </pre>
            ),
          },
        ]}
      />
    </>
  )
}

const slowAfterMs = 10_000

type FrameState = 'loading' | 'long' | 'there' | { readonly problem: string }

/** A retry remounts only the frame, so the button keeps its focus. */
function AsSent({ id }: { id: number }) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<FrameState>('loading')
  const reload = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pointer-coarse:min-h-11">
        <p role="status" className="empty:sr-only">
          {state === 'loading' && 'Loading the email…'}
          {state === 'long' && 'The email is taking a while to load.'}
        </p>
        {state === 'there' && <p className="text-[0.9375rem] text-muted">Is the email empty or cut off?</p>}
        {(attempt > 0 || state !== 'loading') && (
          <Button variant="secondary" size="small" busy={state === 'loading'} onClick={reload}>
            Reload email
          </Button>
        )}
      </div>
      {typeof state === 'object' ? (
        <Notice tone="problem">{state.problem}</Notice>
      ) : (
        <Frame key={attempt} id={id} show={setState} />
      )}
    </div>
  )
}

/** A ticket works once, so each frame requests a new one. A frame does not report a lost connection. */
function Frame({ id, show }: { id: number; show: Dispatch<SetStateAction<FrameState>> }) {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => show((current) => (current === 'loading' ? 'long' : current)), slowAfterMs)
    call(sentMails.getSentMailTicket, { params: { id } }, controller.signal).then(
      ({ url }) => setAddress(url),
      (error) => controller.signal.aborted || show({ problem: messageOf(error) }),
    )
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [id, show])
  return (
    <iframe
      title="The email as it was sent"
      sandbox=""
      src={address || undefined}
      onLoad={() => address !== '' && show('there')}
      className="h-[44rem] w-full rounded-control border border-hairline bg-white"
    />
  )
}

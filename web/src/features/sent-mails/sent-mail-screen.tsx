import { linkTo, screens, sentMails } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { useAnswer } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** An email as its donor got it, in a window by itself. Who is not signed in learns nothing of it. */
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
        Only your team sees what a donor was sent.{' '}
        <a className="underline underline-offset-2" href={linkTo(screens.login)}>
          Sign in
        </a>
        , then open this email again.
      </p>
    </Card>
  </>
)

function SentMail({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useAnswer(sentMails.getSentMail, { params: { id } })
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
            <Said id={id} text={data.text ?? ''} />
          )}
        </div>
      )}
    </>
  )
}

function Facts({ mail }: { mail: sentMails.SentMail }) {
  const moment = (at: string) => formatMoment(at, mail.time_zone)
  const facts: readonly (readonly [string, string])[] = [
    ['From', mail.from],
    ['Reply to', mail.reply_to],
    ['To', mail.recipient],
    ['Sent', moment(mail.sent_at)],
    ['Opened', openedInWords(mail, moment)],
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

function openedInWords(mail: sentMails.SentMail, moment: (at: string) => string): string {
  if (mail.came_back) return 'No: the email came back'
  if (mail.first_open) return moment(mail.first_open)
  return sentMails.opensAreKnown(mail.sent_at)
    ? 'Not yet, as far as we know'
    : 'Not known: opens are kept of emails since March 2019'
}

type Look = 'html' | 'text'

function Said({ id, text }: { id: number; text: string }) {
  const [look, setLook] = useState<Look>('html')
  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        This is what the donor was sent. The links were the donor’s own, so here they lead nowhere.
      </p>
      <Tabs
        label="Form of the email"
        value={look}
        onChange={setLook}
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

const longMs = 10_000

/** A ticket is good once: each time the frame is shown it asks for another. A frame does not say that its line broke. */
function AsSent({ id }: { id: number }) {
  const [turn, setTurn] = useState(0)
  return <OneTurn key={turn} id={id} onAgain={() => setTurn(turn + 1)} />
}

function OneTurn({ id, onAgain }: { id: number; onAgain: () => void }) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  const [isThere, setThere] = useState(false)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    const timer = setTimeout(() => setLong(true), longMs)
    call(sentMails.getSentMailTicket, { params: { id } }, ended.signal).then(
      ({ url }) => setAddress(url),
      (error) => ended.signal.aborted || setProblem(messageOf(error)),
    )
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [id])
  const again = (
    <Button look="secondary" size="small" onClick={onAgain}>
      Show it again
    </Button>
  )
  if (problem) {
    return (
      <Notice tone="problem">
        <p>{problem}</p>
        <div className="mt-2">{again}</div>
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      {!isThere && <p role="status">{isLong ? 'The email is taking long to load.' : 'Loading the email…'}</p>}
      {isLong && !isThere && <div>{again}</div>}
      <iframe
        title="The email as it was sent"
        sandbox=""
        src={address || undefined}
        onLoad={() => setThere(address !== '')}
        className="h-[44rem] w-full rounded-control border border-hairline bg-white"
      />
      {isThere && (
        <p className="flex flex-wrap items-center gap-3 text-[0.9375rem] text-muted">
          Is the frame empty, or cut off? {again}
        </p>
      )}
    </div>
  )
}

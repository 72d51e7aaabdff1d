import { outgoing } from '@twofold/contract'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { formatApproximateCount, formatDateTime } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useIsUserActive } from '../../../ui/use-is-user-active.ts'

const pollMs = 60_000

export default function OutgoingState() {
  const isUserActive = useIsUserActive()
  const { data } = useApiQuery(outgoing.getOutgoing, {}, { everyMs: () => isUserActive() && pollMs })
  if (!data) return null
  return (
    <>
      {data.held_since !== null && <HeldNotice since={data.held_since} waiting={data.waiting} />}
      {data.mail_server && <MailServerNotice {...data.mail_server} />}
    </>
  )
}

const countText = (count: number): string => formatApproximateCount(count, count < outgoing.maxCounted)

function HeldNotice({ since, waiting }: { since: string; waiting: outgoing.Outgoing['waiting'] }) {
  const release = useApiMutation(outgoing.releaseOutgoing, { refreshes: [outgoing.getOutgoing] })
  const onRelease = () =>
    release.mutate(
      {},
      {
        onSuccess: () => toast({ title: 'Emails, webhooks and charges released' }),
        onError: (error) => toastError('Not released', error.message),
      },
    )
  return (
    <Notice tone="awaiting" className="mb-6">
      <p className="font-semibold">Emails, webhooks and charges have been paused since {formatDateTime(since)}.</p>
      <p className="mt-1">
        Waiting: {countText(waiting.emails)} emails, {countText(waiting.webhooks)} webhook calls. If this database was
        restored, some may have been sent before. Sign-in emails still go out.
      </p>
      <Button variant="secondary" size="small" className="mt-3" onClick={onRelease} busy={release.isPending}>
        Release everything
      </Button>
    </Notice>
  )
}

function MailServerNotice({ away_since, back_at, problem }: NonNullable<outgoing.Outgoing['mail_server']>) {
  return back_at === null ? (
    <Notice tone="problem" className="mb-6">
      The mail server has been down since {formatDateTime(away_since)}: {problem}. We’ll send waiting emails when it’s
      back.
    </Notice>
  ) : (
    <Notice tone="submitted" className="mb-6">
      The mail server is back up. It was down from {formatDateTime(away_since)} to {formatDateTime(back_at)}.
    </Notice>
  )
}

import { webhooks } from '@twofold/contract'
import { RotateCw, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { queryClient, useAction, useAnswer } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Loading } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useOrganization } from '../organizations/current-organization.tsx'
import { deliveryWords } from './delivery-words.ts'

const followMs = 1_500
const isMoving = ({ state }: webhooks.Delivery) => state === 'queued' || state === 'sending'

/** What was sent to one receiver in the last 30 days, what came of it, and the buttons to send again. */
export function DeliveryLog({ webhook, onClose }: { webhook: webhooks.Webhook; onClose: () => void }) {
  const params = { id: webhook.id }
  const [before, setBefore] = useState<number | undefined>()
  const query = before === undefined ? {} : { before }
  const { data, error, isPending, refetch } = useAnswer(
    webhooks.listDeliveries,
    { params, query },
    { staleMs: 0, keepPrevious: true, everyMs: (answer) => (answer?.deliveries.some(isMoving) ? followMs : false) },
  )
  const rows = data?.deliveries ?? []
  const isAnyMoving = rows.some(isMoving)
  // What came of a delivery is the webhook's last code too.
  useEffect(() => {
    if (!isAnyMoving) void queryClient.invalidateQueries({ queryKey: [webhooks.listWebhooks.name] })
  }, [isAnyMoving])
  const refresh = () => void refetch()
  const test = useAction(webhooks.sendTestEvent)
  const onTest = () =>
    test.mutate(
      { params, body: {} },
      {
        onSuccess: () => {
          toast({ title: 'Test event on its way' })
          setBefore(undefined)
          refresh()
        },
        onError: (failure) => toastError('Failed to send the test event', messageOf(failure)),
      },
    )
  const last = rows.at(-1)

  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="Deliveries"
      description={webhook.url === '' ? 'No address yet' : `https://${webhook.url}, the last 30 days`}
      footer={
        <>
          {before !== undefined && (
            <Button look="secondary" onClick={() => setBefore(undefined)}>
              Newest
            </Button>
          )}
          {last && rows.length === 25 && (
            <Button look="secondary" onClick={() => setBefore(last.id)}>
              Older
            </Button>
          )}
          <Button icon={Send} busy={test.isPending} onClick={onTest}>
            Send test event
          </Button>
        </>
      }
    >
      {isPending && <Loading text="Loading deliveries..." />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <EmptyState icon={Send} title="Nothing sent yet">
          Send a test event to see what your receiver answers.
        </EmptyState>
      )}
      <ul className="divide-y divide-hairline">
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={webhook.id} delivery={delivery} onSent={refresh} />
        ))}
      </ul>
    </Dialog>
  )
}

const looks = {
  good: 'bg-submitted-soft text-submitted-text',
  waiting: 'bg-awaiting-soft text-awaiting-text',
  bad: 'bg-problem-soft text-problem-text',
} as const

type RowProps = { webhookId: number; delivery: webhooks.Delivery; onSent: () => void }

function DeliveryRow({ webhookId, delivery, onSent }: RowProps) {
  const { time_zone: timeZone } = useOrganization()
  const resend = useAction(webhooks.resendDelivery)
  const words = deliveryWords(delivery)
  const onResend = () =>
    resend.mutate(
      { params: { id: webhookId, deliveryId: delivery.id }, body: {} },
      {
        onSuccess: () => {
          toast({ title: 'Sent again' })
          onSent()
        },
        onError: (error) => toastError('Failed to send again', messageOf(error)),
      },
    )
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className={cx('rounded-full px-2.5 py-0.5 text-[0.9375rem]', looks[words.tone])}>{words.state}</span>
        <span className="font-semibold">{words.event}</span>
        {delivery.donation_id !== null && <span className="text-muted">Gift {delivery.donation_id}</span>}
        <time className="text-muted" dateTime={delivery.happened_at}>
          {formatMoment(delivery.happened_at, timeZone)}
        </time>
        <Button
          look="secondary"
          size="small"
          icon={RotateCw}
          className="ml-auto"
          busy={resend.isPending}
          disabled={delivery.state === 'sending'}
          onClick={onResend}
        >
          Resend
        </Button>
      </div>
      {delivery.problem && <p className="mt-1 text-problem-text">{delivery.problem}</p>}
      {delivery.next_try_at && delivery.attempts > 0 && (
        <p className="mt-1 text-muted">
          Next attempt {formatMoment(delivery.next_try_at, timeZone)}; {delivery.attempts} of 10 made.
        </p>
      )}
      <details className="mt-1">
        <summary className="min-h-6 cursor-pointer text-[0.9375rem] text-muted">What was sent</summary>
        <p className="mt-1 text-sm break-all text-muted">
          webhook-id <code>{delivery.message_id}</code>
        </p>
        <pre className="mt-1 rounded-control bg-sunken p-3 text-sm leading-6 break-words whitespace-pre-wrap">
          {delivery.data ? JSON.stringify({ data: delivery.data, bearer_token: '•••' }, null, 2) : 'Not written yet.'}
        </pre>
      </details>
    </li>
  )
}

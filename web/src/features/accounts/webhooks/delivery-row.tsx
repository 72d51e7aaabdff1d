import { webhooks } from '@twofold/contract'
import { RotateCw } from 'lucide-react'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast-store.ts'
import { describeDelivery, describeResponse, requestText } from './delivery-text.ts'

const toneClasses = {
  good: 'bg-submitted-soft text-submitted-text',
  waiting: 'bg-awaiting-soft text-awaiting-text',
  bad: 'bg-problem-soft text-problem-text',
} as const

type RowProps = { webhook: webhooks.Webhook; delivery: webhooks.Delivery; onSent: () => void }

export function DeliveryRow({ webhook, delivery, onSent }: RowProps) {
  const { time_zone: timeZone } = useOrganization()
  const resend = useApiMutation(webhooks.resendDelivery, { failed: 'Failed to send again' })
  const description = describeDelivery(delivery)
  const onResend = () =>
    resend.mutate(
      { params: { id: webhook.id, deliveryId: delivery.id }, body: {} },
      {
        onSuccess: () => {
          toast({ title: 'Sent again' })
          onSent()
        },
      },
    )
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className={cx('rounded-full px-2.5 py-0.5 text-[0.9375rem]', toneClasses[description.tone])}>
          {description.state}
        </span>
        <span className="font-semibold">{description.event}</span>
        {delivery.donation_id !== null && <span className="text-muted">Gift {delivery.donation_id}</span>}
        <time className="text-muted" dateTime={delivery.happened_at}>
          {formatDateTime(delivery.happened_at, timeZone)}
        </time>
        <Button
          variant="secondary"
          size="small"
          icon={RotateCw}
          className="ml-auto"
          busy={resend.isPending || delivery.state === 'sending'}
          aria-label={`Resend ${description.event}${delivery.donation_id === null ? '' : `, gift ${delivery.donation_id}`}`}
          onClick={onResend}
        >
          Resend
        </Button>
      </div>
      {delivery.problem && <p className="mt-1 text-problem-text">{delivery.problem}</p>}
      {delivery.next_try_at && delivery.attempts > 0 && (
        <p className="mt-1 text-muted">
          Next attempt {formatDateTime(delivery.next_try_at, timeZone)}; {delivery.attempts} of 10 made.
        </p>
      )}
      <details className="mt-1">
        <summary className="min-h-6 cursor-pointer text-[0.9375rem] text-muted">Request and responses</summary>
        <h3 className="mt-2 font-semibold">Responses</h3>
        {delivery.tries.length === 0 ? (
          <p className="text-muted">None yet.</p>
        ) : (
          <ol className="text-[0.9375rem]">
            {delivery.tries.map((attempt) => (
              <li key={attempt.at} className="flex flex-wrap gap-x-3">
                <time className="text-muted" dateTime={attempt.at}>
                  {formatDateTime(attempt.at, timeZone)}
                </time>
                <span>{describeResponse(attempt.code, attempt.ms)}</span>
                {attempt.problem && <span className="text-problem-text">{attempt.problem}</span>}
              </li>
            ))}
          </ol>
        )}
        <h3 className="mt-3 font-semibold">Request</h3>
        <pre className="mt-1 rounded-control bg-sunken p-3 text-sm leading-6 break-words whitespace-pre-wrap">
          {requestText(webhook, delivery)}
        </pre>
      </details>
    </li>
  )
}

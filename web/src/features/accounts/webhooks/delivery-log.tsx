import { webhooks } from '@twofold/contract'
import { CircleCheck, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queryClient, useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { DeliveryRow } from './delivery-row.tsx'

const pollMs = 1_500
const isPendingDelivery = ({ state }: webhooks.Delivery) => state === 'queued' || state === 'sending'

/** The log covers the last 30 days. */
export function DeliveryLog({ webhook, onClose }: { webhook: webhooks.Webhook; onClose: () => void }) {
  const params = { id: webhook.id }
  const [before, setBefore] = useState<number | undefined>()
  const [onlyFailed, setOnlyFailed] = useState(false)
  const query = { ...(before === undefined ? {} : { before }), ...(onlyFailed ? { only: 'failed' as const } : {}) }
  const { data, error, isPending, refetch } = useApiQuery(
    webhooks.listDeliveries,
    { params, query },
    {
      staleMs: 0,
      keepPrevious: true,
      everyMs: (answer) => (answer?.deliveries.some(isPendingDelivery) ? pollMs : false),
    },
  )
  const rows = data?.deliveries ?? []
  const hasPending = rows.some(isPendingDelivery)
  // A delivery's result also changes the webhook's last code.
  const outcome = hasPending ? '' : rows.map(({ id, tried_at }) => `${id}:${tried_at}`).join()
  useEffect(() => {
    if (outcome !== '') void queryClient.invalidateQueries({ queryKey: [webhooks.listWebhooks.name] })
  }, [outcome])
  const refresh = () => void refetch()
  const test = useApiMutation(webhooks.sendTestEvent, { failed: 'Failed to send the test event' })
  const onTest = () =>
    test.mutate(
      { params, body: {} },
      {
        onSuccess: () => {
          toast({ title: 'Test event sent' })
          setBefore(undefined)
          setOnlyFailed(false)
          refresh()
        },
      },
    )
  const last = rows.at(-1)

  return (
    <Dialog
      onClose={onClose}
      width="wide"
      title="Deliveries"
      description={webhook.url === '' ? 'No address yet' : `https://${webhook.url}, the last 30 days`}
      footer={
        <>
          {before !== undefined && (
            <Button variant="secondary" onClick={() => setBefore(undefined)}>
              Newest
            </Button>
          )}
          {last && rows.length === 25 && (
            <Button variant="secondary" onClick={() => setBefore(last.id)}>
              Older
            </Button>
          )}
          <Button icon={Send} busy={test.isPending} onClick={onTest}>
            Send test event
          </Button>
        </>
      }
    >
      <Checkbox
        label="Only failed or waiting to retry"
        checked={onlyFailed}
        onChange={({ target }) => {
          setBefore(undefined)
          setOnlyFailed(target.checked)
        }}
      />
      {isPending && <Loading text="Loading deliveries..." />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && !onlyFailed && (
        <EmptyState icon={Send} title="Nothing sent yet">
          Send a test event to try your server.
        </EmptyState>
      )}
      {data && rows.length === 0 && onlyFailed && (
        <EmptyState icon={CircleCheck} title="Nothing failed">
          Everything in the last 30 days was delivered.
        </EmptyState>
      )}
      <ul className="divide-y divide-hairline">
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} onSent={refresh} />
        ))}
      </ul>
    </Dialog>
  )
}

import { screens, webhooks } from '@twofold/contract'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookCard } from './webhook-card.tsx'

const { messages } = webhooks

const eventSentences: Record<webhooks.WebhookEvent, string> = {
  status: 'A gift arrived in, or moved to, one of the main statuses: ids below 12, 20 and 28.',
  first_open: 'A person opened an email about their match for the first time.',
  reminder_sent: 'A reminder about a match was sent to its donor.',
}

const example = JSON.stringify({ data: webhooks.dataExample, bearer_token: 'the token of your webhook' }, null, 2)

export default function WebhooksScreen() {
  const { id } = useOrganization()
  const { admin, deniedReason } = usePermissions()
  const input = { params: { id } }
  const { data, error, isPending, refetch } = useApiQuery(webhooks.listWebhooks, input, { staleMs: 0 })
  const create = useApiMutation(webhooks.createWebhook, { failed: messages.createFailed })
  const [logOf, setLogOf] = useState<number | null>(null)
  useEffect(() => {
    if (error) toastError(messages.loadFailed, error)
  }, [error])

  const list = data?.webhooks ?? []
  const cacheWebhooks = (answer: { webhooks: webhooks.Webhook[] }) =>
    queryClient.setQueryData(queryKeyOf(webhooks.listWebhooks, input), answer)
  const onAdd = () =>
    create.mutate(
      { ...input, body: {} },
      {
        onSuccess: (answer) => {
          cacheWebhooks(answer)
          toast({ title: messages.created })
        },
      },
    )
  const isFull = list.length >= webhooks.maxWebhooks
  const opened = list.find((webhook) => webhook.id === logOf)

  return (
    <>
      <PageHeading
        title="Webhooks"
        actions={
          admin && (
            <Button
              icon={Plus}
              busy={create.isPending}
              disabled={isFull}
              disabledReason={messages.tooMany}
              onClick={onAdd}
            >
              Add Webhook
            </Button>
          )
        }
      >
        Get notified in real time.{' '}
        <Link className="underline underline-offset-2" to={screens.integrations}>
          All integrations
        </Link>
      </PageHeading>

      <div className="flex flex-col gap-5">
        <Card>
          <CardTitle>Available events</CardTitle>
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(11rem,auto)_1fr]">
            {webhooks.webhookEvent.options.map((event) => (
              <div key={event} className="sm:contents">
                <dt className="font-semibold">
                  {webhooks.eventNames[event]} <code className="text-sm font-normal text-muted">{event}</code>
                </dt>
                <dd className="text-muted">{eventSentences[event]}</dd>
              </div>
            ))}
          </dl>
        </Card>

        <section aria-label="Configured webhooks" className="flex flex-col gap-5">
          {isPending && <Loading text="Loading webhooks..." />}
          {error && !data && <ErrorState error={error} title={messages.loadFailed} onRetry={() => void refetch()} />}
          {data && list.length === 0 && (
            <Card>
              <EmptyState icon={WebhookIcon} title="No webhooks yet">
                {admin
                  ? 'Press Add Webhook to create one.'
                  : (deniedReason ?? 'An administrator of your organization can add the first one.')}
              </EmptyState>
            </Card>
          )}
          {list.map((webhook, index) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              number={index + 1}
              onList={cacheWebhooks}
              onLog={() => setLogOf(webhook.id)}
            />
          ))}
        </section>

        <Card>
          <CardTitle aside={<CopyButton text={example} label="Copy the example" />}>Data example</CardTitle>
          <p className="mb-3 max-w-[75ch] text-muted">
            Each event is one POST with this JSON. The token is also in the Authorization header. Messages are signed
            with Standard Webhooks; the{' '}
            <a
              className="underline underline-offset-2"
              href="/api/docs#section/Receiving-webhooks"
              target="_blank"
              rel="noopener"
            >
              documentation
              <span className="sr-only"> (opens in a new tab)</span>
            </a>{' '}
            shows how to verify them. Respond with 200. We retry anything else, ten times in three days. Order isn’t
            guaranteed. The JSON has a{' '}
            <a
              className="underline underline-offset-2"
              href={webhooks.payloadSchemaPath}
              target="_blank"
              rel="noopener"
            >
              JSON Schema
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            .
          </p>
          <pre className="rounded-control bg-sunken p-4 text-sm leading-6 break-words whitespace-pre-wrap">
            {example}
          </pre>
        </Card>
      </div>
      {opened && <DeliveryLog webhook={opened} onClose={() => setLogOf(null)} />}
    </>
  )
}

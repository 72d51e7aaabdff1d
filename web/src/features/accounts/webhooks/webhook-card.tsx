import { webhooks } from '@twofold/contract'
import { History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { SaveStatus } from '../../../shared/save-status.tsx'
import { callOrKeepalive, useAutosave } from '../../../shared/use-autosave.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { controlClasses, Field, useFieldProps } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx'
import { type Draft, describeLastResponse, draftOf, updateBodyOf } from './webhook-draft.ts'
import { WebhookSecrets } from './webhook-secrets.tsx'

type List = { webhooks: webhooks.Webhook[] }
export type WebhookCardProps = {
  webhook: webhooks.Webhook
  number: number
  onList: (list: List) => void
  onLog: () => void
}

const toneClasses = {
  submitted: 'bg-submitted-soft text-submitted-text',
  problem: 'bg-problem-soft text-problem-text',
  silent: 'bg-sunken text-muted',
} as const

export function WebhookCard({ webhook, number, onList, onLog }: WebhookCardProps) {
  const { admin } = usePermissions()
  const [draft, setDraft] = useState<Draft>(() => draftOf(webhook))
  const [problem, setProblem] = useState<string | null>(null)
  const [deleting, setDeleting] = useState(false)
  const params = { id: webhook.id }

  const save = useAutosave<Draft>(async (value, keepalive) => {
    try {
      onList(
        await callOrKeepalive(keepalive)(webhooks.updateWebhook, { params, body: { webhook: updateBodyOf(value) } }),
      )
      setProblem(null)
      toast({ title: webhooks.messages.updated })
    } catch (error) {
      setProblem(messageOf(error))
      toastError(webhooks.messages.updateFailed, error)
      throw error
    }
  }, webhooks.editDebounceMs)
  const edit = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    save.edit(next)
  }
  const code = describeLastResponse(webhook.last_code, webhook.last_problem)

  return (
    <Card aria-label={`Webhook ${number}`}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-xl leading-7 font-semibold tracking-[-0.01em]">Webhook {number}</h2>
        <span className={cx('rounded-full px-2.5 py-0.5 text-[0.9375rem]', toneClasses[code.tone])}>{code.label}</span>
        <SaveStatus state={save.state} onRetry={save.retry} />
      </div>
      {webhook.disabled_because && (
        <Notice tone="awaiting" className="mb-4">
          This webhook is off. {webhook.disabled_because}
          {admin && (
            <Button
              variant="secondary"
              size="small"
              className="mt-2 flex"
              onClick={() => {
                save.edit(draft)
                save.retry()
              }}
            >
              Turn back on
            </Button>
          )}
        </Notice>
      )}
      <div className="grid gap-4 md:grid-cols-[1fr_minmax(12rem,auto)]">
        <Field name={`webhook-${webhook.id}-url`} label="URL" error={problem ?? undefined}>
          <UrlInput value={draft.url} disabled={!admin} onChange={(url) => edit({ url })} />
        </Field>
        <Field name={`webhook-${webhook.id}-event`} label="Event">
          <Select
            value={draft.event}
            disabled={!admin}
            onChange={({ target }) => edit({ event: webhooks.webhookEvent.parse(target.value) })}
          >
            {webhooks.webhookEvent.options.map((event) => (
              <option key={event} value={event}>
                {webhooks.eventNames[event]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {admin && (
        <>
          <WebhookSecrets
            webhook={webhook}
            token={draft.token ?? ''}
            onToken={(token) => edit({ token })}
            onList={onList}
          />
          <div className="mt-5 flex flex-wrap items-center gap-2.5">
            <Button variant="secondary" icon={History} onClick={onLog}>
              Deliveries
            </Button>
            <span className="ml-auto">
              <IconButton icon={Trash2} label={`Delete webhook ${number}`} onClick={() => setDeleting(true)} />
            </span>
          </div>
        </>
      )}
      {deleting && <DeleteWebhookDialog webhook={webhook} onList={onList} onClose={() => setDeleting(false)} />}
    </Card>
  )
}

/** The scheme is fixed; a pasted scheme is stripped. */
function UrlInput({
  value,
  disabled,
  onChange,
}: {
  value: string
  disabled: boolean
  onChange: (url: string) => void
}) {
  const field = useFieldProps({})
  return (
    <span className="flex min-w-0">
      <span className="inline-flex items-center rounded-l-control border border-r-0 border-edge bg-sunken px-3 text-muted">
        https://
      </span>
      <input
        {...field}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="hooks.example.org/twofold"
        disabled={disabled}
        value={value}
        onChange={({ target }) => onChange(webhooks.withoutScheme(target.value))}
        className={cx(controlClasses, 'h-11 min-w-0 rounded-l-none px-3')}
      />
    </span>
  )
}

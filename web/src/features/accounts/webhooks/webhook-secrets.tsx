import { webhooks } from '@twofold/contract'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { toast, toastError } from '../../../ui/toast-store.ts'

type Revealed = { token: string; secret: string }
type SecretsProps = {
  webhook: webhooks.Webhook
  token: string
  onToken: (token: string) => void
  onList: (list: { webhooks: webhooks.Webhook[] }) => void
}

/** The audit trail records each reveal. */
export function WebhookSecrets({ webhook, token, onToken, onList }: SecretsProps) {
  const { time_zone: timeZone } = useOrganization()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const params = { id: webhook.id }
  const rotate = useApiMutation(webhooks.rotateWebhookSecret, { failed: webhooks.messages.updateFailed })

  const reveal = async (purpose: 'reading' | 'copying'): Promise<Revealed | null> => {
    try {
      return await call(webhooks.revealWebhook, { params, body: { for: purpose } })
    } catch (error) {
      toastError(webhooks.messages.loadFailed, error)
      return null
    }
  }
  const onReveal = async () => {
    if (revealed) return setRevealed(null)
    const secrets = await reveal('reading')
    if (secrets) setRevealed(secrets)
  }
  const onCopy = async (which: keyof Revealed) => {
    const secrets = await reveal('copying')
    if (!secrets) return
    if (await copyText(secrets[which])) {
      toast({ title: 'Copied!', description: 'Copied to clipboard' })
      return
    }
    setRevealed(secrets)
    toastError('Couldn’t copy', 'Select the text and copy it yourself.')
  }
  const onRotate = () =>
    rotate.mutate(
      { params, body: {} },
      {
        onSuccess: async (list) => {
          onList(list)
          toast({ title: 'New signing secret', description: 'The previous secret also works for 24 hours.' })
          if (revealed) setRevealed(await reveal('reading'))
        },
      },
    )
  const shownToken = revealed && token.startsWith('•') ? revealed.token : token
  const hint = webhook.former_secret_until
    ? `The previous secret also works until ${formatDateTime(webhook.former_secret_until, timeZone)}.`
    : 'Verifies the signature of each message.'

  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      <Field
        name={`webhook-${webhook.id}-token`}
        label="Token"
        inRow
        hint="Sent as a bearer token with each message."
        aside={<CopyLink onCopy={() => onCopy('token')} what="token" />}
      >
        <Input
          value={shownToken}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onFocus={({ target }) => target.value.startsWith('•') && target.select()}
          onChange={({ target }) => onToken(target.value)}
          className="font-mono text-[0.9375rem]"
        />
      </Field>
      <Field
        name={`webhook-${webhook.id}-secret`}
        label="Signing secret"
        inRow
        hint={hint}
        aside={<CopyLink onCopy={() => onCopy('secret')} what="signing secret" />}
      >
        <Input readOnly value={revealed?.secret ?? 'whsec_••••••••'} className="font-mono text-[0.9375rem]" />
      </Field>
      <div className="flex flex-wrap gap-2.5 md:col-span-2">
        <Button variant="secondary" size="small" icon={revealed ? EyeOff : Eye} onClick={() => void onReveal()}>
          {revealed ? 'Hide token and secret' : 'Show token and secret'}
        </Button>
        <Button variant="secondary" size="small" icon={RefreshCw} busy={rotate.isPending} onClick={onRotate}>
          New signing secret
        </Button>
      </div>
    </div>
  )
}

function CopyLink({ onCopy, what }: { onCopy: () => Promise<void>; what: string }) {
  return (
    <button
      type="button"
      className="min-h-6 text-brand-text underline underline-offset-2"
      onClick={() => void onCopy()}
    >
      Copy<span className="sr-only"> the {what}</span>
    </button>
  )
}

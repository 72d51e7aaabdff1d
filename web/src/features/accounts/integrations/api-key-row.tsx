import { apiKeys } from '@twofold/contract'
import { Check, Copy, Eye, EyeOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { SaveStatus } from '../../../shared/save-status.tsx'
import { callOrKeepalive, useAutosave } from '../../../shared/use-autosave.ts'
import { copyText } from '../../../ui/copy-button.tsx'
import { Input } from '../../../ui/field.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { DeleteKeyDialog } from './delete-key-dialog.tsx'

const { messages } = apiKeys
const nameDebounceMs = 500

type RowProps = {
  organizationId: number
  apiKey: apiKeys.ApiKey
  fresh: string | undefined
}

const cell = 'py-3 pr-4 align-top max-md:block max-md:py-1 max-md:pr-0'
const phoneLabel = 'mr-2 text-[0.9375rem] text-muted md:hidden'

export function ApiKeyRow({ organizationId, apiKey, fresh }: RowProps) {
  const { time_zone: timeZone } = useOrganization()
  const params = { id: organizationId, keyId: apiKey.id }
  const [name, setName] = useState(apiKey.name)
  const [shown, setShown] = useState<string | null>(fresh ?? null)
  const [copied, setCopied] = useState(false)
  const [deleting, setDeleting] = useState(false)

  const save = useAutosave<string>(async (value, keepalive) => {
    try {
      await callOrKeepalive(keepalive)(apiKeys.renameApiKey, { params, body: { name: value } })
      void queryClient.invalidateQueries({ queryKey: [apiKeys.listApiKeys.name] })
      toast({ title: messages.updated })
    } catch (error) {
      toastError(messages.updateFailed, error)
      throw error
    }
  }, nameDebounceMs)

  const reveal = async (purpose: 'reading' | 'copying'): Promise<string | null> => {
    try {
      return (await call(apiKeys.revealApiKey, { params, body: { for: purpose } })).key
    } catch (error) {
      toastError(messages.fetchFailed, error)
      return null
    }
  }
  const onCopy = async () => {
    const key = await reveal('copying')
    if (key === null) return
    if (!(await copyText(key))) {
      setShown(key)
      return toastError('Couldn’t copy', 'Select the key and copy it yourself.')
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
    toast({ title: 'Copied!', description: 'Copied to clipboard' })
  }
  const isBlank = name.trim() === ''

  return (
    <tr className="max-md:block max-md:py-3">
      <td className={cell}>
        <Input
          aria-label={`Name of the key ${apiKey.key.slice(-4)}`}
          value={name}
          maxLength={100}
          aria-invalid={isBlank || undefined}
          onChange={({ target }) => {
            setName(target.value)
            if (target.value.trim() === '') save.forget()
            else save.edit(target.value.trim())
          }}
          className="min-w-40"
        />
        {isBlank ? (
          <p className="text-[0.9375rem] text-danger-text">{messages.nameRequired}</p>
        ) : (
          <SaveStatus state={save.state} onRetry={save.retry} />
        )}
      </td>
      <td className={cell}>
        <span className={phoneLabel}>Key</span>
        <code className="text-[0.875rem] leading-6 break-all select-all md:mt-2.5 md:block">{shown ?? apiKey.key}</code>
      </td>
      <td className={`${cell} md:leading-11`}>
        <span className={phoneLabel}>Last Used</span>
        {apiKey.last_used_at ? formatDateTime(apiKey.last_used_at, timeZone) : 'Never'}
      </td>
      <td className={`${cell} md:leading-11`}>
        <span className={phoneLabel}>Last IP</span>
        {apiKey.last_ip_address ?? '–'}
      </td>
      <td className="py-3 align-top whitespace-nowrap max-md:block max-md:py-1">
        <IconButton
          icon={copied ? Check : Copy}
          label={copied ? 'Copied!' : `Copy ${apiKey.name}`}
          onClick={() => void onCopy()}
        />
        <IconButton
          icon={shown === null ? Eye : EyeOff}
          label={shown === null ? `Show ${apiKey.name}` : `Hide ${apiKey.name}`}
          onClick={async () => setShown(shown === null ? await reveal('reading') : null)}
        />
        <IconButton icon={Trash2} label={`Delete ${apiKey.name}`} onClick={() => setDeleting(true)} />
        {deleting && (
          <DeleteKeyDialog organizationId={organizationId} apiKey={apiKey} onClose={() => setDeleting(false)} />
        )}
      </td>
    </tr>
  )
}

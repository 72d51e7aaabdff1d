import { apiKeys } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useState } from 'react'
import { useApiMutation } from '../../../api/use-api.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast-store.ts'

const confirmationWord = 'delete'
type Props = { organizationId: number; apiKey: apiKeys.ApiKey; onClose: () => void }

/** Deleting a key in use breaks a program, so the person must type a word. */
export function DeleteKeyDialog({ organizationId, apiKey, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const remove = useApiMutation(apiKeys.deleteApiKey, {
    refreshes: [apiKeys.listApiKeys],
    failed: 'Failed to delete API key',
  })
  const isInUse = apiKey.last_used_at !== null
  const isReady = !isInUse || typed.trim().toLowerCase() === confirmationWord

  const submit = () => {
    if (!isReady || remove.isPending) return
    remove.mutate(
      { params: { id: organizationId, keyId: apiKey.id } },
      {
        onSuccess: () => {
          toast({ title: apiKeys.messages.deleted, description: `${quoted(apiKey.name)} no longer works.` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title={`Delete ${quoted(apiKey.name)}?`}
      description={
        isInUse
          ? 'This key is in use. Software that uses it will stop working right away.'
          : 'This key hasn’t been used yet. You can’t undo this.'
      }
      footer={
        <CancelAndConfirm
          cancel="Keep it"
          onCancel={onClose}
          variant="danger"
          busy={remove.isPending}
          disabled={!isReady}
          disabledReason={`Type ${confirmationWord} first`}
          onClick={submit}
        >
          Delete key
        </CancelAndConfirm>
      }
    >
      {isInUse && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Field name="delete-key-word" label={`Type “${confirmationWord}” to continue`}>
            <Input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
          </Field>
        </form>
      )}
    </Dialog>
  )
}

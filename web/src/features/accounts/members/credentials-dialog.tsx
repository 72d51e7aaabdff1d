import { type Level, members } from '@twofold/contract'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Radio, RadioGroup, Select } from '../../../ui/choice.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

export type CredentialsChoice = 'revoke' | number

export function leftCredentials(error: unknown): members.LeftCredentials | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return members.leftCredentials.safeParse(error.cause).data ?? null
}

export function CredentialsDialog({
  left,
  level,
  admins,
  organizationId,
  onClose,
  onChoose,
}: {
  left: members.LeftCredentials
  /** The lower level that the person gets, or undefined if the person is removed. */
  level: Level | undefined
  /** Admins who may take over the keys and webhooks. */
  admins: readonly { readonly id: number; readonly name: string }[]
  organizationId: number
  onClose: () => void
  onChoose: (choice: CredentialsChoice) => void
}) {
  const [disposition, setDisposition] = useState<'hand over' | 'revoke'>(admins.length > 0 ? 'hand over' : 'revoke')
  const [newOwnerId, setNewOwnerId] = useState(admins[0]?.id)
  const choice = disposition === 'revoke' ? disposition : newOwnerId
  const lines = [
    ...left.api_keys.map((key) => ({ ...key, kind: 'API key', label: key.name })),
    ...left.webhooks.map((hook) => ({ ...hook, kind: 'Webhook', label: hook.url || 'No address yet' })),
  ]
  return (
    <Dialog
      onClose={onClose}
      title={level ? `Change ${left.maker.name} to ${level} access?` : `Remove ${left.maker.name}?`}
      description={`${left.maker.name} created these API keys and webhooks. They’ll only keep working if someone else takes them over.`}
      footer={
        <CancelAndConfirm onCancel={onClose} variant="danger" onClick={() => choice !== undefined && onChoose(choice)}>
          {level ? 'Change Access' : 'Remove User'}
        </CancelAndConfirm>
      }
    >
      <div className="flex flex-col gap-5">
        <ul className="divide-y divide-hairline rounded-card border border-hairline">
          {lines.map(({ kind, id, label, organization }) => (
            <li key={`${kind} ${id}`} className="px-4 py-2.5">
              <p className="font-semibold break-all">{label}</p>
              <p className="text-[0.9375rem] text-muted">
                {organization.id === organizationId ? kind : `${kind} of ${organization.name}`}
              </p>
            </li>
          ))}
        </ul>
        <RadioGroup legend="What should happen to them?">
          <Radio
            name="credentials"
            value="hand over"
            label="Transfer to someone else"
            hint="They’ll keep working. The audit trail shows the new owner."
            checked={disposition === 'hand over'}
            disabled={admins.length === 0}
            onChange={() => setDisposition('hand over')}
          />
          <Radio
            name="credentials"
            value="revoke"
            label="Revoke them"
            hint="They’ll stop working right away. You can’t undo this."
            checked={disposition === 'revoke'}
            onChange={() => setDisposition('revoke')}
          />
        </RadioGroup>
        {disposition === 'hand over' && (
          <Field name="taker" label="New owner">
            <Select value={newOwnerId} onChange={({ target }) => setNewOwnerId(Number(target.value))}>
              {admins.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
    </Dialog>
  )
}

import { apiKeys } from '@twofold/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { ApiKeyRow } from './api-key-row.tsx'

const { messages } = apiKeys
const columns = ['Key Name', 'Key', 'Last Used', 'Last IP']

/** A new key is shown in full until the dialog closes. */
export function ApiSetupDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const input = { params: { id } }
  const { data, error, isPending, refetch } = useApiQuery(apiKeys.listApiKeys, input, { staleMs: 0 })
  const create = useApiMutation(apiKeys.createApiKey, {
    refreshes: [apiKeys.listApiKeys],
    failed: messages.createFailed,
  })
  const [fullKeys, setFullKeys] = useState<Readonly<Record<number, string>>>({})
  useEffect(() => {
    if (error) toastError(messages.fetchFailed, error)
  }, [error])

  const onCreate = () =>
    create.mutate(
      { ...input, body: {} },
      {
        onSuccess: ({ api_key: created }) => {
          setFullKeys((keys) => ({ ...keys, [created.id]: created.key }))
          toast({ title: messages.created })
        },
      },
    )
  const rows = data?.api_keys ?? []

  return (
    <Dialog
      onClose={onClose}
      width="wide"
      title="API Setup"
      description="Use API keys to connect your own software. A key has the same access as a user with write access."
      footer={
        <Button icon={Plus} busy={create.isPending} onClick={onCreate}>
          New API Key
        </Button>
      }
    >
      {isPending && <Loading text="Loading API keys..." />}
      {error && !data && <ErrorState error={error} title={messages.fetchFailed} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <EmptyState icon={KeyRound} title="No API keys yet">
          Press New API Key to create one.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <table className="w-full border-collapse max-md:block">
          <caption className="sr-only">API keys</caption>
          <thead className="border-b border-hairline max-md:sr-only">
            <tr>
              {columns.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className="py-2 pr-4 text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted"
                >
                  {name}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline max-md:block">
            {rows.map((row) => (
              <ApiKeyRow key={row.id} organizationId={id} apiKey={row} fresh={fullKeys[row.id]} />
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

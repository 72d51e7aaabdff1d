import { organizations } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { safeStorage } from '../../../api/storage.ts'
import { queryClient, queryKeyOf } from '../../../api/use-api.ts'
import type { SaveState } from '../../../shared/autosave.ts'
import { useMe } from '../../../shared/me.tsx'
import { callOrKeepalive, useAutosave } from '../../../shared/use-autosave.ts'
import { toastError } from '../../../ui/toast-store.ts'
import { hasPendingSetup, setPendingSetup } from './pending-setup.ts'

export const setupSaveDelayMs = 2_000

const storage = safeStorage('localStorage')

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500)

async function saveComplete(id: number, keepalive: boolean): Promise<void> {
  try {
    const body = { complete: true } as const
    const { organization } = await callOrKeepalive(keepalive)(organizations.changeOrganization, {
      params: { id },
      body,
    })
    queryClient.setQueryData(queryKeyOf(organizations.getOrganization, { params: { id } }), organization)
  } catch (error) {
    if (!isTemporary(error)) toastError('Failed to update organization', error)
    throw error
  }
}

/**
 * Saves after two seconds, or when the screen, page or session ends. A failed save is retried here or at the next
 * visit.
 */
export function useSetupSave({ id, complete }: Pick<organizations.Organization, 'id' | 'complete'>): {
  state: SaveState
  complete: () => void
  retry: () => void
} {
  const finished = { who: useMe().id, organization: id }
  const [isFromEarlierVisit] = useState(() => !complete && hasPendingSetup(storage, finished))
  const { state, edit, now, retry } = useAutosave<true>(
    (_, keepalive) => saveComplete(id, keepalive),
    setupSaveDelayMs,
    {
      isTemporary: isTemporary,
      store: (isPending) => setPendingSetup(storage, finished, isPending === true),
    },
  )
  useEffect(() => {
    if (isFromEarlierVisit) now(true)
  }, [now, isFromEarlierVisit])
  return { state, complete: () => edit(true), retry }
}

import { organizations } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { safeStorage } from '../../../api/storage.ts'
import { answerKey, queryClient } from '../../../api/use-call.ts'
import type { SaveState } from '../../../shared/autosave.ts'
import { useMe } from '../../../shared/me.tsx'
import { callFor, useAutosave } from '../../../shared/use-autosave.ts'
import { toastError } from '../../../ui/toast-store.ts'
import { isSetupKept, keepSetup } from './kept-setup.ts'

export const setupSaveDelayMs = 2_000

const storage = safeStorage('localStorage')

/**
 * Without a connection, with an unavailable or busy server, or after the session ended, the same save may succeed
 * later.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500)

async function saveComplete(id: number, lasting: boolean): Promise<void> {
  try {
    const body = { complete: true } as const
    const { organization } = await callFor(lasting)(organizations.changeOrganization, { params: { id }, body })
    queryClient.setQueryData(answerKey(organizations.getOrganization, { params: { id } }), organization)
  } catch (error) {
    if (!mayPass(error)) toastError('Failed to update organization', messageOf(error))
    throw error
  }
}

/**
 * Marks the setup complete after two seconds, or immediately when the screen, page, or session ends sooner. A failed
 * save is stored on this device and retried here or at the next visit.
 */
export function useSetupSave({ id, complete }: Pick<organizations.Organization, 'id' | 'complete'>): {
  state: SaveState
  complete: () => void
  retry: () => void
} {
  const finished = { who: useMe().id, organization: id }
  const [isFromBefore] = useState(() => !complete && isSetupKept(storage, finished))
  const { state, edit, now, retry } = useAutosave<true>((_, lasting) => saveComplete(id, lasting), setupSaveDelayMs, {
    mayPass,
    keep: (isWanted) => keepSetup(storage, finished, isWanted === true),
  })
  useEffect(() => {
    if (isFromBefore) now(true)
  }, [now, isFromBefore])
  return { state, complete: () => edit(true), retry }
}

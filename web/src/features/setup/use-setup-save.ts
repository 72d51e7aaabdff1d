import { organizations } from '@twofold/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { beforeLogout, lastingCall, onPageLeaving } from '../../api/before-leaving.ts'
import { call } from '../../api/call.ts'
import { safeStorage } from '../../api/storage.ts'
import { answerKey, queryClient } from '../../api/use-call.ts'
import { useMe } from '../../shell/me.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { createDelayedSave, type SaveState } from './delayed-save.ts'
import { isSetupKept, keepSetup } from './kept-setup.ts'

const storage = safeStorage('localStorage')

/** No connection, a server that is away or busy, a session that ended: the same save may succeed later. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500)

async function saveComplete(id: number, lasting: boolean): Promise<void> {
  try {
    const send = lasting ? lastingCall : call
    const { organization } = await send(organizations.changeOrganization, { params: { id }, body: { complete: true } })
    queryClient.setQueryData(answerKey(organizations.getOrganization, { params: { id } }), organization)
  } catch (error) {
    if (!mayPass(error)) toastError('Failed to update organization', messageOf(error))
    throw error
  }
}

/**
 * Marks the setup complete, two seconds after being told to; at once when the screen, the page or the session is left
 * before. What could not get through is kept on this device and tried again, here or at the next visit.
 */
export function useSetupSave({ id, complete }: Pick<organizations.Organization, 'id' | 'complete'>): {
  state: SaveState
  complete: () => void
  retry: () => void
} {
  const finished = { who: useMe().id, organization: id }
  const [save] = useState(() =>
    createDelayedSave({
      save: (lasting) => saveComplete(id, lasting),
      mayPass,
      keep: (isWanted) => keepSetup(storage, finished, isWanted),
    }),
  )
  const [isFromBefore] = useState(() => !complete && isSetupKept(storage, finished))
  const state = useSyncExternalStore(save.subscribe, save.state)
  useEffect(() => {
    if (isFromBefore) save.retry()
    const ends = [onPageLeaving(() => void save.leave()), beforeLogout(save.leave)]
    window.addEventListener('online', save.wake)
    return () => {
      for (const end of ends) end()
      window.removeEventListener('online', save.wake)
      void save.leave().finally(save.end)
    }
  }, [save, isFromBefore])
  return { state, complete: save.ask, retry: save.retry }
}

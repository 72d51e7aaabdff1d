import { donations, organizations, statistics } from '@twofold/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call, createCall } from '../../../api/call.ts'
import { session } from '../../../api/session.ts'
import { answerKey, queryClient } from '../../../api/use-call.ts'
import { toastError } from '../../../ui/toast-store.ts'
import { createDelayedSave, type SaveState } from './delayed-save.ts'

/** The browser carries this to its end when the page is gone. */
const { call: lastingCall } = createCall(session, (address, sent) => fetch(address, { ...sent, keepalive: true }))

// The gifts that waited for the setup are looked at by a job, which takes a moment.
const waitingGiftsMs = 3_000
const readAgain = () => {
  for (const { name } of [statistics.getStatistics, statistics.getStanding, donations.listDonations]) {
    void queryClient.invalidateQueries({ queryKey: [name] })
  }
}

async function saveComplete(id: number, lasting: boolean): Promise<void> {
  try {
    const send = lasting ? lastingCall : call
    const { organization } = await send(organizations.changeOrganization, { params: { id }, body: { complete: true } })
    queryClient.setQueryData(answerKey(organizations.getOrganization, { params: { id } }), organization)
    setTimeout(readAgain, waitingGiftsMs)
  } catch (error) {
    toastError('Failed to update organization', messageOf(error))
    throw error
  }
}

/** Marks the setup complete, two seconds after being told to; at once when the screen or the page is left before. */
export function useSetupSave(organizationId: number): { state: SaveState; complete: () => void; retry: () => void } {
  const [save] = useState(() => createDelayedSave((lasting) => saveComplete(organizationId, lasting)))
  const state = useSyncExternalStore(save.subscribe, save.state)
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') save.leave()
    }
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', save.leave)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', save.leave)
      save.leave()
    }
  }, [save])
  return { state, complete: save.ask, retry: save.retry }
}

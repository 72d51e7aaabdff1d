import { beingSetUpMessage } from '@twofold/contract'
import { useSyncExternalStore } from 'react'
import { setUp } from '../api/client.ts'
import { Notice } from '../ui/notice.tsx'

/** For the first minute of a new installation. Calls are repeated automatically. */
export function SetUpNotice() {
  const isAwaited = useSyncExternalStore(setUp.subscribe, setUp.isAwaited, () => false)
  return isAwaited ? (
    <Notice tone="awaiting" className="mb-6">
      {beingSetUpMessage}
    </Notice>
  ) : null
}

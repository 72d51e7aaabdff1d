import type { mails } from '@twofold/contract'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { toastError } from '../../../ui/toast-store.ts'

/** An action without emails runs at once. It does not run if their number is unknown. */
export function useSendReview() {
  const [pending, setPending] = useState<{ review: mails.SendReview; act: () => void } | null>(null)
  const [isCounting, setCounting] = useState(false)
  return {
    review: pending?.review ?? null,
    isCounting: isCounting,
    ask: async (loadReview: () => Promise<mails.SendReview>, act: () => void) => {
      setCounting(true)
      try {
        const review = await loadReview()
        if (review.mails === 0 && review.is_whole) act()
        else setPending({ review, act })
      } catch (error) {
        // A refused action sends no emails.
        const isRefused = error instanceof ApiError && error.code === 'conflict'
        const prefix = isRefused ? '' : 'We couldn’t check how many donors this would email. '
        toastError('No changes made', `${prefix}${messageOf(error)}`)
      } finally {
        setCounting(false)
      }
    },
    send: () => {
      setPending(null)
      pending?.act()
    },
    close: () => setPending(null),
  }
}

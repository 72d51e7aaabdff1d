import type { mails } from '@twofold/contract'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { toastError } from '../../../ui/toast-store.ts'

/**
 * Does something that may mail donors: at once where it mails nobody, else when its review was seen and sent. Nothing is done
 * where nobody can say how many it mails.
 */
export function useSendReview() {
  const [asked, setAsked] = useState<{ review: mails.SendReview; act: () => void } | null>(null)
  const [isLooking, setLooking] = useState(false)
  return {
    review: asked?.review ?? null,
    isLooking,
    ask: async (look: () => Promise<mails.SendReview>, act: () => void) => {
      setLooking(true)
      try {
        const review = await look()
        if (review.mails === 0 && review.is_whole) act()
        else setAsked({ review, act })
      } catch (error) {
        // What cannot be done at all has no donors to count.
        const isRefused = error instanceof ApiError && error.code === 'conflict'
        const why = isRefused ? '' : 'We couldn’t tell how many donors this would email. '
        toastError('Nothing was done yet', `${why}${messageOf(error)}`)
      } finally {
        setLooking(false)
      }
    },
    send: () => {
      setAsked(null)
      asked?.act()
    },
    close: () => setAsked(null),
  }
}

import type { mails } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toastError } from '../../ui/toast-store.ts'

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
        toastError('Nothing was done yet', `We couldn’t tell how many donors this would email. ${messageOf(error)}`)
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

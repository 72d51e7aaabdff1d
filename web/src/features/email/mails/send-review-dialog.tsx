import type { mails } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SendButton } from './send-button.tsx'
import { SendReview } from './send-review.tsx'

type Props = {
  review: mails.SendReview | null
  title: string
  action: string
  onSend: () => void
  onClose: () => void
  /** The emails belong to several organizations, including the current one. */
  several?: boolean
  children?: ReactNode
}

export function SendReviewDialog({ review, title, action, onSend, onClose, several = false, children }: Props) {
  if (!review) return null
  return (
    <Dialog
      readFirst
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <SendButton review={review} onSend={onSend}>
            {action}
          </SendButton>
        </>
      }
    >
      {children}
      <SendReview review={review} several={several} />
      {review.waits_because === null && !several && review.mails > 0 && (
        <p className="mt-3 text-[0.9375rem] text-muted">
          {review.mails === 1
            ? 'You can pause it on the dashboard until it’s sent.'
            : 'You can pause them on the dashboard until they’re sent.'}
        </p>
      )}
    </Dialog>
  )
}

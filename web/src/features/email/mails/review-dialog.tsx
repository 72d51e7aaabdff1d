import type { mails } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SendButton } from './send-button.tsx'
import { SendReview } from './send-review.tsx'

type Asked = {
  /** What would be sent; null: nobody is asked. */
  review: mails.SendReview | null
  title: string
  /** What the button does that sends them. */
  action: string
  onSend: () => void
  onClose: () => void
  /** The emails are of several organizations, and one of these works here. */
  several?: boolean
  children?: ReactNode
}

/** Before something that mails donors: how many, when, one of them, and the button that does it. */
export function ReviewDialog({ review, title, action, onSend, onClose, several = false, children }: Asked) {
  if (!review) return null
  return (
    <Dialog
      open
      readFirst
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
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
            ? 'Until it goes out, you can hold it on the dashboard.'
            : 'Until they go out, you can hold them on the dashboard.'}
        </p>
      )}
    </Dialog>
  )
}

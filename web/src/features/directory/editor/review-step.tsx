import type { mails } from '@twofold/contract'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SendButton } from '../../mails/index.ts'
import { ChangeReview } from './change-review.tsx'

/** The second step of a dialog: what saving it would bring. */
export function ReviewStep({
  review,
  busy,
  action,
  onBack,
  onSave,
  onClose,
}: {
  review: mails.ChangeReview
  busy: boolean
  action: string
  onBack: () => void
  onSave: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      key="review"
      open
      readFirst
      keep
      onClose={onClose}
      title="What this changes"
      footer={
        <>
          <Button look="secondary" onClick={onBack}>
            Back
          </Button>
          <SendButton review={review.mails} busy={busy} onSend={onSave}>
            {action}
          </SendButton>
        </>
      }
    >
      <ChangeReview review={review} />
    </Dialog>
  )
}

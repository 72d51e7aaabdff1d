import { mails } from '@twofold/contract'
import { useState } from 'react'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { needsConfirmation } from './mail-text.ts'

type SendButtonProps = Omit<ButtonProps, 'onClick' | 'asChild'> & {
  /** Null while unknown or without emails. */
  review: mails.SendReview | null
  onSend: () => void
}

/** Above 100 emails the first click shows the number, and the second one starts them. */
export function SendButton({ review, onSend, children, ...button }: SendButtonProps) {
  const [confirmed, setConfirmed] = useState<number | null>(null)
  const needsConfirming = review !== null && needsConfirmation(review)
  // Another number of emails needs a new confirmation.
  const isConfirming = needsConfirming && confirmed === review.mails
  // Emails caused by directory changes are held for review first.
  const verb = review?.waits_because === 'directory' ? 'prepare' : 'send'
  const confirmOrSend = () => {
    if (needsConfirming && !isConfirming) return setConfirmed(review.mails)
    setConfirmed(null)
    onSend()
  }
  return (
    <>
      {isConfirming && (
        <p role="status" className="flex min-w-48 flex-1 items-center text-[0.9375rem]">
          This {verb}s more than {mails.confirmSendAbove} emails. Press again to confirm.
        </p>
      )}
      <Button {...button} onClick={confirmOrSend}>
        {isConfirming ? `Yes, ${verb} ${formatCount(review.mails)} emails` : children}
      </Button>
    </>
  )
}

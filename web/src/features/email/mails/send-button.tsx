import { mails } from '@twofold/contract'
import { useState } from 'react'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { asksAgain } from './mail-words.ts'

type SendButtonProps = Omit<ButtonProps, 'onClick' | 'asChild'> & {
  /** What pressing it sends; null while it is not known or sends nothing. */
  review: mails.SendReview | null
  onSend: () => void
}

/** A button that starts emails. Above 100 the first press only says how many, and the second one does it. */
export function SendButton({ review, onSend, children, ...button }: SendButtonProps) {
  const [confirmed, setConfirmed] = useState<number | null>(null)
  const isAsked = review !== null && asksAgain(review)
  // What was said yes to is this number: another one is asked about again.
  const isArmed = isAsked && confirmed === review.mails
  // Those that follow from news of the directory are held before they go anywhere.
  const verb = review?.waits_because === 'directory' ? 'prepare' : 'send'
  const press = () => {
    if (isAsked && !isArmed) return setConfirmed(review.mails)
    setConfirmed(null)
    onSend()
  }
  return (
    <>
      {isArmed && (
        <p role="status" className="flex min-w-48 flex-1 items-center text-[0.9375rem]">
          This {verb}s more than {mails.pressAgainAbove} emails. Press once more to go on.
        </p>
      )}
      <Button {...button} onClick={press}>
        {isArmed ? `Yes, ${verb} ${formatCount(review.mails)} emails` : children}
      </Button>
    </>
  )
}

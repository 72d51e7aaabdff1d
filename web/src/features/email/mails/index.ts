/** Review of emails to donors before they are sent: count, schedule, a sample, and hold. Used for every bulk email action. */

export { limitsInWords } from './mail-words.ts'
export { SendButton } from './send-button.tsx'
export { SampleFrame, SendReview } from './send-review.tsx'
export { SendReviewDialog } from './send-review-dialog.tsx'
export { useSendReview } from './use-send-review.ts'
export { WaitingEmails } from './waiting-emails.tsx'

/** Review of emails to donors before they are sent: count, schedule, a sample, and hold. Used for every bulk email action. */

export { ReviewDialog } from './review-dialog.tsx'
export { SendButton } from './send-button.tsx'
export { SampleFrame, SendReview } from './send-review.tsx'
export { useSendReview } from './use-send-review.ts'
export { WaitingMails } from './waiting-mails.tsx'

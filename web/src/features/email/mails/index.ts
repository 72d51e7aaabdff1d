/** Every bulk email action uses this review. */

export { limitsInWords } from './mail-words.ts'
export { SendButton } from './send-button.tsx'
export { SampleFrame, SendReview } from './send-review.tsx'
export { SendReviewDialog } from './send-review-dialog.tsx'
export { useSendReview } from './use-send-review.ts'
export { WaitingEmails } from './waiting-emails.tsx'

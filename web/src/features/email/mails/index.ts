/** Mails to donors before they leave: how many, when, one of them, and how to hold them. Stands wherever mails start in bulk. */

export { ReviewDialog } from './review-dialog.tsx'
export { SendButton } from './send-button.tsx'
export { SampleFrame, SendReview } from './send-review.tsx'
export { useSendReview } from './use-send-review.ts'
export { WaitingMails } from './waiting-mails.tsx'

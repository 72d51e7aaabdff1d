import type { outlook } from '@twofold/contract'

/** What the cards of the outlook share: one answer for all of them. */
export type OutlookGiven = {
  readonly data: outlook.Outlook | undefined
  readonly waiting: boolean
  readonly failed: boolean
  readonly onRetry: () => void
}

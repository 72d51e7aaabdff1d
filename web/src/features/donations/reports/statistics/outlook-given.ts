import type { outlook } from '@twofold/contract'

/** Props of the outlook cards, which share one response. */
export type OutlookGiven = {
  readonly data: outlook.Outlook | undefined
  readonly waiting: boolean
  readonly failed: boolean
  readonly onRetry: () => void
}

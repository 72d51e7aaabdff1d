import type { outlook } from '@twofold/contract'

/** The outlook cards share one response. */
export type OutlookCardProps = {
  readonly data: outlook.Forecasts | undefined
  readonly waiting: boolean
  readonly failed: boolean
  readonly onRetry: () => void
}

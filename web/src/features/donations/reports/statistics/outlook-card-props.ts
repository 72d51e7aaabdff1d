import type { outlook } from '@twofold/contract'

export type OutlookCardProps = {
  readonly data: outlook.Forecasts | undefined
  readonly waiting: boolean
  readonly failed: boolean
  readonly onRetry: () => void
}

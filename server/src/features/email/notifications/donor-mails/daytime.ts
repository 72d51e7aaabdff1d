import type { Config } from '../../../../config.ts'

/** A delay below 60 s is for manual testing, where waiting at night would look like a fault. */
export const hasQuietHours = ({ isProduction, mailDelaySeconds }: Pick<Config, 'isProduction' | 'mailDelaySeconds'>) =>
  isProduction || mailDelaySeconds >= 60

import type { Config } from '../../../../config.ts'

/**
 * Whether the donor's night is kept. Outside production a delay of less than a minute is there for trying things out, and
 * whoever tries at night would take the silence for a fault.
 */
export const keepsNight = ({ isProduction, mailDelaySeconds }: Pick<Config, 'isProduction' | 'mailDelaySeconds'>) =>
  isProduction || mailDelaySeconds >= 60

import { mails } from '@twofold/contract'
import type { Config } from '../../../../config.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** A delay below 60 s is for manual testing, where waiting at night would look like a fault. */
export const hasQuietHours = ({ isProduction, mailDelaySeconds }: Pick<Config, 'isProduction' | 'mailDelaySeconds'>) =>
  isProduction || mailDelaySeconds >= 60

const limits = mails.donorMailLimits

/** SQL: `moment`, or the next morning if it is night in organization `o`. */
export const daytimeFrom = (moment: Date) => {
  const local = sql`(${moment}::timestamptz AT TIME ZONE o.time_zone)`
  const morningOffset = sql`make_interval(hours => ${limits.fromHour}::int)`
  return sql`CASE
    WHEN extract(hour FROM ${local}) < ${limits.fromHour}
      THEN (date_trunc('day', ${local}) + ${morningOffset}) AT TIME ZONE o.time_zone
    WHEN extract(hour FROM ${local}) >= ${limits.untilHour}
      THEN (date_trunc('day', ${local}) + interval '1 day' + ${morningOffset}) AT TIME ZONE o.time_zone
    ELSE ${moment}::timestamptz END`
}

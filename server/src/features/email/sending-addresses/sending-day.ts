import { dayAt, endOfDay } from '@twofold/matching'

/** Daily limits count from midnight Eastern Time, when donors on the mainland sleep. */

export const sendingDayZone = 'America/New_York'

export const sendingDay = (at: Date): string => dayAt(at, sendingDayZone) ?? ''

/** Days since 1970. */
export const sendingDayNumber = (at: Date): number => Date.parse(sendingDay(at)) / 86_400_000

export const startOfNextSendingDay = (at: Date): Date =>
  new Date(endOfDay(sendingDayNumber(at), sendingDayZone).getTime() + 1)

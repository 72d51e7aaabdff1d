import { dayAt, endOfDay } from '@twofold/matching'

/** The day that daily limits count in. It changes at midnight Eastern Time, when donors on the mainland sleep. */

export const placesZone = 'America/New_York'

/** `YYYY-MM-DD` */
export const placesDay = (at: Date): string => dayAt(at, placesZone) ?? ''

/** Days since 1970. */
export const placesDayNumber = (at: Date): number => Date.parse(placesDay(at)) / 86_400_000

/** Returns the start of the next day. */
export const nextDayAfter = (at: Date): Date => new Date(endOfDay(placesDayNumber(at), placesZone).getTime() + 1)

import { dayAt, endOfDay } from '@twofold/matching'

/** The day of whose places a mail takes one, by the companies' clock: it changes days while donors of the mainland sleep. */

export const placesZone = 'America/New_York'

/** `YYYY-MM-DD` */
export const placesDay = (at: Date): string => dayAt(at, placesZone) ?? ''

/** Days since 1970. */
export const placesDayNumber = (at: Date): number => Date.parse(placesDay(at)) / 86_400_000

/** The moment at which the day after that of `at` begins. */
export const nextDayAfter = (at: Date): Date => new Date(endOfDay(placesDayNumber(at), placesZone).getTime() + 1)

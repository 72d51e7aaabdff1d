import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Returns a log of one JSON line per event. Addresses, names, and tokens are never logged. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return to ? pino(options, to) : pino(options)
}

import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Returns a log of one JSON line per event. Addresses, names, and tokens are never logged. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return destination ? pino(options, destination) : pino(options)
}

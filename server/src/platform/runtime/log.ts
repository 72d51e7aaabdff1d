import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** One JSON line per event, on standard output where nothing else is said. Addresses, names and tokens are never logged. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return to ? pino(options, to) : pino(options)
}

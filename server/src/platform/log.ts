import { type Logger, pino } from 'pino'

export type Log = Logger

/** One JSON line per event on standard output. Addresses, names and tokens are never logged. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

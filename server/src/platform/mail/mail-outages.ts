import { type Database, readOnly, withoutTenant } from '../database/database.ts'
import { runEvery } from '../jobs/run-every.ts'
import { beginMailOutage, endMailOutage, getOutgoing } from '../outgoing/outgoing.queries.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'

type WatchOptions = { readonly database: Database; readonly clock: Clock; readonly log: Log }

/** A node reads the database this often for outages that another node recorded. */
const refreshAfterMs = 30_000
const probeEveryMs = 15_000

export type MailOutages = {
  readonly failed: (problem: string) => Promise<void>
  readonly succeeded: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Records outages of the mail server, with one log line each. `probe` throws while it is unreachable. */
export function watchMailOutages({ database, clock, log }: WatchOptions, probe: () => Promise<unknown>): MailOutages {
  let knownState: 'away' | 'there' | undefined
  let knownAtMs = Number.NEGATIVE_INFINITY
  const isNews = (state: 'away' | 'there'): boolean => {
    if (knownState === state && performance.now() - knownAtMs < refreshAfterMs) return false
    knownState = state
    knownAtMs = performance.now()
    return true
  }
  const logFailure = (stateChange: Promise<void>): Promise<void> =>
    stateChange.catch((error: Error) => {
      knownState = undefined
      log.warn({ problem: error.message }, 'the state of the mail server could not be recorded')
    })

  const recordFailure = async (problem: string): Promise<void> => {
    if (!isNews('away')) return
    const isNew = await withoutTenant(database, (db) => beginMailOutage(db, clock(), problem))
    if (isNew) log.error({ problem }, 'the mail server is away: emails wait and are sent when it is back')
  }
  const recordSuccess = async (): Promise<void> => {
    if (!isNews('there')) return
    const wasUnavailable = await withoutTenant(database, (db) => endMailOutage(db, clock()))
    if (wasUnavailable) log.warn({}, 'the mail server is back')
  }
  const probeLoop = runEvery({
    name: 'probing the mail server',
    everyMs: probeEveryMs,
    log,
    work: async () => {
      const state = await withoutTenant(readOnly(database), getOutgoing)
      if (!state.mail_away_since || state.mail_back_at) return false
      const isBack = await probe().then(
        () => true,
        () => false,
      )
      knownState = undefined
      if (isBack) await recordSuccess()
      return false
    },
  })
  return {
    failed: (problem) => logFailure(recordFailure(problem)),
    succeeded: () => logFailure(recordSuccess()),
    stop: () => probeLoop.stop(),
  }
}

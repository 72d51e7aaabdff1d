import { webhooks } from '@twofold/contract'
import { acrossOrganizations } from '../../platform/database/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import { deliver } from './deliver.ts'
import { claimDue, type Due, deleteOldDeliveries } from './deliveries.queries.ts'

const pollMs = 500
const atOnce = 20
const atOncePerWebhook = 2
const hourMs = 3_600_000

/** Sends what is due until `stop` is called, which waits for what is in flight. Several nodes may run it at once. */
export function runDeliveries(platform: Platform): { stop: () => Promise<void> } {
  const inFlight = new Map<Due, Promise<void>>()
  let stopping = false
  let wake: () => void = () => {}

  const claim = async (): Promise<readonly Due[]> => {
    const limit = atOnce - inFlight.size
    if (limit <= 0) return []
    const query = { now: platform.clock(), limit, busy: busyWebhooks([...inFlight.keys()]) }
    return acrossOrganizations(platform.database, (db) => claimDue(db, query)).catch((error: Error) => {
      platform.log.error({ problem: error.message }, 'webhook deliveries')
      return []
    })
  }
  const begin = (due: Due): void => {
    const sending = deliver(platform, due)
      .catch((error: Error) => platform.log.error({ id: due.id, problem: error.message }, 'a webhook delivery'))
      .finally(() => {
        inFlight.delete(due)
        wake()
      })
    inFlight.set(due, sending)
  }
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const loop = async (): Promise<void> => {
    while (!stopping) {
      const claimed = await claim()
      for (const due of claimed) begin(due)
      if (claimed.length === 0 && !stopping) await pause()
    }
  }

  const running = loop()
  const sweeping = runEvery({
    name: 'old webhook deliveries',
    everyMs: hourMs,
    log: platform.log,
    work: async () => {
      const before = new Date(platform.clock().getTime() - webhooks.deliveriesKeptDays * 24 * hourMs)
      await acrossOrganizations(platform.database, (db) => deleteOldDeliveries(db, before))
      return false
    },
  })
  return {
    stop: async () => {
      stopping = true
      wake()
      await Promise.all([running, sweeping.stop()])
      await Promise.all(inFlight.values())
    },
  }
}

function busyWebhooks(inFlight: readonly Due[]): number[] {
  const counts = new Map<number, number>()
  for (const { webhookId } of inFlight) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= atOncePerWebhook).map(([id]) => id)
}

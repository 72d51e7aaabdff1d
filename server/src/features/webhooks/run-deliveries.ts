import { webhooks } from '@twofold/contract'
import { acrossOrganizations, readAcrossOrganizations } from '../../platform/database/database.ts'
import { rememberGivenUp } from '../../platform/given-up.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import { deliver } from './deliver.ts'
import {
  type Busy,
  claimDue,
  type Due,
  deleteOldDeliveries,
  deleteUnusedHosts,
  someWaiting,
} from './deliveries.queries.ts'

const pollMs = 500
// Sockets that wait are cheap. Twenty receivers that keep silent hold up nobody, and no organization and no host has so
// many at once that it would take a tenth of them.
const atOnce = 200
const atOncePer = { webhook: 2, organization: 10, host: 10 }
const hourMs = 3_600_000

/** Sends what is due until `stop` is called, which waits for what is in flight. Several nodes may run it at once. */
export function runDeliveries(platform: Platform): { stop: () => Promise<void> } {
  const inFlight = new Map<Due, Promise<void>>()
  const givenUp = rememberGivenUp()
  let stopping = false
  let wake: () => void = () => {}

  const claim = async (): Promise<readonly Due[]> => {
    const limit = atOnce - inFlight.size
    if (limit <= 0) return []
    if ((await readAcrossOrganizations(platform.database, someWaiting)).length === 0) return []
    const busy = busyWith([...inFlight.keys()])
    const query = { now: platform.clock(), limit, busy, node: platform.presence.node(), givenUp: givenUp.ids() }
    const claimed = await acrossOrganizations(platform.database, (db) => claimDue(db, query))
    givenUp.forget(claimed.map(({ id }) => id))
    return claimed
  }
  const begin = (due: Due): void => {
    const sending = deliver(platform, due, givenUp)
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
      const claimed = await claim().catch((error: Error) => {
        platform.log.error({ problem: error.message }, 'webhook deliveries')
        return []
      })
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
      await acrossOrganizations(platform.database, deleteUnusedHosts)
      return acrossOrganizations(platform.database, (db) => deleteOldDeliveries(db, before))
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

function busyWith(inFlight: readonly Due[]): Busy {
  const atLeast = <Name>(names: readonly Name[], count: number): Name[] => {
    const counts = new Map<Name, number>()
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    return [...counts].filter(([, found]) => found >= count).map(([name]) => name)
  }
  const hosts = inFlight.flatMap(({ host }) => (host === null ? [] : [host]))
  return {
    webhooks: atLeast(
      inFlight.map(({ webhookId }) => webhookId),
      atOncePer.webhook,
    ),
    organizations: atLeast(
      inFlight.map(({ organizationId }) => organizationId),
      atOncePer.organization,
    ),
    hosts: atLeast(hosts, atOncePer.host),
  }
}

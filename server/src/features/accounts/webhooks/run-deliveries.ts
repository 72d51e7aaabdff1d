import { webhooks } from '@twofold/contract'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runQueue } from '../../../platform/jobs/queue.ts'
import type { Worker } from '../../../platform/jobs/run-every.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { deliver } from './deliver.ts'
import { type Busy, claimDue, type DueDelivery, deleteOldDeliveries, deleteUnusedHosts } from './deliveries.queries.ts'

// Waiting sockets are cheap. No organization or host uses more than a twentieth of the slots.
const concurrency = 200
const maxInFlight = { webhook: 2, organization: 10, host: 10 }
const hourMs = 3_600_000

/** `stop` waits for deliveries in flight. Several nodes may run it concurrently. */
export function runDeliveries(platform: Platform): Worker {
  const { database, log, clock } = platform
  const deliveries = runQueue<DueDelivery>(
    {
      name: 'webhook deliveries',
      concurrency,
      claim: (limit, inFlight) =>
        acrossOrganizations(database, (db) => claimDue(db, { now: clock(), limit, busy: busyTargets(inFlight) })),
      // An attempt is shorter than its lease.
      renew: async () => {},
      work: (due) => deliver(platform, due),
    },
    log,
  )
  const cleanup = runEvery({
    name: 'old webhook deliveries',
    everyMs: hourMs,
    log,
    work: async () => {
      const before = new Date(clock().getTime() - webhooks.deliveryRetentionDays * 24 * hourMs)
      await acrossOrganizations(database, deleteUnusedHosts)
      return acrossOrganizations(database, (db) => deleteOldDeliveries(db, before))
    },
  })
  return {
    stop: async () => {
      await Promise.all([deliveries.stop(), cleanup.stop()])
    },
  }
}

function busyTargets(inFlight: readonly DueDelivery[]): Busy {
  const namesAtLimit = <Name>(names: readonly Name[], count: number): Name[] => {
    const counts = new Map<Name, number>()
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    return [...counts].filter(([, found]) => found >= count).map(([name]) => name)
  }
  const hosts = inFlight.flatMap(({ host }) => (host === null ? [] : [host]))
  return {
    webhooks: namesAtLimit(
      inFlight.map(({ webhookId }) => webhookId),
      maxInFlight.webhook,
    ),
    organizations: namesAtLimit(
      inFlight.map(({ organizationId }) => organizationId),
      maxInFlight.organization,
    ),
    hosts: namesAtLimit(hosts, maxInFlight.host),
  }
}

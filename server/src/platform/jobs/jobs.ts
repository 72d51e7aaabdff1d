import type { PoolClient } from 'pg'
import { PgBoss } from 'pg-boss'
import { privilegesLock } from '../database/server-role.ts'
import type { Log } from '../runtime/log.ts'
import { type Listen, listenOn } from './listen.ts'

/** Jobs commit or roll back with the row that caused them. Delivery is at least once: handlers may run twice. */
export type Jobs = {
  /** Adds a job within the running transaction of `client`, to start after the given delay. */
  readonly add: (client: PoolClient, name: string, data: object, afterSeconds?: number) => Promise<void>
  /** Returns whether a job with this data is waiting, running, or scheduled for a retry. */
  readonly isWaited: (client: PoolClient, name: string, data: object) => Promise<boolean>
  readonly open: (names: readonly string[]) => Promise<void>
  readonly work: (name: string, handler: (data: unknown, signal: AbortSignal) => Promise<void>) => Promise<void>
  readonly stop: () => Promise<void>
}

// A killed worker's job runs again within 30 s: its heartbeat and two supervisor intervals.
const heartbeatSeconds = 10
const superviseIntervalSeconds = 5

/**
 * Creates or upgrades the queue's tables as the owner and grants access to them. At an upgrade of pg-boss, check its
 * table `bam`: background index builds would require a lasting owner connection.
 */
export async function prepareJobs(ownerAddress: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerAddress, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    await boss.getDb().executeSql(
      `SELECT pg_advisory_xact_lock(${privilegesLock});
       GRANT USAGE ON SCHEMA pgboss TO twofold_app;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO twofold_app;
       GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA pgboss TO twofold_app;
       GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO twofold_app`,
    )
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Connects to the job queue. `prepareJobs` must have run before. */
export async function startJobs(connectionString: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    migrate: false,
    max: 4,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    useListenNotify: true,
    application_name: 'twofold-jobs',
  })
  boss.on('error', (error: Error) => log.error({ problem: error.message }, 'job queue'))
  const queueDatabase: { listen?: Listen } = boss.getDb()
  queueDatabase.listen = listenOn(connectionString)
  await boss.start()
  const queueOptions = {
    heartbeatSeconds,
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: 3600,
    notify: true,
  }
  return {
    open: async (names) => {
      for (const name of names) await boss.createQueue(name, queueOptions)
    },
    add: async (client, name, data, afterSeconds = 0) => {
      const db = { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) }
      await boss.send(name, data, { db, ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}) })
    },
    isWaited: async (client, name, data) => {
      const { rowCount } = await client.query(
        "SELECT FROM pgboss.job WHERE name = $1 AND data @> $2 AND state IN ('created', 'retry', 'active') LIMIT 1",
        [name, data],
      )
      return rowCount === 1
    },
    work: async (name, handler) => {
      // Retried and delayed jobs are found by polling. A worker polls again when a job ends.
      const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2 }
      const worker = await boss.work<unknown>(name, { ...polling, batchSize: 1 }, async ([job]) => {
        if (!job) return
        boss.notifyWorker(worker)
        await handler(job.data, job.signal)
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000 }),
  }
}

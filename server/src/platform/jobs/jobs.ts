import type { PoolClient } from 'pg'
import { PgBoss } from 'pg-boss'
import { rightsLock } from '../database/server-role.ts'
import type { Log } from '../runtime/log.ts'
import { type Listen, listenOn } from './listen.ts'

/**
 * Work off the request path, in the same database: a job commits or rolls back with the row that caused it.
 * Delivery is at least once, so every handler may run twice.
 */
export type Jobs = {
  /** Queue a job within the running transaction of `client`, to be taken up at once or after so many seconds. */
  readonly add: (client: PoolClient, name: string, data: object, afterSeconds?: number) => Promise<void>
  /** Whether a job with these data waits, runs or is going to be tried again. */
  readonly isWaited: (client: PoolClient, name: string, data: object) => Promise<boolean>
  /** Make the queues, before anything is added to one or worked off. */
  readonly open: (names: readonly string[]) => Promise<void>
  /** Work off a queue, one job at a time per node. */
  readonly work: (name: string, handler: (data: unknown, signal: AbortSignal) => Promise<void>) => Promise<void>
  readonly stop: () => Promise<void>
}

// A killed worker's job is noticed within its heartbeat and two looks of the supervisor, so it runs again within 30 s.
const heartbeatSeconds = 10
const superviseIntervalSeconds = 5

/**
 * Makes or renews the tables of the queue as the owner of the database. The product may use them, and change their rows.
 * A renewal that builds indexes in the background would need an owner that stays: at an upgrade of pg-boss, look at its
 * table `bam`.
 */
export async function prepareJobs(ownerAddress: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerAddress, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {}) // what fails is thrown, too
  await boss.start()
  try {
    await boss.getDb().executeSql(
      `SELECT pg_advisory_xact_lock(${rightsLock});
       GRANT USAGE ON SCHEMA pgboss TO twofold_app;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO twofold_app;
       GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA pgboss TO twofold_app;
       GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO twofold_app`,
    )
  } finally {
    await boss.stop({ graceful: false })
  }
}

export async function startJobs(connectionString: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    migrate: false,
    max: 4,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    // A job starts at its commit instead of at the next look into the queue, half a second later at worst.
    useListenNotify: true,
    application_name: 'twofold-jobs',
  })
  boss.on('error', (error: Error) => log.error({ problem: error.message }, 'job queue'))
  const queueDatabase: { listen?: Listen } = boss.getDb()
  queueDatabase.listen = listenOn(connectionString)
  await boss.start()
  const kept = {
    heartbeatSeconds,
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: 3600,
    notify: true,
  }
  return {
    open: async (names) => {
      for (const name of names) await boss.createQueue(name, kept)
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
      // Jobs that repeat or begin later are not announced: they are found by looking, which eight idle queues did 16 times a
      // second. What came while another job ran is looked for when that one ends.
      const looking = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2 }
      const worker = await boss.work<unknown>(name, { ...looking, batchSize: 1 }, async ([job]) => {
        if (!job) return
        boss.notifyWorker(worker)
        await handler(job.data, job.signal)
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000 }),
  }
}

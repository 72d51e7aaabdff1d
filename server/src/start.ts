import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { loadStarterDirectory } from './features/core/companies/index.ts'
import { inBackground, openDatabase, timeoutsOf } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { prepareDatabase } from './platform/database/prepare-database.ts'
import { waitForDatabase } from './platform/database/wait-for-database.ts'
import { createBucketFiles } from './platform/files/bucket-files.ts'
import { createFolderFiles } from './platform/files/files.ts'
import { createRateLimits } from './platform/http/rate-limits.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import type { Worker } from './platform/jobs/run-every.ts'
import { runOutbox } from './platform/mail/outbox.ts'
import { createMailTransport } from './platform/mail/transport.ts'
import { holdOutgoing } from './platform/outgoing/hold-outgoing.ts'
import { type Clock, createClock } from './platform/runtime/clock.ts'
import { clockCheckIntervalMs, compareClocks } from './platform/runtime/compare-clocks.ts'
import { createLog, type Log } from './platform/runtime/log.ts'
import { createSecrets } from './platform/security/secrets.ts'
import type { Platform } from './platform/services/platform.ts'

export type Running = {
  readonly address: string
  readonly platform: Platform
  /** `/readyz` returns 503 while everything is still served. Resolves after DRAIN_SECONDS or when aborted. */
  readonly drain: (signal: AbortSignal) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Web or worker, depending on ROLE. */
export async function startTwofold(
  config: Config,
  { log = createLog(config.logLevel), signal }: { readonly log?: Log; readonly signal?: AbortSignal } = {},
): Promise<Running> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const ownerUrl = config.databaseUrl ?? embedded?.connectionString ?? ''
  try {
    await waitForDatabase(ownerUrl, { seconds: config.databaseWaitSeconds, log, ...(signal ? { signal } : {}) })
    const address = await prepareDatabase(ownerUrl, { secret: config.secret, log })
    const running = await startOn(config, address, { log, clock: createClock(config.clock) })
    return {
      ...running,
      stop: async () => {
        await running.stop()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The database must be prepared. Tests call this with their own clock. */
export async function startOn(
  config: Config,
  connectionString: string,
  services: { readonly log: Log; readonly clock: Clock },
): Promise<Running> {
  const database = openDatabase(connectionString, timeoutsOf(config.databasePatienceSeconds))
  await holdOutgoing(config, database, services)
  await compareClocks({ database, ...services })
  const compare = () => compareClocks({ database, ...services }).catch(() => {})
  const clockCheck = setInterval(compare, clockCheckIntervalMs).unref()
  let address = config.publicUrl ?? ''
  const platform: Platform = {
    config,
    publicUrl: () => address,
    log: services.log,
    clock: services.clock,
    database,
    secrets: createSecrets(config.secret),
    files: await (config.s3Url ? createBucketFiles(config.s3Url) : createFolderFiles(join(config.dataDir, 'files'))),
    rates: createRateLimits(database),
    jobs: await startJobs(connectionString, services.log),
    mail: createMailTransport(config, { database, ...services }),
  }
  await loadStarterDirectory(platform)
  let prepared = false
  let draining = false
  const { http, features } = await createApp(platform, { isPrepared: () => prepared, isDraining: () => draining })
  await platform.jobs.open(Object.keys(features.jobs))
  const listening = await http.listen({ host: config.host, port: config.port })
  if (!config.publicUrl) address = listening
  for (const prepare of features.beforeWork) await prepare()
  prepared = true
  const workers: Worker[] = []
  if (config.role !== 'web') {
    for (const queue of features.mails) workers.push(inBackground(() => runOutbox(platform, queue)))
    for (const [name, handle] of Object.entries(features.jobs))
      await platform.jobs.work(name, (data, signal) => inBackground(() => handle(data, signal)))
    for (const start of features.workers) workers.push(inBackground(start))
  }
  return {
    address: listening,
    platform,
    drain: async (signal) => {
      draining = true
      services.log.info({ seconds: config.drainSeconds }, 'draining: /readyz returns 503')
      await wait(config.drainSeconds * 1000, undefined, { signal }).catch(() => {})
    },
    stop: async () => {
      draining = true
      // A slow request must not reduce the time for finishing and marking deliveries.
      await Promise.all([http.close(), ...workers.map((worker) => worker.stop())])
      await Promise.all([features.close(), platform.jobs.stop()])
      await platform.mail.close()
      clearInterval(clockCheck)
      await database.close()
    },
  }
}

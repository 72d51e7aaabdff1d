import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from './clock.ts'
import { openStandingConnection } from './database/standing-connection.ts'
import type { Log } from './log.ts'

/** This process as the other nodes see it: an advisory lock that lasts as long as it lives, frozen or not. */
export type Presence = {
  /** The number of the lock; null while the database cannot be reached. */
  readonly node: () => number | null
  readonly stop: () => Promise<void>
}

/** `is_held` of the database looks for this class of locks. */
export const presenceClass = 8_963_655
const skewAtMostMs = 2_000
const comparedEveryMs = 300_000

export async function announcePresence(
  connectionString: string,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): Promise<Presence> {
  let node: number | null = null
  let connection: pg.Client | undefined
  const standing = await openStandingConnection(connectionString, {
    applicationName: 'twofold-node',
    // A machine that is gone or frozen as a whole answers no probes: after 25 s it is taken for dead.
    options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    prepare: async (client) => {
      const number = randomInt(1, 2 ** 31 - 1)
      await client.query('SELECT pg_advisory_lock($1, $2)', [presenceClass, number])
      node = number
      connection = client
      await compareClocks(client, { log, clock })
    },
    lost: () => {
      node = null
      connection = undefined
    },
  })
  const comparing = setInterval(() => {
    if (connection) compareClocks(connection, { log, clock }).catch(() => {}) // asked again in five minutes
  }, comparedEveryMs).unref()
  return {
    node: () => node,
    stop: async () => {
      clearInterval(comparing)
      await standing.close()
    },
  }
}

/** Queues are held by the database's clock; what is due, and what mails and pages say, goes by this node's. */
async function compareClocks(client: pg.Client, { log, clock }: { readonly log: Log; readonly clock: Clock }) {
  const before = clock().getTime()
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const after = clock().getTime()
  const there = rows[0]?.now.getTime() ?? after
  // Whatever the answer took on its way is no skew.
  const skewMs = there < before ? there - before : Math.max(0, there - after)
  if (Math.abs(skewMs) <= skewAtMostMs) return
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  log.warn(
    { seconds },
    `the clock of this node is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the database's: set both by one time server`,
  )
}

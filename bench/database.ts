import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { foldSummaries } from '../server/src/features/statistics/index.ts'
import { createClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { createLog } from '../server/src/platform/log.ts'
import { prepareDatabase as prepareForServer } from '../server/src/platform/prepare-database.ts'
import { startOn } from '../server/src/start.ts'
import { benchSecret } from './child.ts'
import { fullSize, type Generated, generate, type Size } from './generate.ts'
import type { Facts } from './scenario.ts'

export type BenchDatabase = {
  /** As the superuser. */
  readonly connectionString: string
  /** As the role that the product works with. */
  readonly serverAddress: string
  readonly facts: Facts
  /** Makes the bench's person a member of the last small organization too; answers its number. */
  readonly joinSmallest: () => Promise<number>
  readonly stop: () => Promise<void>
}

const log = createLog('silent')
// `growth` has four products at work on one server, each with up to 22 connections.
const enoughConnections = '150'
const prepare = (connectionString: string): Promise<string> =>
  prepareForServer(connectionString, { secret: benchSecret, log })

/** A database of this size and of this edition's schema: made on the first run, kept in the system's folder for passing files. */
export async function prepareDatabase(size: Size): Promise<BenchDatabase> {
  const dataDir = process.env.BENCH_DIR ?? join(tmpdir(), 'twofold-bench')
  const embedded = await startEmbeddedPostgres({ dataDir, log, settings: { max_connections: enoughConnections } })
  const name = `bench_${size.donations}${size.others === fullSize.others ? '' : `_of_${size.others}`}`
  const admin = new pg.Client({ connectionString: embedded.connectionString })
  await admin.connect()
  const address = new URL(embedded.connectionString)
  address.pathname = `/${name}`
  const connectionString = address.href
  const known = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  const isWhole = known.rowCount === 1 && (await isGenerated(connectionString))
  if (!isWhole) {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${name}`)
    await fill(connectionString, size)
  }
  await admin.end()
  const serverAddress = await prepare(connectionString)
  await forgetWaitingMails(connectionString)
  return {
    connectionString,
    serverAddress,
    facts: await readFacts(connectionString),
    joinSmallest: () => joinSmallest(connectionString),
    stop: embedded.stop,
  }
}

/** Migrations are never edited, so a database that takes them is one of this edition. The last table made is the mark. */
async function isGenerated(connectionString: string): Promise<boolean> {
  try {
    await prepare(connectionString)
    return await withClient(connectionString, async (client) => {
      const { rows } = await client.query("SELECT to_regclass('bench_is_whole') IS NOT NULL AS whole")
      return rows[0]?.whole === true
    })
  } catch (error) {
    // Minutes of work are about to be made anew: a migration whose number came late is one reason.
    console.log(`The kept database is not of this edition: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

async function fill(connectionString: string, size: Size): Promise<Generated> {
  const begun = performance.now()
  console.log(`Making ${size.donations.toLocaleString('en')} donations …`)
  const serverAddress = await prepare(connectionString)
  await loadDirectory(serverAddress)
  const generated = await withClient(connectionString, (client) => generate(client, size))
  const database = openDatabase(serverAddress, { statementTimeoutMs: 600_000 })
  while ((await foldSummaries({ database }, 100_000)) > 0);
  await database.close()
  await withClient(connectionString, async (client) => {
    await client.query('VACUUM ANALYZE')
    await client.query('CREATE TABLE bench_is_whole ()')
  })
  console.log(`made in ${Math.round((performance.now() - begun) / 1000)} s`)
  return generated
}

/** The product loads its company directory when it starts. */
async function loadDirectory(serverAddress: string): Promise<void> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(tmpdir(), 'twofold-bench-files'),
    LOG_LEVEL: 'silent',
    DEMO: '0',
  })
  const running = await startOn({ ...config, role: 'web' }, serverAddress, { log, clock: createClock(null) })
  await running.stop()
}

/** Those that presses of an earlier run brought: they were sent, hundreds a second, beside what is measured hours later. */
const forgetWaitingMails = (connectionString: string): Promise<unknown> =>
  withClient(connectionString, (client) =>
    client.query(`DELETE FROM notifications WHERE state IN ('queued', 'sending'); DELETE FROM planned_mails`),
  )

async function readFacts(connectionString: string): Promise<Facts> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query(
      `
      SELECT o.id AS organization_id, (SELECT array_agg(id) FROM (
          SELECT id FROM donations d WHERE d.organization_id = o.id ORDER BY md5('read' || id) LIMIT 500) AS chosen) AS ids,
        (SELECT array_agg(id) FROM (
          SELECT id FROM donations d WHERE d.organization_id = o.id AND d.counted AND d.status_id IN (1, 4, 7, 8, 20, 28)
          ORDER BY md5($1 || id) LIMIT 90000) AS chosen) AS changed,
        c.id, c.name
      FROM organizations o, LATERAL (
        SELECT c.id, c.name FROM donations d JOIN companies c ON c.id = d.company_id WHERE d.organization_id = o.id
        GROUP BY c.id ORDER BY count(*) DESC LIMIT 1) c
      WHERE o.slug = 'bench-0'`,
      [String(Date.now())],
    )
    const [row] = rows
    return {
      organizationId: Number(row.organization_id),
      token: '',
      donationIds: row.ids.map(Number),
      changedIds: row.changed.map(Number),
      company: { id: Number(row.id), name: row.name },
    }
  })
}

const joinSmallest = (connectionString: string): Promise<number> =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query(
      `WITH small AS (SELECT max(id) AS id FROM organizations WHERE slug LIKE 'bench-%'),
       joined AS (INSERT INTO members (organization_id, user_id, level) SELECT id, 1, 'read' FROM small ON CONFLICT DO NOTHING)
       SELECT id FROM small`,
    )
    return Number(rows[0].id)
  })

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { createLog } from '../server/src/platform/runtime/log.ts'
import { generate, type Size } from './generate.ts'
import { loadProduct, root, secret } from './product.ts'

export type BenchFacts = {
  readonly organizationId: number
  readonly smallestId: number
  readonly donationIds: number[]
  readonly changedIds: number[]
  readonly company: { readonly id: number; readonly name: string }
}

export type BenchDatabase = {
  readonly checkout: string
  readonly ownerString: string
  readonly connectionString: string
  readonly facts: BenchFacts
}

export const startCluster = () =>
  startEmbeddedPostgres({
    dataDir: process.env.BENCH_DIR ?? join(tmpdir(), 'twofold-bench'),
    log: createLog('silent'),
    settings: { max_connections: '150' },
  })

/** Has this checkout's schema. Created once and reused. */
export async function openBench(clusterString: string, size: Size, checkout = root): Promise<BenchDatabase> {
  const digest = createHash('md5').update(checkout).digest('hex').slice(0, 6)
  const name = `bench_${size.donations}_of_${size.others}_${digest}`
  const address = new URL(clusterString)
  address.pathname = `/${name}`
  const ownerString = address.href
  const product = await loadProduct(checkout)
  const log = product.createLog('silent')
  const prepare = () => product.prepareDatabase(ownerString, { secret, log })
  const isFilled = async (): Promise<boolean> => {
    await prepare()
    return withClient(ownerString, async (client) => {
      const { rows } = await client.query("SELECT to_regclass('bench_is_filled') IS NOT NULL AS filled")
      return rows[0]?.filled === true
    })
  }
  const isThere = await withClient(clusterString, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    return rowCount === 1
  })
  // A database with an earlier schema may not accept the current migrations.
  if (!isThere || !(await isFilled().catch(() => false))) {
    const begun = performance.now()
    console.log(`Making ${size.donations.toLocaleString('en')} donations …`)
    await withClient(clusterString, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await client.query(`CREATE DATABASE ${name}`)
    })
    const connectionString = await prepare()
    const config = product.readConfig({
      PORT: '0',
      DATA_DIR: join(tmpdir(), 'twofold-bench-files'),
      LOG_LEVEL: 'silent',
      DEMO: '0',
    })
    const clock = product.createClock(null)
    await (await product.startOn({ ...config, role: 'web' }, connectionString, { log, clock })).stop()
    await withClient(ownerString, (client) => generate(client, size))
    const database = product.openDatabase(connectionString, { statementTimeoutMs: 600_000 })
    while ((await product.updateSummaries({ database }, 100_000)) > 0);
    await database.close()
    await withClient(ownerString, (client) => client.query('CREATE TABLE bench_is_filled ()'))
    console.log(`made in ${Math.round((performance.now() - begun) / 1000)} s`)
  }
  const connectionString = await prepare()
  const facts = await withClient(ownerString, async (client) => {
    // Emails from an earlier run would be sent during another measurement.
    await client.query(`DELETE FROM notifications WHERE state IN ('queued', 'sending')`)
    await client.query('DELETE FROM planned_mails')
    await client.query('VACUUM ANALYZE')
    return readFacts(client)
  })
  return { checkout, ownerString, connectionString, facts }
}

export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function readFacts(client: pg.Client): Promise<BenchFacts> {
  const { rows } = await client.query(
    `SELECT o.id, (SELECT max(id) FROM organizations WHERE slug LIKE 'bench-%') AS smallest,
       ARRAY(SELECT d.id FROM donations d WHERE d.organization_id = o.id ORDER BY md5('read' || d.id) LIMIT 500) AS ids,
       ARRAY(SELECT d.id FROM donations d WHERE d.organization_id = o.id AND d.counted AND d.status_id IN (1, 4, 7, 8, 20, 28)
         ORDER BY md5($1 || d.id) LIMIT 20000) AS changed,
       c.id AS company_id, c.name
     FROM organizations o, LATERAL (
       SELECT c.id, c.name FROM donations d JOIN companies c ON c.id = d.company_id WHERE d.organization_id = o.id
       GROUP BY c.id ORDER BY count(*) DESC LIMIT 1) c
     WHERE o.slug = 'bench-0'`,
    [String(Date.now())],
  )
  const [row] = rows
  return {
    organizationId: Number(row.id),
    smallestId: Number(row.smallest),
    donationIds: row.ids.map(Number),
    changedIds: row.changed.map(Number),
    company: { id: Number(row.company_id), name: row.name },
  }
}

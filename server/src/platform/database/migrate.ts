import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Log } from '../runtime/log.ts'
import {
  applyMigration,
  defaultLockTimeouts,
  type LockTimeouts,
  type Migration,
  MigrationError,
} from './apply-migration.ts'

export { MigrationError }

const ownFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const baseline = '0001-baseline/'
/** The last migration before the baseline. A database with this migration already has the baseline's tables. */
const lastBeforeBaseline = '2691-sums-are-written-with-their-donations.sql'

// Any number that all nodes share: 'twofold' on a phone keypad.
const advisoryLock = 8_963_653
const retryAfterMs = 100

type MigrateOptions = { readonly log: Log; readonly folder?: string; readonly timeouts?: LockTimeouts }

/**
 * Applies pending SQL files in name order, each in its own transaction unless the file opts out. @throws MigrationError
 */
export async function migrate(
  connectionString: string,
  { log, folder = ownFolder, timeouts = defaultLockTimeouts }: MigrateOptions,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await acquireLock(client)
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const migrations = readMigrations(folder)
    await continueFromBaseline(client, migrations)
    const { rows } = await client.query<{ name: string; digest: string }>('SELECT name, digest FROM schema_migrations')
    const applied = new Map(rows.map(({ name, digest }) => [name, digest]))
    checkHistory(migrations, applied)
    const isNew = applied.size === 0
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await applyMigration(client, migration, { log, timeouts })
      if (!isNew) log.info({ migration: migration.name }, 'migrated')
    }
    if (isNew) log.info({ migrations: migrations.length }, 'the database was created')
  } finally {
    await client.end()
  }
}

/** Polls instead of waiting in the database, because CREATE INDEX CONCURRENTLY waits for all running statements. */
async function acquireLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [advisoryLock])
    if (rows[0]?.held) return
    await wait(retryAfterMs)
  }
}

async function continueFromBaseline(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const baselineFiles = migrations.filter(({ name }) => name.startsWith(baseline))
  await client.query(
    `WITH former AS (DELETE FROM schema_migrations
       WHERE EXISTS (SELECT FROM schema_migrations WHERE name = $1) AND name <= $1 RETURNING name)
     INSERT INTO schema_migrations (name, digest)
     SELECT c.name, c.digest FROM unnest($2::text[], $3::text[]) AS c (name, digest) WHERE EXISTS (SELECT FROM former)`,
    [lastBeforeBaseline, baselineFiles.map(({ name }) => name), baselineFiles.map(({ digest }) => digest)],
  )
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    })
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const migrationsByName = new Map(migrations.map((migration) => [migration.name, migration]))
  const isBeforeBaseline =
    migrationsByName.has(`${baseline}01-access.sql`) && ![...applied.keys()].some((name) => name.startsWith(baseline))
  for (const [name, digest] of applied) {
    const migration = migrationsByName.get(name)
    if (!migration && isBeforeBaseline) {
      throw new MigrationError(
        `The database is older than ${lastBeforeBaseline}. Start the version of 2026-11-29 once, then this one.`,
      )
    }
    if (!migration) {
      throw new MigrationError(
        `A newer version of Twofold migrated this database: ${name} is unknown here. Start that version or a later one.`,
      )
    }
    if (migration.digest !== digest) {
      throw new MigrationError(
        `${name} was changed after it was applied to this database. Migrations are never edited: bring the file back as it was, ` +
          'and put the change into a new one.',
      )
    }
  }
  const last = [...applied.keys()].sort().at(-1) ?? ''
  const misnumbered = migrations.find(({ name }) => !applied.has(name) && name < last)
  if (misnumbered)
    throw new MigrationError(
      `${misnumbered.name} comes before ${last}, which was already applied. Give it a later number.`,
    )
}

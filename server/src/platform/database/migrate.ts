import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Log } from '../log.ts'
import { applyMigration, type Migration, MigrationError, type Patience, usualPatience } from './apply-migration.ts'

export { MigrationError }

const ownFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

// Any number will do, as long as every node asks for the same one: 'twofold' on a telephone's keys.
const advisoryLock = 8_963_653
const againAfterMs = 100

type Given = { readonly log: Log; readonly folder?: string; readonly patience?: Patience }

/**
 * Brings a database up to this edition: plain SQL files in the order of their names, forward only, each in a transaction
 * of its own or, where it says so, outside of one. Several nodes may start at once; one works, the others wait. Throws
 * `MigrationError`.
 */
export async function migrate(
  connectionString: string,
  { log, folder = ownFolder, patience = usualPatience }: Given,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the statement that runs reports it
  await client.connect()
  try {
    await holdLock(client)
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const { rows } = await client.query<{ name: string; digest: string }>('SELECT name, digest FROM schema_migrations')
    const applied = new Map(rows.map(({ name, digest }) => [name, digest]))
    const migrations = readMigrations(folder)
    check(migrations, applied)
    // Of a new database each is as good as the next: whoever starts the product for the first time reads one line.
    const isNew = applied.size === 0
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await applyMigration(client, migration, { log, patience })
      if (!isNew) log.info({ migration: migration.name }, 'migrated')
    }
    if (isNew) log.info({ migrations: migrations.length }, 'the database was made')
  } finally {
    await client.end() // gives back the lock, too
  }
}

/** Asks instead of waiting in the database: an index that is built concurrently waits for every statement that is under way. */
async function holdLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [advisoryLock])
    if (rows[0]?.held) return
    await wait(againAfterMs)
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    })
}

function check(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [name, digest] of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new MigrationError(
        `The database was migrated by a newer edition of Twofold: ${name} is not known here. Start that edition, or one after it.`,
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
  const early = migrations.find(({ name }) => !applied.has(name) && name < last)
  if (early) throw new MigrationError(`${early.name} comes before ${last}, which is applied already. Number it after.`)
}

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../runtime/log.ts'

/** The database and the migrations of this edition do not match; the message explains what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

export type Migration = { readonly name: string; readonly text: string; readonly digest: string }

// A statement that waits for a lock blocks later ones, so it gives up soon and is retried for about five minutes.
export type LockTimeouts = { readonly lockTimeoutMs: number; readonly attempts: number; readonly pauseMs: number }
export const defaultLockTimeouts: LockTimeouts = { lockTimeoutMs: 2_000, attempts: 60, pauseMs: 3_000 }
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

/** The first line of a file whose only statement cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
const outsideMarker = /^-- outside a transaction\b/

/** Applies and records a migration. A crash at any point is safe: the next start repeats it. @throws MigrationError */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  { log, timeouts }: { readonly log: Log; readonly timeouts: LockTimeouts },
): Promise<void> {
  const isOutside = outsideMarker.test(migration.text)
  for (let attempt = 1; ; attempt++) {
    try {
      return await (isOutside ? applyOutside(client, migration) : applyInTransaction(client, migration, timeouts))
    } catch (error) {
      if (!isBusy(error)) throw migrationFailure(migration, error, isOutside)
      if (attempt === timeouts.attempts) {
        throw new MigrationError(
          `${migration.name} could not be applied: its tables were in use the whole time. Let what runs on the database ` +
            'for long (a dump, a report, an open session) end, and start again.',
          { cause: error },
        )
      }
      log.warn({ migration: migration.name, attempt }, 'the table is locked; retrying')
      await wait(timeouts.pauseMs)
    }
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration, timeouts: LockTimeouts): Promise<void> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${Math.trunc(timeouts.lockTimeoutMs)}`)
    await client.query(migration.text)
    await recordMigration(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  refuseUnrepeatable(migration)
  await dropHalfBuilt(client, migration)
  await client.query(migration.text)
  await recordMigration(client, migration)
}

/** Allows only a single repeatable statement outside a transaction, because it may fail halfway. */
function refuseUnrepeatable({ name, text }: Migration): void {
  const [statement = '', ...furtherStatements] = text
    .replaceAll(/--[^\n]*/g, '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (
    furtherStatements.length === 0 &&
    /^(CREATE|DROP) (UNIQUE )?INDEX CONCURRENTLY IF (NOT )?EXISTS\b/.test(statement)
  )
    return
  throw new MigrationError(
    `${name} runs outside a transaction, so it must be one statement that may be repeated: ` +
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS … or DROP INDEX CONCURRENTLY IF EXISTS ….',
  )
}

/** Drops an invalid index that an interrupted build left behind. IF NOT EXISTS would keep it. */
async function dropHalfBuilt(client: pg.Client, { text }: Migration): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) {
    if (!new RegExp(`\\bEXISTS ${name}\\b`).test(text)) continue
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${pg.escapeIdentifier(name)}`)
  }
}

async function recordMigration(client: pg.Client, { name, digest }: Migration): Promise<void> {
  await client.query('INSERT INTO schema_migrations (name, digest) VALUES ($1, $2)', [name, digest])
}

function migrationFailure({ name }: Migration, error: unknown, isOutside: boolean): unknown {
  if (error instanceof MigrationError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const state = isOutside ? 'it is run again at the next start' : 'nothing of it was'
  return new MigrationError(`${name} could not be applied, and ${state}: ${reason}`, { cause: error })
}

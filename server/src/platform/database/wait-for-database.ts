import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../runtime/log.ts'

/** The message contains the address, the reason, and the setting to check. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

type WaitOptions = { readonly seconds: number; readonly log: Log; readonly signal?: AbortSignal }

const retryAfterMs = 1_000
const connectTimeoutMs = 10_000

/** Waits until a connection succeeds. @throws DatabaseUnavailableError */
export async function waitForDatabase(address: string, { seconds, log, signal }: WaitOptions): Promise<void> {
  const endsAtMs = performance.now() + seconds * 1000
  for (let isFirst = true; ; isFirst = false) {
    const remainingMs = endsAtMs - performance.now()
    const problem = await problemOf(address, Math.min(connectTimeoutMs, Math.max(remainingMs, retryAfterMs)))
    if (!problem) return
    if (!problem.isTemporary || signal?.aborted || performance.now() >= endsAtMs) {
      const waitNote = problem.isTemporary ? ` Twofold waited ${seconds} s (DATABASE_WAIT_SECONDS).` : ''
      throw new DatabaseUnavailableError(`${problem.sentence}${waitNote}`)
    }
    if (isFirst) log.warn({}, `${problem.sentence} Waiting up to ${seconds} s (DATABASE_WAIT_SECONDS).`)
    await wait(
      Math.min(retryAfterMs, Math.max(endsAtMs - performance.now(), 0)),
      undefined,
      signal && { signal },
    ).catch(() => {})
  }
}

type Problem = { readonly sentence: string; readonly isTemporary: boolean }

async function problemOf(address: string, withinMs: number): Promise<Problem | null> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: withinMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return explain(client, error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** SQLSTATE 3D000: no such database. 28: login refused. 53: out of connections. 57P: starting or stopping. */
function explain({ host, port, database = '' }: pg.Client, error: unknown): Problem {
  const serverName = host.startsWith('/') ? host : `${host}:${port}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasonOf(error)
  if (code === '3D000')
    return { sentence: `DATABASE_URL names a database that ${serverName} does not have: ${reason}.`, isTemporary: true }
  if (code.startsWith('28')) {
    return {
      sentence: `DATABASE_URL names an account that ${serverName} refuses: ${reason}.`,
      isTemporary: false,
    }
  }
  const isUnknown = error instanceof pg.DatabaseError && !/^(53|57P|08)/.test(code)
  return {
    sentence: `The database "${database}" at ${serverName} (DATABASE_URL) cannot be reached: ${reason}.`,
    isTemporary: !isUnknown,
  }
}

/** An error for several addresses lists one error per address and has no message itself. */
function reasonOf(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error]
  const messages = errors.map((item) =>
    (item instanceof Error ? item.message : String(item)).replace(/(?<![.\s])[.\s]+$/, ''),
  )
  return [...new Set(messages)].join(', ')
}

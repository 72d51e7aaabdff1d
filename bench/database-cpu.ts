import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

const ticksPerSecond = 100 // USER_HZ of Linux

/** Processor time of all connections to the measured database so far, in ms. Zero where the system does not tell. */
export async function databaseCpuMs(watcher: pg.Client): Promise<number> {
  if (process.platform !== 'linux') return 0
  const { rows } = await watcher.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  return rows.reduce((sum, { pid }) => sum + ticksOf(pid), 0) * (1000 / ticksPerSecond)
}

/** Waits until the database has finished what was asked of it: callers who stopped listening leave work behind. */
export async function untilIdle(watcher: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await watcher.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' LIMIT 1`,
    )
    if (rowCount === 0) return
    await wait(20)
  }
}

/** User and system time: the fields after the name in brackets, which may hold blanks. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0 // it ended meanwhile
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where an embedded server lies in `DATA_DIR`. */
export type Place = ReturnType<typeof placeIn>

export function placeIn(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  const ours = join(dataDir, 'postgres.run')
  return {
    /** The server's own account writes here. */
    folder,
    data: join(folder, 'data'),
    pidFile: join(folder, 'data', 'postmaster.pid'),
    password: join(folder, 'password'),
    /** Only processes of Twofold write here: which server runs, and for whom. */
    port: join(ours, 'port'),
    server: join(ours, 'server'),
    log: join(ours, 'log'),
    lock: join(ours, 'lock'),
    users: join(ours, 'users'),
  }
}

export function connectionString(place: Place, port: number, database = 'postgres'): string {
  return `postgres://postgres:${readFileSync(place.password, 'utf8')}@127.0.0.1:${port}/${database}`
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type PostgresPaths = ReturnType<typeof postgresPathsIn>

/** Returns the paths of an embedded server in `DATA_DIR`. */
export function postgresPathsIn(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  const ours = join(dataDir, 'postgres.run')
  return {
    folder,
    data: join(folder, 'data'),
    pidFile: join(folder, 'data', 'postmaster.pid'),
    password: join(folder, 'password'),
    port: join(ours, 'port'),
    server: join(ours, 'server'),
    log: join(ours, 'log'),
    lock: join(ours, 'lock'),
    users: join(ours, 'users'),
  }
}

/** Returns the superuser's address on 127.0.0.1. */
export function connectionString(place: PostgresPaths, port: number, database = 'postgres'): string {
  return `postgres://postgres:${readFileSync(place.password, 'utf8')}@127.0.0.1:${port}/${database}`
}

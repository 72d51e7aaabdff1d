import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of an embedded server in `DATA_DIR`. */
export type PostgresPaths = ReturnType<typeof postgresPathsIn>

export function postgresPathsIn(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  const ours = join(dataDir, 'postgres.run')
  return {
    /** Written by the server's account. */
    folder,
    data: join(folder, 'data'),
    pidFile: join(folder, 'data', 'postmaster.pid'),
    password: join(folder, 'password'),
    /** Written only by Twofold processes: the running server and its users. */
    port: join(ours, 'port'),
    server: join(ours, 'server'),
    log: join(ours, 'log'),
    lock: join(ours, 'lock'),
    users: join(ours, 'users'),
  }
}

export function connectionString(place: PostgresPaths, port: number, database = 'postgres'): string {
  return `postgres://postgres:${readFileSync(place.password, 'utf8')}@127.0.0.1:${port}/${database}`
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type PostgresPaths = ReturnType<typeof postgresPathsIn>

/** Returns the paths of an embedded server in `DATA_DIR`. */
export function postgresPathsIn(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  const runFolder = join(dataDir, 'postgres.run')
  return {
    folder,
    data: join(folder, 'data'),
    pidFile: join(folder, 'data', 'postmaster.pid'),
    password: join(folder, 'password'),
    port: join(runFolder, 'port'),
    server: join(runFolder, 'server'),
    log: join(runFolder, 'log'),
    lock: join(runFolder, 'lock'),
    users: join(runFolder, 'users'),
  }
}

/** Returns the superuser's address on 127.0.0.1. */
export function connectionString(paths: PostgresPaths, port: number, database = 'postgres'): string {
  return `postgres://postgres:${readFileSync(paths.password, 'utf8')}@127.0.0.1:${port}/${database}`
}

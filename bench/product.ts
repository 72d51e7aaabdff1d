import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { openSession } from '../server/src/features/accounts/auth/index.ts'

export const root = join(import.meta.dirname, '..')
export const secret = 'only-for-the-bench-0123456789-abcdefghij'

export async function loadProduct(checkout: string) {
  const load = (path: string) => import(pathToFileURL(join(checkout, 'server', 'src', path)).href)
  const config: typeof import('../server/src/config.ts') = await load('config.ts')
  const clock: typeof import('../server/src/platform/runtime/clock.ts') = await load('platform/runtime/clock.ts')
  const log: typeof import('../server/src/platform/runtime/log.ts') = await load('platform/runtime/log.ts')
  const database: typeof import('../server/src/platform/database/database.ts') = await load(
    'platform/database/database.ts',
  )
  const prepare: typeof import('../server/src/platform/database/prepare-database.ts') = await load(
    'platform/database/prepare-database.ts',
  )
  const sums: typeof import('../server/src/features/matches/sums/index.ts') = await load(
    'features/matches/sums/index.ts',
  )
  const auth: { readonly openSession: typeof openSession } = await load('features/accounts/auth/index.ts')
  const start: typeof import('../server/src/start.ts') = await load('start.ts')
  return { ...config, ...clock, ...log, ...database, ...prepare, ...sums, ...auth, ...start }
}

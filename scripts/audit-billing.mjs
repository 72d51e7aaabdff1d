// `npm run audit-billing`: recomputes every ledger line and invoice of the configured database.
import { join } from 'node:path'
import { ensureInstalled, nodeOptions, root, run } from './install.mjs'

try {
  const node = await ensureInstalled()
  const program = join(root, 'server', 'src', 'audit-billing.ts')
  process.exitCode = await run(node, [...nodeOptions(), program, ...process.argv.slice(2)])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

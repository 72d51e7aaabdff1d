// `npm run super-user -- ADDRESS`: creates a super user in the configured database and prints a one-time link.
import { join } from 'node:path'
import { ensureInstalled, nodeOptions, root, run } from './install.mjs'

try {
  const node = await ensureInstalled()
  const program = join(root, 'server', 'src', 'super-user.ts')
  process.exitCode = await run(node, [...nodeOptions(), program, ...process.argv.slice(2)])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

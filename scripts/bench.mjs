// `npm run bench`: prints the table of bench/. Arguments after `--` select scenarios.
import { join } from 'node:path'
import { ensureWeb } from './build-web.mjs'
import { ensureInstalled, nodeOptions, root, run } from './install.mjs'

try {
  const node = await ensureInstalled()
  await ensureWeb(node)
  process.exitCode = await run(node, [...nodeOptions(), join(root, 'bench', 'main.ts'), ...process.argv.slice(2)])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

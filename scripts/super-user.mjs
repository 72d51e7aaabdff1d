// `npm run super-user -- ADDRESS`: makes a super user on the database of the settings and prints a one-time link.
import { join } from 'node:path'
import { ensureInstalled, root, run } from './install.mjs'

try {
  const node = await ensureInstalled()
  const words = ['--disable-warning=ExperimentalWarning', `--env-file-if-exists=${join(root, '.env')}`]
  process.exitCode = await run(node, [...words, join(root, 'server', 'src', 'super-user.ts'), ...process.argv.slice(2)])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

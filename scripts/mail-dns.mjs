// `npm run mail-dns`: prints the DNS records for the domain in MAIL_FROM, and whether they exist.
import { join } from 'node:path'
import { ensureInstalled, nodeOptions, root, run } from './install.mjs'

try {
  const node = await ensureInstalled()
  const program = join(root, 'server', 'src', 'mail-dns.ts')
  process.exitCode = await run(node, [...nodeOptions(), program])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

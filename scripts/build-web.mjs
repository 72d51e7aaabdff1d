import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../server/src/platform/runtime/processes.mjs'
import { root, run, stateFolder } from './install.mjs'

const built = join(root, 'web', 'dist')
const sources = ['scripts/build-web.mjs', 'web', 'widget', 'contract', 'matching', 'package-lock.json']

/** @param {string} node */
export async function ensureWeb(node) {
  const digest = digestOf(sources)
  const isBuilt = () => {
    const note = join(built, '.built-from')
    return existsSync(note) && readFileSync(note, 'utf8') === digest
  }
  if (isBuilt()) return
  await withLock(
    join(stateFolder, 'build.lock'),
    async () => {
      if (isBuilt()) return
      console.log('Building the web app…')
      const draft = join(stateFolder, `web-${process.pid}`)
      mkdirSync(stateFolder, { recursive: true })
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
      for (const [folder, config, empty] of [
        ['web', 'vite.config.ts', 'true'],
        ['web', 'vite.public.config.ts', 'false'],
        ['web', 'vite.ssr.config.ts', 'false'],
        ['web', 'vite.docs.config.ts', 'false'],
        ['widget', 'vite.config.ts', 'false'],
      ]) {
        const outputOptions = ['--outDir', draft, `--emptyOutDir=${empty}`]
        const args = [vite, 'build', '--config', config, ...outputOptions, '--logLevel', 'warn']
        // React's development build is twice as large and slow.
        const env = { ...process.env, NODE_ENV: 'production' }
        const code = await run(node, args, { cwd: join(root, folder), env })
        if (code !== 0) throw new Error(`The ${folder} could not be built.`)
      }
      writeFileSync(join(draft, '.built-from'), digest)
      // Another copy may be serving the old build, so it is replaced in one step.
      const old = join(stateFolder, `old-web-${process.pid}`)
      if (existsSync(built)) renameSync(built, old)
      renameSync(draft, built)
      rmSync(old, { recursive: true, force: true })
    },
    { timeoutMs: 5 * 60_000, onWait: () => console.log('Another copy is building the web app; waiting for it…') },
  )
}

/** Without tests. @param {string[]} paths */
export function digestOf(paths) {
  const hash = createHash('sha256')
  const skipped = new Set(['node_modules', 'dist'])
  /** @param {string} folder */
  const addFolder = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !skipped.has(entry.name)) addFolder(path)
      else if (entry.isFile() && !entry.name.includes('.test.')) addFile(path)
    }
  }
  /** @param {string} path */
  const addFile = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  for (const path of paths) {
    if (path.includes('.')) addFile(path)
    else addFolder(path)
  }
  return hash.digest('hex')
}

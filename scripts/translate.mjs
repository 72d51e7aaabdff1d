// Has Node translate the server's programs before it starts, when they are not those of the translation that is kept.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replace } from '../server/src/platform/processes.mjs'
import { digestOf } from './build-web.mjs'
import { nodeOptions, root, run } from './install.mjs'

const programs = ['server/src', 'contract/src', 'matching/src', 'package-lock.json']

/**
 * By a process of its own, which ends at a wrong setting: the server would hold what it translates with, 10 to 16 MB. Answers
 * whether there was something to do.
 * @param {string} node
 * @param {{ NODE_COMPILE_CACHE: string }} env the server's environment
 */
export async function ensureTranslated(node, env) {
  // Node finds what it kept again under the same version and options alone.
  const edition = [digestOf(programs), node, process.version, ...nodeOptions()].join('\n')
  const note = join(env.NODE_COMPILE_CACHE, '.translated-from')
  if (existsSync(note) && readFileSync(note, 'utf8') === edition) return false
  const main = join(root, 'server', 'src', 'main.ts')
  await run(node, [...nodeOptions(), main], { env: { ...env, PORT: 'none' }, stdio: 'ignore' })
  try {
    replace(note, edition)
  } catch {
    // Where nothing can be kept, nothing was: the server translates by itself.
  }
  return true
}

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const packageFile = z.object({ version: z.string() })

export type Version = { readonly version: string; readonly commit: string | null }

/** The file `commit` of an image (Dockerfile) or git provides the commit; null if neither exists. */
export const version: Promise<Version> = readVersion()

async function readVersion(): Promise<Version> {
  const packageJson = packageFile.parse(JSON.parse(await readFile(`${root}package.json`, 'utf8')))
  return { version: packageJson.version, commit: (await readBuiltCommit()) ?? (await readGitCommit()) }
}

const asCommit = (text: string): string | null => (/^[0-9a-f]{7,64}$/.test(text.trim()) ? text.trim() : null)

const readBuiltCommit = (): Promise<string | null> => readFile(`${root}commit`, 'utf8').then(asCommit, () => null)

/** A copy without `.git` inside another repository must not return that repository's commit. */
async function readGitCommit(): Promise<string | null> {
  const git = ['-C', root, 'rev-parse', '--show-toplevel', 'HEAD']
  const { stdout } = await promisify(execFile)('git', git).catch(() => ({ stdout: '' }))
  const [folder = '', commit = ''] = stdout.split('\n')
  return resolve(folder) === resolve(root) ? asCommit(commit) : null
}

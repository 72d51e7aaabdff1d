// Plain JavaScript without dependencies: it runs before anything is installed, on Node 20 or later.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock, writeFileAtomically } from '../server/src/platform/runtime/processes.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Removed with the installed packages. */
export const stateFolder = join(root, 'node_modules', '.twofold')
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const minNodeVersion = 24

/** The environment overrides settings in .env. */
export function nodeOptions() {
  const settings = join(root, '.env')
  return ['--disable-warning=ExperimentalWarning', ...(existsSync(settings) ? [`--env-file=${settings}`] : [])]
}

/** Installs once even if several copies start together. Returns the Node binary for running the product. */
export async function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Error(`Twofold needs Node 20 or newer to start with; this is ${process.version}.`)
  }
  if (!isInstalled()) {
    const lockPath = join(root, 'data', 'install.lock') // not in node_modules, which the install empties
    mkdirSync(lockPath, { recursive: true, mode: 0o700 })
    await withLock(
      lockPath,
      async () => {
        if (isInstalled()) return
        console.log('Installing what is missing…')
        const isFresh = !existsSync(join(root, 'node_modules'))
        await runNpm([isFresh ? 'ci' : 'install', '--no-audit', '--no-fund', '--loglevel=error'])
        if (!runs(ownNode) && existsSync(join(root, 'node_modules', 'node'))) {
          await runNpm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
        }
        mkdirSync(stateFolder, { recursive: true })
        writeFileAtomically(join(stateFolder, 'installed'), lockFile())
      },
      { timeoutMs: 15 * 60_000, onWait: () => console.log('Another copy is installing; waiting for it…') },
    )
  }
  if (runs(ownNode)) return ownNode
  if (Number.parseInt(process.versions.node, 10) >= minNodeVersion) return process.execPath
  throw new Error(`The package "node" holds no Node ${minNodeVersion} for this machine. Install one and start again.`)
}

const lockFile = () => readFileSync(join(root, 'package-lock.json'), 'utf8')

function isInstalled() {
  try {
    if (
      existsSync(join(stateFolder, 'installed')) &&
      readFileSync(join(stateFolder, 'installed'), 'utf8') === lockFile()
    )
      return true
    const wanted = Object.entries(JSON.parse(lockFile()).packages)
    const found = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    const areAllInstalled = wanted.every(
      ([path, { version, link, optional, devOptional, peer }]) =>
        !path.startsWith('node_modules/') ||
        link ||
        optional ||
        devOptional ||
        peer ||
        found[path]?.version === version,
    )
    return areAllInstalled && (runs(ownNode) || Number.parseInt(process.versions.node, 10) >= minNodeVersion)
  } catch {
    return false
  }
}

/** @param {string} node */
function runs(node) {
  return existsSync(node) && spawnSync(node, ['--version']).status === 0
}

/** @param {string[]} args */
async function runNpm(args) {
  const code = await run('npm', args)
  if (code !== 0) throw new Error(`"npm ${args.join(' ')}" failed with exit code ${code}.`)
}

/**
 * Returns the exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      ...options,
    })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, join } from 'node:path'
import { root, run, stateFolder } from './install.mjs'

// The shell renders without a window. The full browser takes more than twice the CPU time.
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const usualPlaces = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]
const macNames = ['Google Chrome', 'Chromium']

const debianFolder = join('usr', 'lib', 'chromium')
const ownShell = join(stateFolder, shell)

export function findChromium() {
  const own = join(ownShell, debianFolder, shell)
  if (existsSync(own)) return own
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...usualPlaces].filter((folder) => folder !== '')
  for (const name of [...names, ...macNames]) {
    for (const folder of folders) {
      if (existsSync(join(folder, name))) return join(folder, name)
    }
  }
  return downloadedChromium()
}

function downloadedChromium() {
  try {
    const path = createRequire(join(root, 'e2e', 'package.json'))('@playwright/test').chromium.executablePath()
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

const isRoot = process.getuid?.() === 0
const aptInstall = (name) => `apt-get install -y -qq --no-install-recommends --no-remove ${name} fonts-liberation`
const packageManagers = [
  ['apt-get', `apt-get update -qq && (${aptInstall(shell)} || ${aptInstall('chromium')})`],
  ['dnf', 'dnf install -y -q chromium'],
  ['apk', 'apk add --quiet chromium'],
  ['pacman', 'pacman -Sy --noconfirm --quiet chromium'],
]

const quietly = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
}

/** @param {string} path */
const isShell = (path) => basename(path) === shell

/** Changes nothing in the system. Tried only once, because tests also run without it. */
async function unpackShell() {
  const tried = join(stateFolder, 'shell-was-tried')
  const known = spawnSync('dpkg-query', ['--show', 'chromium-common'], { encoding: 'utf8' }).stdout // name, tab, version
  const edition = known?.trim().split('\t')[1]
  if (!edition || existsSync(tried)) return false
  console.log('Fetching chromium-headless-shell, with which browser tests take half the time…')
  mkdirSync(stateFolder, { recursive: true })
  writeFileSync(tried, '')
  const draft = `${ownShell}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  const inDraft = { ...quietly, stdio: 'ignore', cwd: draft }
  const line = `apt-get download -qq ${shell}=${edition} && dpkg-deb --extract ${shell}_*.deb . && rm ${shell}_*.deb`
  const unpacked = join(draft, debianFolder)
  let runs = (await run('timeout', ['120', 'sh', '-c', line], inDraft)) === 0 && existsSync(join(unpacked, shell))
  if (runs) {
    const isShared = (path) => basename(path) !== 'chromium' && basename(path) !== 'extensions'
    const folder = join('/', debianFolder)
    cpSync(folder, unpacked, { recursive: true, force: false, filter: (path) => path === folder || isShared(path) })
    runs = (await run(join(unpacked, shell), ['--no-sandbox', '--dump-dom', 'about:blank'], inDraft)) === 0
  }
  if (runs) renameSync(draft, ownShell)
  else rmSync(draft, { recursive: true, force: true })
  return runs
}

/** Tries an installed one, the system's package manager, then Playwright's download. Null if all fail. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return isShell(found) || !(await unpackShell()) ? found : findChromium()
  for (const [program, line] of packageManagers) {
    const isAvailable = ['/usr/bin', '/sbin', '/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program)))
    if (!isAvailable) continue
    console.log(`Installing Chromium with ${program}…`)
    const args = ['sh', '-c', line]
    const [first, ...others] = isRoot ? args : ['sudo', '-n', ...args]
    await run(first, others, quietly)
    if (findChromium()) return findChromium()
  }
  console.log('Downloading Chromium with Playwright…')
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  await run(process.execPath, [playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  return findChromium()
}

// Finds a Chromium for the browser tests, and installs one where there is none.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root, run } from './install.mjs'

// The shell is the part of Chromium that draws pages, without a browser's window around it: browser tests take half the
// processor with it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const usualPlaces = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]
const macNames = ['Google Chrome', 'Chromium']

/** The path of an installed Chromium or Chrome, or of the one that Playwright has downloaded; null when there is none. */
export function findChromium() {
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
const aptInstall = (name) => `apt-get install -y -qq --no-install-recommends ${name} fonts-liberation`
const packageManagers = [
  ['apt-get', `apt-get update -qq && (${aptInstall('chromium-headless-shell')} || ${aptInstall('chromium')})`],
  ['dnf', 'dnf install -y -q chromium'],
  ['apk', 'apk add --quiet chromium'],
  ['pacman', 'pacman -Sy --noconfirm --quiet chromium'],
]

/** An installed Chromium, else one from the system's package manager, else Playwright's download. Null when all fail. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  for (const [program, line] of packageManagers) {
    const isThere = ['/usr/bin', '/sbin', '/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program)))
    if (!isThere) continue
    console.log(`Installing Chromium with ${program}…`)
    const words = ['sh', '-c', line]
    const [first, ...others] = isRoot ? words : ['sudo', '-n', ...words]
    await run(first, others, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (findChromium()) return findChromium()
  }
  console.log('Downloading Chromium with Playwright…')
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  await run(process.execPath, [playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  return findChromium()
}

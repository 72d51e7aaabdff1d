// `npm start`: installs and builds what is missing, then runs the server. With --reload, it restarts on every change.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { identify, isRunning } from '../server/src/platform/runtime/processes.mjs'
import { ensureWeb } from './build-web.mjs'
import { ensureInstalled, nodeOptions, root, run } from './install.mjs'

const reload = process.argv.includes('--reload')
const config = pathToFileURL(join(root, 'server', 'src', 'config.ts')).href
const checkSettings = `
  import { SettingsError, settingProblems } from ${JSON.stringify(config)}
  const problems = settingProblems(process.env)
  if (problems.length > 0) {
    console.error(new SettingsError(problems).message)
    process.exit(1)
  }`

try {
  const node = await ensureInstalled()
  const problems = await run(node, [...nodeOptions(), '--input-type=module', '-e', checkSettings])
  if (problems !== 0) process.exit(problems)
  if (!reload) await ensureWeb(node)
  // A restarted server must keep its port.
  else if (process.env.PORT === '0') process.env.PORT = String(await freePort())
  const children = [startServer(node)]
  if (reload) children.push(startPages(node))
  passSignalsTo(children)
  children[0].on('exit', (code, signal) => {
    for (const child of children) child.kill('SIGTERM')
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** @param {string} node */
function startServer(node) {
  const main = join(root, 'server', 'src', 'main.ts')
  const folders = ['server', 'contract', 'matching'].map((name) => `--watch-path=${join(root, name, 'src')}`)
  const watchOptions = reload ? ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGINT', ...folders] : []
  return spawn(node, [...nodeOptions(), ...watchOptions, main], {
    // Through the channel, the server notices that this process was killed, and releases the port.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env },
  })
}

/** @param {string} node */
function startPages(node) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const api = `http://127.0.0.1:${process.env.PORT || 3000}`
  return spawn(node, [vite], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_URL: process.env.API_URL ?? api },
  })
}

/** @param {import('node:child_process').ChildProcess[]} children */
function passSignalsTo(children) {
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    for (const child of children) child.kill(signal)
  }
  process.on('SIGINT', () => pass('SIGINT'))
  process.on('SIGTERM', () => pass('SIGTERM'))
  // SIGTERM alone lets the server drain. In these cases it receives no further calls.
  process.on('SIGHUP', () => pass('SIGINT'))
  process.on('disconnect', () => pass('SIGINT')) // from the parent program, if it started this one with a channel

  const npmProcesses = findNpmProcesses()
  if (npmProcesses.length === 0) return
  const watch = setInterval(() => {
    if (npmProcesses.every(isRunning)) return
    clearInterval(watch)
    pass('SIGINT')
  }, 200)
  watch.unref()
}

/** npm and its shell: if one of them is killed, nothing else stops this process. */
function findNpmProcesses() {
  if (!process.env.npm_lifecycle_event) return []
  const parent = identify(process.ppid)
  if (process.platform !== 'linux') return parent ? [parent] : []
  const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
  const isShell = /\((da|ba)?sh\)/.test(stat)
  const grandparent = isShell ? identify(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])) : null
  return [parent, grandparent].filter((identity) => identity !== null)
}

// `npm test`: installs what is missing, then runs all checks. Its last line is "N passed, N failed".
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, root, stateFolder } from './install.mjs'

// A hanging step must not prevent the result. Slightly below the ninety minutes of `.ci/run`.
const stepLimitMs = 85 * 60_000
// Halves the load time of processes that tests start.
const compiled = join(root, 'node_modules', '.cache', 'compiled')
const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) stop(child, 'SIGTERM')
    process.exitCode = 1
  })
}

const total = { passed: 0, failed: 0 }
try {
  const node = await ensureInstalled()
  mkdirSync(stateFolder, { recursive: true })
  // The server's tests mostly wait, and browser tests use the CPU all the time.
  await Promise.all([
    runTests(node),
    Promise.all([buildWeb(node), ensureChromium()]).then(() => Promise.all([runBrowserTests(node), runChecks(node)])),
  ])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  total.failed++
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** @param {string} node */
function buildWeb(node) {
  const script = `import('./scripts/build-web.mjs').then((b) => b.ensureWeb(process.execPath))`
  return runCheck(node, 'build of the web app', ['-e', script])
}

/** @param {string} node */
async function runChecks(node) {
  const tool = (...path) => join(root, 'node_modules', ...path)
  // The default of four checkers computes the same types four times.
  const types = (project) => [tool('typescript', 'bin', 'tsc'), '-p', project, '--checkers', '1']
  const checks = [
    ['biome', [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '.']],
    ['types of the server', types('.')],
    ['types of the web app', types('web')],
    ['types of the widget', types('widget')],
    ['types of the browser tests', types('e2e')],
  ]
  for (const [name, args] of checks) await runCheck(node, name, args)
}

/** @param {string} node @param {string} name @param {readonly string[]} args */
async function runCheck(node, name, args) {
  const { code, output } = await step(node, args)
  count(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output}`)
}

/** @param {string} node */
async function runTests(node) {
  const report = join(stateFolder, 'vitest.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await step(node, args)
  console.log(output)
  const result = readReport(report)
  if (!result) return count({ passed: 0, failed: 1 })
  // A file that fails to load is a failed suite without a failed test.
  const emptyFailures = result.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length
  const failed = result.numFailedTests + emptyFailures
  count({ passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed })
}

/** @param {string} node */
async function runBrowserTests(node) {
  if (!existsSync(join(root, 'web', 'dist', 'index.html'))) {
    console.log('✗ browser tests: there is no web app to try')
    return count({ passed: 0, failed: 1 })
  }
  if (!(await ensureChromium())) {
    console.log('✗ browser tests: no Chromium could be found or installed')
    return count({ passed: 0, failed: 1 })
  }
  const report = join(stateFolder, 'playwright.json')
  rmSync(report, { force: true })
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const { code, output } = await step(
    node,
    [playwright, 'test', '--config', join(root, 'e2e', 'playwright.config.ts'), '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  console.log(output)
  const stats = readReport(report)?.stats
  const failed = stats?.unexpected ?? 0
  count({ passed: stats?.expected ?? 0, failed: failed === 0 && code !== 0 ? 1 : failed })
}

/** @param {{ passed: number, failed: number }} result */
function count({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Uses a separate process group, so that all processes can be stopped.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function step(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env, NO_COLOR: '1', FORCE_COLOR: undefined },
    })
    children.add(child)
    let output = ''
    const keep = (text) => {
      output += text
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const timer = setTimeout(() => {
      output += `\nended after ${stepLimitMs / 60_000} minutes\n`
      stop(child, 'SIGTERM')
      setTimeout(() => stop(child, 'SIGKILL'), 10_000).unref()
    }, stepLimitMs)
    child.on('error', (error) => keep(error.message))
    child.on('close', (code) => {
      clearTimeout(timer)
      children.delete(child)
      resolve({ code: code ?? 1, output: output.trim() })
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function stop(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {}
}

// Plain JavaScript: scripts/ uses it before any installation.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Returns the id of a process with its start time, because process ids are reused; null if it has ended.
 * @param {number} pid
 */
export function identify(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') return null
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${pid} ${fields[19]} ${boot}`
    } catch {
      return null
    }
  }
  try {
    const shown = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const [state = 'Z', ...started] = shown.split(/\s+/)
    return state.startsWith('Z') ? null : `${pid} ${started.join(' ')}`
  } catch {
    return null
  }
}

/** Returns whether the process of `identify` is running. @param {string} identity */
export function isRunning(identity) {
  const pid = Number.parseInt(identity, 10)
  return pid > 0 && identify(pid) === identity
}

/** Returns the device and inode, which a copy of the folder does not share. @param {string} folder */
export function folderIdOf(folder) {
  const { dev, ino } = statSync(folder)
  return `${dev}:${ino}`
}

/** Returns a note of a process for a folder, or null if it has ended. @param {string} folder @param {number} pid */
export function processNoteOf(folder, pid) {
  const identity = identify(pid)
  return identity && `${identity}\n${folderIdOf(folder)}`
}

/** Returns the process id of a note if it is running, or null. @param {string} folder @param {string} note */
export function findNotedProcess(folder, note) {
  const [identity = '', mark] = note.split('\n')
  return mark === folderIdOf(folder) && isRunning(identity) ? Number.parseInt(identity, 10) : null
}

// The lock is the file with the highest number, which names its holder. Once it is 'free' or its holder is dead, it
// never changes, and the creator of the next number gets the lock. A live holder never loses it.
/**
 * Returns the result of `work`, run under the lock of the folder. Throws after `timeoutMs` (default: 60 s).
 * @template T
 * @param {string} folder
 * @param {() => Promise<T> | T} work
 * @param {{ timeoutMs?: number, onWait?: () => void }} options
 */
export async function withLock(folder, work, options = {}) {
  const { timeoutMs = 60_000, onWait } = options
  mkdirSync(folder, { recursive: true })
  const giveUpAt = Date.now() + timeoutMs
  let isWaiting = false
  for (;;) {
    const held = take(folder)
    if (held !== null) {
      try {
        return await work()
      } finally {
        writeFileAtomically(held, 'free')
      }
    }
    if (Date.now() > giveUpAt) throw new Error(`another process still holds the lock ${folder}`)
    if (!isWaiting) onWait?.()
    isWaiting = true
    await wait(50 + Math.random() * 50)
  }
}

/** @param {string} folder */
function take(folder) {
  const last = numbers(folder).at(-1) ?? 0
  if (last > 0 && !isFree(folder, String(last))) return null
  const mine = join(folder, String(last + 1))
  const draft = join(folder, `draft-${randomBytes(8).toString('hex')}`)
  writeFileSync(draft, processNoteOf(folder, process.pid) ?? '')
  try {
    linkSync(draft, mine)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOENT')) return null
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const all = numbers(folder)
  if (all.at(-1) !== last + 1) {
    rmSync(mine)
    return null
  }
  for (const older of all.slice(0, -1)) rmSync(join(folder, String(older)), { force: true })
  return mine
}

/** @param {string} folder @param {string} name */
function isFree(folder, name) {
  try {
    const holder = readFileSync(join(folder, name), 'utf8')
    return holder === 'free' || findNotedProcess(folder, holder) === null
  } catch {
    return false
  }
}

/** @param {string} folder */
function numbers(folder) {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

/** Writes a file that is never seen half written. @param {string} path @param {string} text */
export function writeFileAtomically(path, text) {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { findNoted, identify, markOf, noteOf, replace } from '../runtime/processes.mjs'
import type { Place } from './postgres-place.ts'

// Which process is the server of a folder: not that of a folder it was copied from, not another program with its id, and
// not a dead one that nobody collects.

/** A setting that PostgreSQL keeps for us: which folder a server is launched for. */
export const markSetting = 'twofold.folder'

/** The id of the server's first process, when it lives. */
export function runningServer(place: Place): number | null {
  try {
    return findNoted(place.data, readFileSync(place.server, 'utf8'))
  } catch {
    return null
  }
}

export const pidFileLines = (place: Place): string[] =>
  existsSync(place.pidFile) ? readFileSync(place.pidFile, 'utf8').split('\n') : []

/** A server that was launched by a process that was killed before it could write down which one it launched. */
export function adopt(place: Place): boolean {
  const pid = Number(pidFileLines(place)[0])
  if (!(pid > 0) || serves(pid, place) !== 'yes') return false
  const note = noteOf(place.data, pid)
  if (note) replace(place.server, note)
  return note !== null
}

/**
 * PostgreSQL would wait for whoever has the id in the file: another program after a restart of the machine, the server of
 * the folder that this one is a copy of, or a dead server that nobody collects.
 */
export function clearStalePid(place: Place): void {
  const pid = Number(pidFileLines(place)[0])
  if (pid > 0 && serves(pid, place) === 'no') rmSync(place.pidFile, { force: true })
}

/** Whether this process is the server of this folder. Its command line says so, which everybody may read. */
function serves(pid: number, place: Place): 'yes' | 'no' | 'unknown' {
  if (identify(pid) === null || !isPostgres(pid)) return 'no'
  const ours = markOf(place.data)
  const mark = new RegExp(`${markSetting}=(\\S+)`).exec(commandLine(pid))?.[1]
  if (mark !== undefined) return mark === ours ? 'yes' : 'no'
  try {
    // Launched by an edition that left no mark. A server works in the folder of its data.
    return markOf(`/proc/${pid}/cwd`) === ours ? 'yes' : 'no'
  } catch {
    return identify(pid) === null ? 'no' : 'unknown' // another account's: PostgreSQL is left to say that
  }
}

function isPostgres(pid: number): boolean {
  return (process.platform === 'linux' ? ofProcess(pid, 'comm') : shown(pid, 'comm=')).includes('postgres')
}

function commandLine(pid: number): string {
  return process.platform === 'linux' ? ofProcess(pid, 'cmdline').replaceAll('\0', ' ') : shown(pid, 'args=')
}

/** Empty when it has ended. */
function ofProcess(pid: number, file: 'comm' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const shown = (pid: number, what: 'comm=' | 'args='): string =>
  spawnSync('ps', ['-o', what, '-p', String(pid)], { encoding: 'utf8' }).stdout

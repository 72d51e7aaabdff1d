import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { findNotedProcess, folderIdOf, identify, processNoteOf, writeFileAtomically } from '../runtime/processes.mjs'
import type { PostgresPaths } from './postgres-paths.ts'

// A process id is not enough: it may belong to a copied folder's original, another program, or a zombie.

/** A PostgreSQL setting that stores the folder for which a server was launched. */
export const folderSetting = 'twofold.folder'

/** Returns the id of the server's main process if it is running. */
export function findServerPid(place: PostgresPaths): number | null {
  try {
    return findNotedProcess(place.data, readFileSync(place.server, 'utf8'))
  } catch {
    return null
  }
}

/** Returns the lines of PostgreSQL's pid file; empty without the file. */
export const pidFileLines = (place: PostgresPaths): string[] =>
  existsSync(place.pidFile) ? readFileSync(place.pidFile, 'utf8').split('\n') : []

/** Adopts a server whose launching process was killed before it could record the server. */
export function adoptServer(place: PostgresPaths): boolean {
  const pid = Number(pidFileLines(place)[0])
  if (!(pid > 0) || serves(pid, place) !== 'yes') return false
  const note = processNoteOf(place.data, pid)
  if (note) writeFileAtomically(place.server, note)
  return note !== null
}

/** Deletes a stale pid file. PostgreSQL would otherwise wait for whatever process has that id. */
export function clearStalePid(place: PostgresPaths): void {
  const pid = Number(pidFileLines(place)[0])
  if (pid > 0 && serves(pid, place) === 'no') rmSync(place.pidFile, { force: true })
}

/** The command line of a process, which all accounts can read, contains the folder. */
function serves(pid: number, place: PostgresPaths): 'yes' | 'no' | 'unknown' {
  if (identify(pid) === null || !isPostgres(pid)) return 'no'
  const ours = folderIdOf(place.data)
  const mark = new RegExp(`${folderSetting}=(\\S+)`).exec(commandLine(pid))?.[1]
  if (mark !== undefined) return mark === ours ? 'yes' : 'no'
  try {
    // Servers of older editions lack the setting. A server's working directory is its data folder.
    return folderIdOf(`/proc/${pid}/cwd`) === ours ? 'yes' : 'no'
  } catch {
    return identify(pid) === null ? 'no' : 'unknown' // belongs to another account: PostgreSQL reports the problem
  }
}

function isPostgres(pid: number): boolean {
  return (process.platform === 'linux' ? ofProcess(pid, 'comm') : shown(pid, 'comm=')).includes('postgres')
}

function commandLine(pid: number): string {
  return process.platform === 'linux' ? ofProcess(pid, 'cmdline').replaceAll('\0', ' ') : shown(pid, 'args=')
}

function ofProcess(pid: number, file: 'comm' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const shown = (pid: number, what: 'comm=' | 'args='): string =>
  spawnSync('ps', ['-o', what, '-p', String(pid)], { encoding: 'utf8' }).stdout

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { findNotedProcess, folderIdOf, identify, processNoteOf, writeFileAtomically } from '../runtime/processes.mjs'
import type { PostgresPaths } from './postgres-paths.ts'

// A process id is not enough: it may belong to a copied folder's original, another program, or a zombie.

/** A PostgreSQL setting that stores the folder for which a server was launched. */
export const folderSetting = 'twofold.folder'

/** Returns the id of the server's main process if it is running. */
export function findServerPid(paths: PostgresPaths): number | null {
  try {
    return findNotedProcess(paths.data, readFileSync(paths.server, 'utf8'))
  } catch {
    return null
  }
}

/** Returns the lines of PostgreSQL's pid file; empty without the file. */
export const pidFileLines = (paths: PostgresPaths): string[] =>
  existsSync(paths.pidFile) ? readFileSync(paths.pidFile, 'utf8').split('\n') : []

/** Adopts a server whose launching process was killed before it could record the server. */
export function recordRunningServer(paths: PostgresPaths): boolean {
  const pid = Number(pidFileLines(paths)[0])
  if (!(pid > 0) || servesFolder(pid, paths) !== 'yes') return false
  const note = processNoteOf(paths.data, pid)
  if (note) writeFileAtomically(paths.server, note)
  return note !== null
}

/** Deletes a stale pid file. PostgreSQL would otherwise wait for whatever process has that id. */
export function clearStalePid(paths: PostgresPaths): void {
  const pid = Number(pidFileLines(paths)[0])
  if (pid > 0 && servesFolder(pid, paths) === 'no') rmSync(paths.pidFile, { force: true })
}

/** The command line of a process, which all accounts can read, contains the folder. */
function servesFolder(pid: number, paths: PostgresPaths): 'yes' | 'no' | 'unknown' {
  if (identify(pid) === null || !isPostgres(pid)) return 'no'
  const ownFolderId = folderIdOf(paths.data)
  const folderId = new RegExp(`${folderSetting}=(\\S+)`).exec(commandLine(pid))?.[1]
  if (folderId !== undefined) return folderId === ownFolderId ? 'yes' : 'no'
  try {
    // Servers of older editions lack the setting. A server's working directory is its data folder.
    return folderIdOf(`/proc/${pid}/cwd`) === ownFolderId ? 'yes' : 'no'
  } catch {
    return identify(pid) === null ? 'no' : 'unknown' // belongs to another account: PostgreSQL reports the problem
  }
}

function isPostgres(pid: number): boolean {
  return (process.platform === 'linux' ? readProcFile(pid, 'comm') : readPs(pid, 'comm=')).includes('postgres')
}

function commandLine(pid: number): string {
  return process.platform === 'linux' ? readProcFile(pid, 'cmdline').replaceAll('\0', ' ') : readPs(pid, 'args=')
}

function readProcFile(pid: number, file: 'comm' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const readPs = (pid: number, what: 'comm=' | 'args='): string =>
  spawnSync('ps', ['-o', what, '-p', String(pid)], { encoding: 'utf8' }).stdout

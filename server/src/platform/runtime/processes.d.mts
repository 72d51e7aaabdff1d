/** Returns an identity of a running process that is never reused; null if there is no process with this id. */
export function identify(pid: number): string | null

/** Returns whether the process with this identity is still running. */
export function isRunning(identity: string): boolean

/** Returns an identity that distinguishes a folder from its copies and survives a move. */
export function folderIdOf(folder: string): string

/** Returns a note for a folder that identifies the process using it; null if there is no process with this id. */
export function processNoteOf(folder: string, pid: number): string | null

/**
 * Returns the id of the process in a note while it is running. Returns null in a copy of the folder, which the process
 * does not use.
 */
export function findNotedProcess(folder: string, note: string): number | null

/**
 * Runs the work while no other process on this machine holds the lock of this folder. A killed holder releases the
 * lock. Throws after `timeoutMs` (default: a minute).
 */
export function withLock<T>(
  folder: string,
  work: () => Promise<T> | T,
  options?: { timeoutMs?: number; onWait?: () => void },
): Promise<T>

/** Writes a small file atomically. */
export function writeFileAtomically(path: string, text: string): void

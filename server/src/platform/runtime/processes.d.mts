/** Names a running process so that no later one has the same name; null when there is none with this id. */
export function identify(pid: number): string | null

/** Whether the process that `identify` named still runs. */
export function isRunning(identity: string): boolean

/** Tells a folder from its copy; a folder that was moved keeps it. */
export function markOf(folder: string): string

/** What is written into a folder to say that a process is at work there; null when there is none with this id. */
export function noteOf(folder: string, pid: number): string | null

/** The process that a note names, while it runs. Null in a copy of the folder: it is not at work there. */
export function findNoted(folder: string, note: string): number | null

/**
 * Does the work while no other process on this machine holds the lock of this folder. A holder that was killed holds
 * nothing. Throws after `timeoutMs` (a minute).
 */
export function withLock<T>(
  folder: string,
  work: () => Promise<T> | T,
  options?: { timeoutMs?: number; onWait?: () => void },
): Promise<T>

/** Writes a small file so that no reader ever sees half of it. */
export function replace(path: string, text: string): void

import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable, Transform, Writable } from 'node:stream'
import { Refusal } from '../runtime/errors.ts'

/** Stored files under random names. Writes are atomic. */
export type Files = {
  /** Stores the bytes under the key or a new one, and returns the key. @throws Refusal when the disk is full */
  readonly keep: (bytes: Uint8Array, key?: string) => Promise<string>
  /**
   * Streams the data to the store and returns its length in bytes. @throws Refusal beyond `bytesAtMost` or when the
   * disk is full
   */
  readonly keepStream: (key: string, bytesAtMost: number, write: WriteContent) => Promise<number>
  /** @throws Refusal when there is no file with this key, such as after a restore of the database alone */
  readonly read: (key: string) => Promise<Buffer>
  readonly readStream: (key: string) => Promise<Readable>
  readonly remove: (key: string) => Promise<void>
}

export type WriteContent = (output: Writable) => Promise<void>

const keyPattern = /^[\w-]{32}$/

/** Returns a key with 192 random bits, which cannot be guessed. */
export const createFileKey = (): string => randomBytes(24).toString('base64url')

/** @throws Error for a key that could lead out of the store */
export function checkFileKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a file key')
  return key
}

/** Returns the refusal for a missing file. */
export const fileNotFound = (): Refusal =>
  new Refusal('not_found', 'We no longer have this file. Please upload it again.')

const storageFull = (): Refusal =>
  new Refusal('storage_full', 'We can’t take files right now. Nothing was changed; please try again later.')

const tooLarge = (): Refusal =>
  new Refusal('too_large', 'This file would be larger than what is kept. Choose fewer rows or columns.')

/** Passes a file to `take` piece by piece, in order, and returns its number of bytes. */
export async function writeInChunks(
  write: WriteContent,
  bytesAtMost: number,
  onChunk: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  let bytes = 0
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > bytesAtMost) done(tooLarge())
      else void onChunk(chunk).then(() => done(), done)
    },
  })
  await write(output)
  return bytes
}

const stallTimeoutMs = 60_000

/** Returns the stream with a timeout: it fails if no piece is read for `ms`. */
export function withStallTimeout(source: Readable, ms = stallTimeoutMs): Readable {
  const monitored = new Transform({
    transform: (chunk, _encoding, done) => {
      timer.refresh()
      done(null, chunk)
    },
  })
  const timer = setTimeout(() => monitored.destroy(new Error('nothing of a file was taken for too long')), ms)
  monitored.once('close', () => clearTimeout(timer))
  pipeline(source, monitored, () => undefined)
  return monitored
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Returns a store in a local folder, which is created if missing. */
export async function createFolderFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string): string => join(folder, checkFileKey(key))
  const writeAtomically = async <T>(key: string, write: (file: FileHandle) => Promise<T>): Promise<T> => {
    const path = pathOf(key)
    try {
      const written = await writeToDisk(`${path}.part`, write)
      await rename(`${path}.part`, path)
      await syncFolder(folder)
      return written
    } catch (error) {
      await rm(`${path}.part`, { force: true })
      throw isDiskFull(error) ? storageFull() : error
    }
  }
  return {
    keep: async (bytes, key = createFileKey()) => {
      await writeAtomically(key, (file) => file.writeFile(bytes))
      return key
    },
    keepStream: (key, bytesAtMost, write) =>
      writeAtomically(key, (file) => writeInChunks(write, bytesAtMost, (chunk) => file.appendFile(chunk))),
    read: async (key) => {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw fileNotFound()
        throw error
      }
    },
    readStream: async (key) => {
      try {
        return withStallTimeout((await open(pathOf(key), 'r')).createReadStream())
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw fileNotFound()
        throw error
      }
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true })
      await rm(`${pathOf(key)}.part`, { force: true })
    },
  }
}

async function writeToDisk<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'wx', 0o600)
  try {
    const written = await write(file)
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

/** Without it, a confirmed file could disappear after a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

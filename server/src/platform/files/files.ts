import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable, Transform, Writable } from 'node:stream'
import { Refusal } from '../runtime/errors.ts'

/** Stored files under random names. A file is there whole or not at all. */
export type Files = {
  /** Keeps the bytes under the key, or a new one, and answers it. @throws Refusal when the disk is full */
  readonly keep: (bytes: Uint8Array, key?: string) => Promise<string>
  /**
   * Keeps what is written into a stream under the key, and answers how many bytes that was; no more of it is held in memory than is on
   * its way. @throws Refusal beyond `bytesAtMost`, and when the disk is full
   */
  readonly keepStream: (key: string, bytesAtMost: number, write: WriteStream) => Promise<number>
  /** @throws Refusal when nothing is kept under the key, as after a restore of the database alone */
  readonly read: (key: string) => Promise<Buffer>
  /** The same piece by piece, for files of any length and lines of any speed, `unlessStuck`. */
  readonly readStream: (key: string) => Promise<Readable>
  /** Removing what is not there is no error. */
  readonly remove: (key: string) => Promise<void>
}

/** Writes a file to its end, and ends the stream. */
export type WriteStream = (output: Writable) => Promise<void>

const keyForm = /^[\w-]{32}$/

/** 192 random bits: nobody finds a file by guessing. */
export const createFileKey = (): string => randomBytes(24).toString('base64url')

/** @throws Error for anything that could lead out of the store */
export function checkFileKey(key: string): string {
  if (!keyForm.test(key)) throw new Error('not a file key')
  return key
}

export const fileMissing = (): Refusal =>
  new Refusal('not_found', 'We no longer have this file. Please upload it again.')

const storageFull = (): Refusal =>
  new Refusal('storage_full', 'We can’t take files right now. Nothing was changed; please try again later.')

const tooLarge = (): Refusal =>
  new Refusal('too_large', 'This file would be larger than what is kept. Choose fewer rows or columns.')

/** Has a file written piece by piece into `take`, each piece after the one before it was taken; answers its bytes. */
export async function takePieces(
  write: WriteStream,
  bytesAtMost: number,
  take: (piece: Buffer) => Promise<void>,
): Promise<number> {
  let bytes = 0
  const output = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      bytes += piece.length
      if (bytes > bytesAtMost) done(tooLarge())
      else void take(piece).then(() => done(), done)
    },
  })
  await write(output)
  return bytes
}

/** Of a file that is read piece by piece: who takes nothing of it for so long is gone, and so is a store that gives nothing. */
const stuckMs = 60_000

/** The same stream; it ends with an error, and gives back what it holds, when no piece of it was taken for `ms`. */
export function unlessStuck(source: Readable, ms = stuckMs): Readable {
  const passing = new Transform({
    transform: (piece, _encoding, done) => {
      timer.refresh()
      done(null, piece)
    },
  })
  const timer = setTimeout(() => passing.destroy(new Error('nothing of a file was taken for too long')), ms)
  passing.once('close', () => clearTimeout(timer))
  pipeline(source, passing, () => undefined) // whoever reads is told
  return passing
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export async function createFolderFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string): string => join(folder, checkFileKey(key))
  const whole = async <T>(key: string, write: (file: FileHandle) => Promise<T>): Promise<T> => {
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
      await whole(key, (file) => file.writeFile(bytes))
      return key
    },
    keepStream: (key, bytesAtMost, write) =>
      whole(key, (file) => takePieces(write, bytesAtMost, (piece) => file.appendFile(piece))),
    read: async (key) => {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw fileMissing()
        throw error
      }
    },
    readStream: async (key) => {
      try {
        return unlessStuck((await open(pathOf(key), 'r')).createReadStream())
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw fileMissing()
        throw error
      }
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true })
      await rm(`${pathOf(key)}.part`, { force: true }) // of a process that was killed while it wrote
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

/** The new name is on the disk too: without it a file that was answered for could be gone after a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

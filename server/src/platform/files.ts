import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from './errors.ts'

/** Stored files under random names. A file is there whole or not at all. */
export type Files = {
  /** Keeps the bytes under the key, or a new one, and answers it. @throws Refusal when the disk is full */
  readonly keep: (bytes: Uint8Array, key?: string) => Promise<string>
  /** @throws Refusal when nothing is kept under the key, as after a restore of the database alone */
  readonly read: (key: string) => Promise<Buffer>
  /** Removing what is not there is no error. */
  readonly remove: (key: string) => Promise<void>
}

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

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export async function createFolderFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string): string => join(folder, checkFileKey(key))
  return {
    keep: async (bytes, key = createFileKey()) => {
      const path = pathOf(key)
      try {
        await writeToDisk(`${path}.part`, bytes)
        await rename(`${path}.part`, path)
        await syncFolder(folder)
      } catch (error) {
        await rm(`${path}.part`, { force: true })
        throw isDiskFull(error) ? storageFull() : error
      }
      return key
    },
    read: async (key) => {
      try {
        return await readFile(pathOf(key))
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

async function writeToDisk(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
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

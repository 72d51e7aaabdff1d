import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Stored files under random names. A file is there whole or not at all. */
export type Files = {
  /** Keeps the bytes and answers the key to find them by. */
  readonly keep: (bytes: Uint8Array) => Promise<string>
  readonly read: (key: string) => Promise<Buffer>
  readonly stream: (key: string) => Readable
  readonly remove: (key: string) => Promise<void>
}

const keyForm = /^[\w-]{32}$/

export async function createFolderFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string): string => {
    if (!keyForm.test(key)) throw new Error('not a file key')
    return join(folder, key)
  }
  return {
    keep: async (bytes) => {
      const key = randomBytes(24).toString('base64url')
      const path = pathOf(key)
      const half = await open(`${path}.part`, 'wx', 0o600)
      try {
        await half.writeFile(bytes)
        await half.sync()
      } finally {
        await half.close()
      }
      await rename(`${path}.part`, path)
      return key
    },
    read: (key) => readFile(pathOf(key)),
    stream: (key) => createReadStream(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

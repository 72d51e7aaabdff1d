import { setTimeout as wait } from 'node:timers/promises'
import type { Held, Server } from '../child.ts'
import { Reader } from '../reader.ts'
import { type Facts, listPath } from '../scenario.ts'
import { readMeanwhile, type Waited, waited } from '../waited.ts'
import { makeFile, stageByCopy, uploadToProduct } from './import.ts'
import { firstPage } from './lists.ts'

/** Somebody turns the pages of the list, one call after the other, while file after file is uploaded. */

const uploads = 6
const restMs = 3_000
const pages = 20
const tooLongMs = 50
const lookMs = 200

/** Who is read, and how a file of gifts is put beside it, in milliseconds. */
export type Side = {
  readonly read: () => Promise<void>
  readonly upload: (file: string) => Promise<number>
  /** Of the process that answers. */
  readonly held: () => Promise<Held>
}

export type BesideUploads = Held & {
  readonly uploadMs: readonly number[]
  readonly rest: Waited
  readonly beside: Waited
  readonly calls: number
  /** Of these calls, how many took longer than promised. */
  readonly tooLong: number
}

export function productSide(product: Server, facts: Facts): Side {
  const reader = new Reader(product.address, product.token)
  let page = 0
  return {
    read: () => {
      page = (page % pages) + 1
      return reader.read(listPath(facts, { page, per_page: 50 }))
    },
    upload: (file) => uploadToProduct(product, facts, file, lookMs),
    held: product.held,
  }
}

/**
 * What this machine and its database let anybody have: the minimal server reads, and the same rows are staged and inserted by the
 * bench itself. Nothing that puts gifts there holds the process that answers; who waits here waits for a processor or the database.
 */
export function minimalSide(minimal: Server, connectionString: string, facts: Facts): Side {
  const reader = new Reader(minimal.address, minimal.token)
  return {
    read: () => reader.read(`/call/${encodeURIComponent(firstPage.name)}/0`),
    upload: (file) => stageByCopy(connectionString, facts, file),
    held: minimal.held,
  }
}

export async function besideUploads({ read, upload, held }: Side, facts: Facts): Promise<BesideUploads> {
  const salt = `${Date.now()}`
  // The first upload of a process, and the first look at each page, are no part of it.
  await upload(makeFile(facts, `${salt}-first`))
  await readMeanwhile(wait(restMs), read)
  const rest = await readMeanwhile(wait(restMs), read)
  const files = Array.from({ length: uploads }, (_, n) => makeFile(facts, `${salt}-${n}`))
  const uploadMs: number[] = []
  const uploading = async (): Promise<void> => {
    for (const file of files) uploadMs.push(await upload(file))
  }
  await held()
  const { taken } = await readMeanwhile(uploading(), read)
  const tooLong = taken.filter((ms) => ms > tooLongMs).length
  return { uploadMs, rest: waited(rest.taken), beside: waited(taken), calls: taken.length, tooLong, ...(await held()) }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Server } from '../child.ts'
import { Reader } from '../reader.ts'
import { type Facts, listPath } from '../scenario.ts'
import { readMeanwhile, type Waited, waited } from '../waited.ts'
import { makeFile, uploadToProduct } from './import.ts'

/** Somebody turns the pages of the list, one call after the other, while file after file is uploaded. */

const uploads = 6
const restMs = 3_000
const pages = 20
const tooLongMs = 50

export type BesideUploads = {
  readonly uploadMs: readonly number[]
  readonly rest: Waited
  readonly beside: Waited
  readonly calls: number
  /** Of these calls, how many took longer than promised. */
  readonly tooLong: number
}

export async function besideUploads({ address, token }: Server, facts: Facts): Promise<BesideUploads> {
  const reader = new Reader(address, token)
  let page = 0
  const read = async (): Promise<void> => {
    page = (page % pages) + 1
    await reader.read(listPath(facts, { page, per_page: 50 }))
  }
  // The first upload of a process, and the first look at each page, are no part of it.
  await uploadToProduct(address, token, facts, makeFile(facts, `first-${Date.now()}`))
  await readMeanwhile(wait(restMs), read)
  const rest = await readMeanwhile(wait(restMs), read)
  const files = Array.from({ length: uploads }, (_, n) => makeFile(facts, `${Date.now()}-${n}`))
  const uploadMs: number[] = []
  const uploading = async (): Promise<void> => {
    for (const file of files) uploadMs.push(await uploadToProduct(address, token, facts, file))
  }
  const { taken } = await readMeanwhile(uploading(), read)
  const tooLong = taken.filter((ms) => ms > tooLongMs).length
  return { uploadMs, rest: waited(rest.taken), beside: waited(taken), calls: taken.length, tooLong }
}

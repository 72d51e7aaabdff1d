import { createThreadPool, ThreadFailure } from '../threads/thread-pool.ts'

/** Points from the upper left corner of a page; pages count from 1. */
export type Box = {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export type PageSize = { readonly width: number; readonly height: number }
export type PdfField = Box & { readonly name: string; readonly kind: 'text' | 'check' | 'signature' | 'other' }

export type CleanPdf = { readonly bytes: Uint8Array; readonly pages: PageSize[]; readonly fields: PdfField[] }

export class UnsupportedPdfError extends Error {
  readonly why: 'locked' | 'turned' | 'unreadable' | 'long'
  constructor(why: UnsupportedPdfError['why']) {
    super(`a PDF that is ${why}`)
    this.why = why
  }
}

export class ActivePdfError extends Error {}

export type Attachment = {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly about: string
}

export type PdfPart = { readonly bytes: Uint8Array; readonly type: string }
export type AboutPdf = { readonly title: string; readonly at: Date; readonly attached?: readonly Attachment[] }

export type PdfTask =
  | { readonly kind: 'clean'; readonly bytes: Uint8Array; readonly pagesAtMost: number }
  | { readonly kind: 'check'; readonly bytes: Uint8Array }
  | { readonly kind: 'overlay'; readonly below: Uint8Array; readonly above: Uint8Array; readonly pagesAtMost?: number }
  | { readonly kind: 'join'; readonly parts: readonly PdfPart[]; readonly about: AboutPdf }
  | { readonly kind: 'attachment'; readonly bytes: Uint8Array; readonly name: string }

type PdfResult = CleanPdf | Uint8Array | null
export type PdfResponse =
  | { readonly result: PdfResult }
  | { readonly unsupported: UnsupportedPdfError['why'] }
  | { readonly active: true }
  | { readonly failure: string }

/** A file of 10 MB can inflate to gigabytes, and the library has no limit. Real files need less than a second. */
const pool = createThreadPool<PdfTask, PdfResponse>(new URL('./pdf-worker.ts', import.meta.url), {
  memoryMb: 256,
  timeoutMs: 10_000,
})

async function run(task: PdfTask): Promise<PdfResult> {
  const response = await pool.run(task, { owner: 0 }).catch((error: unknown) => {
    const isTooLarge =
      error instanceof ThreadFailure && (error.code === 'took_too_long' || error.code === 'took_too_much_memory')
    throw isTooLarge ? new UnsupportedPdfError('unreadable') : error
  })
  if ('result' in response) return response.result
  if ('unsupported' in response) throw new UnsupportedPdfError(response.unsupported)
  if ('active' in response) throw new ActivePdfError()
  throw new Error('a PDF could not be processed', { cause: response.failure })
}

const bytesIn = (result: PdfResult): Uint8Array => {
  if (result instanceof Uint8Array) return result
  throw new Error('the thread returned no file')
}

/**
 * Returns the appearance of the pages without scripts, links, or attachments, and the fields. @throws
 * UnsupportedPdfError
 */
export async function cleanPdf(bytes: Uint8Array, pagesAtMost: number): Promise<CleanPdf> {
  const result = await run({ kind: 'clean', bytes, pagesAtMost })
  if (result && 'fields' in result) return result
  throw new Error('the thread returned no pages')
}

/**
 * Rejects scripts, program launches, and embedded files. @throws ActivePdfError, UnsupportedPdfError An unreadable file
 * is searched byte by byte and rejected if parts are compressed.
 */
export async function refuseActiveContent(bytes: Uint8Array): Promise<void> {
  await run({ kind: 'check', bytes })
}

/** Returns the pages of one file overlaid on those of another. Deterministic. */
export async function overlayPdf(below: Uint8Array, above: Uint8Array, pagesAtMost?: number): Promise<Uint8Array> {
  return bytesIn(await run({ kind: 'overlay', below, above, ...(pagesAtMost !== undefined && { pagesAtMost }) }))
}

/** Returns one PDF; each image gets a separate page. @throws UnsupportedPdfError */
export async function joinPdfs(parts: readonly PdfPart[], about: AboutPdf): Promise<Uint8Array> {
  return bytesIn(await run({ kind: 'join', parts, about }))
}

/** Returns a file attached to a PDF, or null. @throws UnsupportedPdfError */
export async function attachmentOf(bytes: Uint8Array, name: string): Promise<Uint8Array | null> {
  const result = await run({ kind: 'attachment', bytes, name })
  return result && bytesIn(result)
}

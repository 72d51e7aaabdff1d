import { addAbortSignal, Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { checkFileKey, createFileKey, type Files, fileNotFound, withStallTimeout, writeInChunks } from './files.ts'

/** Three attempts of this length at most: an unresponsive store must not block a request for minutes. */
const attempts = 3
const connectTimeoutMs = 5_000
const responseTimeoutMs = 30_000
/** Limits per file. No upload is larger. */
const limits = { bytesAtMost: 128 * 1024 * 1024, bodyMs: 60_000 }
/** Stores require parts of at least 5 MB, except for the last one. */
const partBytes = 8 * 1024 * 1024

/** Uses the bucket `https://key:secret@host/bucket`; without a key, the identity of the process. S3 puts are atomic. */
export async function createBucketFiles(address: string, { bytesAtMost, bodyMs } = limits): Promise<Files> {
  const s3 = await import('@aws-sdk/client-s3')
  const url = new URL(address)
  const Bucket = url.pathname.split('/')[1] ?? ''
  const client: S3Client = new s3.S3Client({
    endpoint: url.origin,
    region: regionOf(url.hostname),
    forcePathStyle: true, // all stores support it; bucket names need not be host names
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: responseTimeoutMs,
      throwOnRequestTimeout: true,
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectOf = (key: string) => ({ Bucket, Key: checkFileKey(key) })
  const get = async (key: string): Promise<Readable> => {
    try {
      const { Body } = await client.send(new s3.GetObjectCommand(objectOf(key)))
      if (!(Body instanceof Readable)) throw new Error('the store answered a file without its bytes')
      return Body
    } catch (error) {
      if (error instanceof s3.NoSuchKey) throw fileNotFound()
      throw error
    }
  }
  const abortUpload = (key: string, UploadId: string | undefined) =>
    client.send(new s3.AbortMultipartUploadCommand({ ...objectOf(key), UploadId }))
  /** Removes parts of a crashed write. If a store cannot list them, its lifecycle rules must. */
  const abortUploads = async (key: string): Promise<void> => {
    try {
      const { Uploads = [] } = await client.send(
        new s3.ListMultipartUploadsCommand({ Bucket, Prefix: checkFileKey(key) }),
      )
      for (const { UploadId } of Uploads) await abortUpload(key, UploadId)
    } catch (error) {
      if (
        !(error instanceof s3.S3ServiceException) ||
        !unsupportedStatusCodes.includes(error.$metadata.httpStatusCode ?? 0)
      )
        throw error
    }
  }
  return {
    keep: async (bytes, key = createFileKey()) => {
      await client.send(new s3.PutObjectCommand({ ...objectOf(key), Body: bytes, ContentLength: bytes.byteLength }))
      return key
    },
    // A put requires the length in advance, so the file is sent in parts.
    keepStream: async (key, maxBytes, write) => {
      const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(objectOf(key)))
      const Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = []
      let buffered: Buffer[] = []
      let bufferedBytes = 0
      const send = async (): Promise<void> => {
        const PartNumber = Parts.length + 1
        const Body = Buffer.concat(buffered)
        const part = { ...objectOf(key), UploadId, PartNumber, Body, ContentLength: Body.length }
        const { ETag } = await client.send(new s3.UploadPartCommand(part))
        Parts.push({ PartNumber, ETag })
        buffered = []
        bufferedBytes = 0
      }
      try {
        const bytes = await writeInChunks(write, maxBytes, async (chunk) => {
          buffered.push(chunk)
          bufferedBytes += chunk.length
          if (bufferedBytes >= partBytes) await send()
        })
        if (bufferedBytes > 0 || Parts.length === 0) await send()
        const MultipartUpload = { Parts }
        await client.send(new s3.CompleteMultipartUploadCommand({ ...objectOf(key), UploadId, MultipartUpload }))
        return bytes
      } catch (error) {
        await abortUpload(key, UploadId).catch(() => undefined) // the sweeper retries it
        throw error
      }
    },
    read: async (key) => readWithin(await get(key), { bytesAtMost, bodyMs }),
    readStream: async (key) => withStallTimeout(await get(key)),
    remove: async (key) => {
      await client.send(new s3.DeleteObjectCommand(objectOf(key)))
      await abortUploads(key)
    },
  }
}

/** 400 to 405, and 501: the store does not support the request, or the key does not permit it. */
const unsupportedStatusCodes: readonly number[] = [400, 403, 404, 405, 501]

async function readWithin(body: Readable, { bytesAtMost, bodyMs }: typeof limits): Promise<Buffer> {
  addAbortSignal(AbortSignal.timeout(bodyMs), body)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesAtMost) throw new Error('the store returned more than any file holds')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the region in Amazon's host names. Other stores accept any region and conventionally use this one. */
const regionOf = (host: string): string =>
  /^s3[.-]([a-z]{2}-[a-z-]+-\d)\.amazonaws\.com$/.exec(host)?.[1] ?? 'us-east-1'

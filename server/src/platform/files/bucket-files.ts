import { addAbortSignal, Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { checkFileKey, createFileKey, type Files, fileMissing, takePieces, unlessStuck } from './files.ts'

/** A silent store must not hold a request or a job for minutes: three attempts of at most this long. */
const attempts = 3
const connectMs = 5_000
const answerMs = 30_000
/** Of one file: none that was uploaded is larger, and a store that trickles or never ends is left. */
const limits = { bytesAtMost: 128 * 1024 * 1024, bodyMs: 60_000 }
/** A store takes parts of 5 MB and more, but for the last one; each is sent within `answerMs`, and again if need be. */
const partBytes = 8 * 1024 * 1024

/**
 * Files in a bucket of any store that speaks S3, at `https://key:secret@host/bucket`. Without key and secret the process's
 * own identity counts (a role of its machine). A put is whole or not there, as S3 promises.
 */
export async function createBucketFiles(address: string, { bytesAtMost, bodyMs } = limits): Promise<Files> {
  // 20 MB that only they need who keep their files in a bucket
  const s3 = await import('@aws-sdk/client-s3')
  const url = new URL(address)
  const Bucket = url.pathname.split('/')[1] ?? ''
  const client: S3Client = new s3.S3Client({
    endpoint: url.origin,
    region: regionOf(url.hostname),
    forcePathStyle: true, // every store knows it; names of buckets need not be names of hosts
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
    // Other stores than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket, Key: checkFileKey(key) })
  const get = async (key: string): Promise<Readable> => {
    try {
      const { Body } = await client.send(new s3.GetObjectCommand(at(key)))
      if (!(Body instanceof Readable)) throw new Error('the store answered a file without its bytes')
      return Body
    } catch (error) {
      if (error instanceof s3.NoSuchKey) throw fileMissing()
      throw error
    }
  }
  const drop = (key: string, UploadId: string | undefined) =>
    client.send(new s3.AbortMultipartUploadCommand({ ...at(key), UploadId }))
  /** Parts of a process that died while it wrote. Where the store does not list them, its own rules remove them. */
  const dropParts = async (key: string): Promise<void> => {
    try {
      const { Uploads = [] } = await client.send(
        new s3.ListMultipartUploadsCommand({ Bucket, Prefix: checkFileKey(key) }),
      )
      for (const { UploadId } of Uploads) await drop(key, UploadId)
    } catch (error) {
      if (!(error instanceof s3.S3ServiceException) || !mayNot.includes(error.$metadata.httpStatusCode ?? 0))
        throw error
    }
  }
  return {
    keep: async (bytes, key = createFileKey()) => {
      await client.send(new s3.PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.byteLength }))
      return key
    },
    // In parts, since a put must say its length first.
    keepStream: async (key, most, write) => {
      const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(at(key)))
      const Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = []
      let pieces: Buffer[] = []
      let held = 0
      const send = async (): Promise<void> => {
        const PartNumber = Parts.length + 1
        const Body = Buffer.concat(pieces)
        const part = { ...at(key), UploadId, PartNumber, Body, ContentLength: Body.length }
        const { ETag } = await client.send(new s3.UploadPartCommand(part))
        Parts.push({ PartNumber, ETag })
        pieces = []
        held = 0
      }
      try {
        const bytes = await takePieces(write, most, async (piece) => {
          pieces.push(piece)
          held += piece.length
          if (held >= partBytes) await send()
        })
        if (held > 0 || Parts.length === 0) await send()
        const MultipartUpload = { Parts }
        await client.send(new s3.CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload }))
        return bytes
      } catch (error) {
        await drop(key, UploadId).catch(() => undefined) // the sweeper comes to it
        throw error
      }
    },
    read: async (key) => readWithin(await get(key), { bytesAtMost, bodyMs }),
    readStream: async (key) => unlessStuck(await get(key)),
    remove: async (key) => {
      await client.send(new s3.DeleteObjectCommand(at(key)))
      await dropParts(key)
    },
  }
}

/** 400 to 405, and 501: it was asked for what it does not know, or what this key may not. */
const mayNot: readonly number[] = [400, 403, 404, 405, 501]

async function readWithin(body: Readable, { bytesAtMost, bodyMs }: typeof limits): Promise<Buffer> {
  addAbortSignal(AbortSignal.timeout(bodyMs), body)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesAtMost) throw new Error('the store answers more than any file holds')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Amazon's hosts name their region; other stores take any, and this one by custom. */
const regionOf = (host: string): string =>
  /^s3[.-]([a-z]{2}-[a-z-]+-\d)\.amazonaws\.com$/.exec(host)?.[1] ?? 'us-east-1'

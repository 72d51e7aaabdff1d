import { addAbortSignal, Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { checkFileKey, createFileKey, type Files, fileMissing } from './files.ts'

/** A silent store must not hold a request or a job for minutes: three attempts of at most this long. */
const attempts = 3
const connectMs = 5_000
const answerMs = 30_000
/** Of one file: none that was uploaded is larger, and a store that trickles or never ends is left. */
const limits = { bytesAtMost: 128 * 1024 * 1024, bodyMs: 60_000 }

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
  return {
    keep: async (bytes, key = createFileKey()) => {
      await client.send(new s3.PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.byteLength }))
      return key
    },
    read: async (key) => {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(at(key)))
        if (!(Body instanceof Readable)) throw new Error('the store answered a file without its bytes')
        return await readWithin(Body, { bytesAtMost, bodyMs })
      } catch (error) {
        if (error instanceof s3.NoSuchKey) throw fileMissing()
        throw error
      }
    },
    remove: async (key) => {
      await client.send(new s3.DeleteObjectCommand(at(key)))
    },
  }
}

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

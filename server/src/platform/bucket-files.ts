import type { S3Client } from '@aws-sdk/client-s3'
import { checkFileKey, createFileKey, type Files, fileMissing } from './files.ts'

/** A silent store must not hold a request or a job for minutes: three attempts of at most this long. */
const attempts = 3
const connectMs = 5_000
const answerMs = 30_000

/**
 * Files in a bucket of any store that speaks S3, at `https://key:secret@host/bucket`. Without key and secret the process's
 * own identity counts (a role of its machine). A put is whole or not there, as S3 promises.
 */
export async function createBucketFiles(address: string): Promise<Files> {
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
        if (!Body) throw new Error('the store answered a file without its bytes')
        return Buffer.from(await Body.transformToByteArray())
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

/** Amazon's hosts name their region; other stores take any, and this one by custom. */
const regionOf = (host: string): string =>
  /^s3[.-]([a-z]{2}-[a-z-]+-\d)\.amazonaws\.com$/.exec(host)?.[1] ?? 'us-east-1'

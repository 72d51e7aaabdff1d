import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBucketFiles } from './bucket-files.ts'
import { createFileKey, createFolderFiles, type Files, withStallTimeout } from './files.ts'

const objects = new Map<string, Buffer>()
const asked: { readonly method: string; readonly authorization: string }[] = []
let failures = 0
let hostile: 'endless' | 'trickling' | null = null

async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://store')
  const body = await buffer(request)
  asked.push({ method: request.method ?? '', authorization: request.headers.authorization ?? '' })
  if (failures > 0) {
    failures--
    reply.writeHead(503).end()
    return
  }
  if (hostile && request.method === 'GET') return misbehave(reply, hostile)
  if (searchParams.has('uploads') || searchParams.has('uploadId')) {
    const about = { method: request.method ?? '', path, upload: searchParams.get('uploadId') }
    return answerParts(reply, { ...about, part: Number(searchParams.get('partNumber')), body })
  }
  if (request.method === 'PUT') objects.set(path, body)
  if (request.method === 'DELETE') objects.delete(path)
  const found = objects.get(path)
  if (request.method !== 'GET') reply.writeHead(request.method === 'PUT' ? 200 : 204).end()
  else if (found) reply.writeHead(200, { 'content-length': found.length }).end(found)
  else reply.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
}

const uploads = new Map<string, { readonly path: string; readonly parts: Buffer[] }>()

type OfParts = { method: string; path: string; upload: string | null; part: number; body: Buffer }

function answerParts(reply: ServerResponse, { method, path, upload, part, body }: OfParts): void {
  const known = upload === null ? undefined : uploads.get(upload)
  const xml = (text: string) => reply.writeHead(200, { 'content-type': 'application/xml' }).end(text)
  if (upload === null && method === 'POST') {
    const id = String(uploads.size + 1)
    uploads.set(id, { path, parts: [] })
    xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  } else if (upload === null) {
    const each = [...uploads].map(([id, { path: of }]) => `<Upload><Key>${of}</Key><UploadId>${id}</UploadId></Upload>`)
    xml(`<ListMultipartUploadsResult>${each.join('')}</ListMultipartUploadsResult>`)
  } else if (!known) {
    reply.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchUpload</Code></Error>')
  } else if (method === 'PUT') {
    known.parts[part - 1] = body
    reply.writeHead(200, { etag: `"${part}"` }).end()
  } else {
    uploads.delete(upload)
    if (method === 'POST') objects.set(path, Buffer.concat(known.parts))
    if (method === 'POST') xml('<CompleteMultipartUploadResult/>')
    else reply.writeHead(204).end()
  }
}

/** Never ends: sends data as fast as it is read, or one piece and then nothing. */
function misbehave(reply: ServerResponse, how: 'endless' | 'trickling'): void {
  reply.writeHead(200, { 'content-type': 'application/octet-stream' })
  reply.write('x')
  if (how === 'endless')
    Readable.from(endless())
      .on('error', () => {})
      .pipe(reply)
}

function* endless(): Generator<Buffer> {
  while (true) yield Buffer.alloc(64 * 1024)
}

const store = createServer((request, reply) => void answer(request, reply))
let folder = ''
const kinds: Record<string, Files> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
  const { port } = store.address() as AddressInfo
  kinds.folder = await createFolderFiles(folder)
  kinds.bucket = await createBucketFiles(`http://a%2Fkey:a%20secret@127.0.0.1:${port}/letters`)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await new Promise((done) => store.close(done))
})

const files = (kind: string): Files => {
  const found = kinds[kind]
  if (!found) throw new Error(`no files of the kind ${kind}`)
  return found
}
const bytes = Buffer.from([0, 255, 13, 10, 0x50, 0x4b])

describe.each(['folder', 'bucket'])('files in a %s', (kind) => {
  it('are returned unchanged, each under its own random name', async () => {
    const first = await files(kind).keep(bytes)
    const second = await files(kind).keep(bytes)
    expect(first).toMatch(/^[\w-]{32}$/)
    expect(second).not.toBe(first)
    expect(await files(kind).read(first)).toEqual(bytes)
  })

  it('are gone after their removal, with a helpful error for readers', async () => {
    const key = await files(kind).keep(bytes)
    await files(kind).remove(key)
    await files(kind).remove(key)
    await expect(files(kind).read(key)).rejects.toMatchObject({ code: 'not_found', message: /upload it again/ })
  })

  it('are written and read piece by piece, completely or not at all', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(256 * 1024, index))
    const whole = Buffer.concat(pieces)
    const writing = (given: readonly Buffer[]) => (output: Writable) => pipeline(Readable.from(given), output)
    const key = createFileKey()
    expect(await files(kind).keepStream(key, whole.length, writing(pieces))).toBe(whole.length)
    expect((await buffer(await files(kind).readStream(key))).equals(whole)).toBe(true)

    const other = createFileKey()
    const failing = files(kind).keepStream(other, whole.length - 1, writing(pieces))
    await expect(failing).rejects.toMatchObject({ code: 'too_large' })
    await expect(files(kind).readStream(other)).rejects.toMatchObject({ code: 'not_found' })
    const nothing = await files(kind).keepStream(other, 0, writing([]))
    expect([nothing, (await files(kind).read(other)).length]).toEqual([0, 0])
  })

  it.each(['../../etc/passwd', 'a/b', '', '.'.repeat(32), `${'a'.repeat(31)}/`])(
    'are not found by the key %j',
    async (key) => {
      await expect(async () => await files(kind).read(key)).rejects.toThrow('not a file key')
    },
  )
})

it('a folder contains no partial file after a write', async () => {
  await files('folder').keep(bytes)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('a stalled stream fails and releases its resources, a slow stream continues', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const ms = 1000
  const held = Readable.from(endless())
  const slow = withStallTimeout(held, ms)
  const taking = slow[Symbol.asyncIterator]()
  for (let piece = 0; piece < 20; piece++) {
    expect((await taking.next()).done).toBe(false)
    vi.advanceTimersByTime(ms / 2 - 1)
  }
  const ended = expect(finished(slow)).rejects.toThrow('for too long')
  vi.advanceTimersByTime(ms)
  await ended
  expect(held.destroyed).toBe(true)

  const nothing = withStallTimeout(new Readable({ read: () => undefined }), ms)
  const given = expect(buffer(nothing)).rejects.toThrow('for too long')
  vi.advanceTimersByTime(ms)
  await given
})

it('a bucket gets signed requests under its name', async () => {
  asked.length = 0
  const key = await files('bucket').keep(bytes)
  expect([...objects.keys()]).toContain(`/letters/${key}`)
  expect(asked[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=a\/key\/\d{8}\/us-east-1\/s3\/aws4_request/)
})

it('a removed file takes the parts of a process that died during its upload with it', async () => {
  const key = createFileKey()
  uploads.set('of the dead', { path: key, parts: [] })
  await files('bucket').remove(key)
  expect([...uploads]).toEqual([])
})

it('retries a bucket that fails once', async () => {
  failures = 1
  expect(await files('bucket').read(await files('bucket').keep(bytes))).toEqual(bytes)
})

it.each(['endless', 'trickling'] as const)('abandons a bucket with an %s response', async (how) => {
  const { port } = store.address() as AddressInfo
  const limits = { bytesAtMost: 1024 * 1024, bodyMs: how === 'trickling' ? 100 : 60_000 }
  const bucket = await createBucketFiles(`http://a:b@127.0.0.1:${port}/letters`, limits)
  const key = await bucket.keep(bytes)
  hostile = how
  await expect(bucket.read(key).finally(() => (hostile = null))).rejects.toThrow(
    how === 'endless' ? 'more than any file' : 'aborted',
  )
})

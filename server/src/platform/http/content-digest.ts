import { createHash } from 'node:crypto'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** Returns a digest of the form data that the handler reads. Multipart boundaries, which differ, are excluded. */
export function digestWhileReading(request: FastifyRequest): () => Buffer {
  const hash = createHash('sha256')
  const read = request.parts.bind(request)
  request.parts = async function* (options) {
    for await (const part of read(options)) yield part.type === 'file' ? hashFile(part) : hashField(part)
  }
  return () => hash.copy().digest()

  function hashField(part: Multipart): Multipart {
    if (part.type === 'field') addToHash(part.fieldname, String(part.value))
    return part
  }
  function hashFile(part: MultipartFile): MultipartFile {
    const toBuffer = part.toBuffer.bind(part)
    part.toBuffer = async () => {
      const bytes = await toBuffer()
      addToHash(part.fieldname, part.filename ?? '', bytes)
      return bytes
    }
    return part
  }
  function addToHash(...texts: (string | Buffer)[]): void {
    for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text)
  }
}

/** Returns the digest of a form that no handler reads. */
export async function digestOfForm(request: FastifyRequest): Promise<Buffer> {
  const digest = digestWhileReading(request)
  for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer()
  return digest()
}

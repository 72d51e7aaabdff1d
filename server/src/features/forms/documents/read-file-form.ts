import { documents } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { refuseFile } from './validate-file.ts'

export type UploadedDocument = { readonly name: string; readonly bytes: Buffer }

const { documentMessages: messages } = documents

/** A single `file` part, in any order of parts. @throws Refusal */
export async function readFileForm(
  request: FastifyRequest,
): Promise<{ file: UploadedDocument; fields: documents.UploadFields }> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', 'Send the file as a form: multipart/form-data with a part named file.')
  }
  const values: Record<string, string> = Object.create(null)
  let file: UploadedDocument | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') values[part.fieldname] = printable(String(part.value))
      else if (part.fieldname === 'file') file = { name: nameOf(part.filename ?? ''), bytes: await part.toBuffer() }
      else part.file.resume()
    }
  } catch (error) {
    throw refusalOfForm(error)
  }
  if (!file) throw refuseFile(messages.noFile)
  if (file.bytes.length === 0) throw refuseFile(file.name ? messages.empty : messages.noFile)
  const fields = documents.uploadFields.safeParse({ ...values })
  if (fields.success) return { file, fields: fields.data }
  const [issue] = fields.error.issues
  throw refuseFile(issue?.message ?? 'That is not valid.', issue?.path.join('.') || 'body')
}

/** Removes characters that change the text direction, too. */
const printable = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed()
    .trim()

/** Displayed only, never used as a path. */
const nameOf = (name: string): string => printable(name.split(/[\\/]/).at(-1) ?? '').slice(0, 200)

function refusalOfForm(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new Refusal('too_large', messages.tooLarge, { fields: { file: messages.tooLarge } })
  }
  if (code === 'FST_FILES_LIMIT') return new Refusal('invalid', 'Upload one file at a time.')
  return error instanceof Refusal ? error : new Refusal('malformed', 'That form ended early or could not be read.')
}

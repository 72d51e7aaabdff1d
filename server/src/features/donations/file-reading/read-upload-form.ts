import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { validationMessages } from '../../../platform/http/validation-messages.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'

export type UploadedFile = { readonly name: string; readonly bytes: Buffer }

const tooLarge = 'This file is larger than 10 MB. Split it into smaller files and upload them one after the other.'

export async function readUploadForm<S extends z.ZodType>(
  request: FastifyRequest,
  shape: S,
  part = 'donations',
): Promise<{ file: UploadedFile; fields: z.output<S> }> {
  if (!request.isMultipart()) {
    throw new Refusal(
      'unsupported_media_type',
      `Send the file as a form: multipart/form-data with a part named ${part}.`,
    )
  }
  const { file, values } = await collectParts(request, part)
  if (!file || file.bytes.length === 0) {
    const message = file?.name ? 'This file is empty.' : 'Choose a file to upload.'
    throw new Refusal('invalid', message, { fields: { [part]: message } })
  }
  const parsed = shape.safeParse(values, { error: validationMessages })
  if (parsed.success) return { file: { ...file, name: fileNameOf(file.name) }, fields: parsed.data }
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key, unknownField(key, shape)] as const)
      : [[issue.path.join('.') || 'body', issue.message] as const],
  )
  throw new Refusal('invalid', problems[0]?.[1] ?? 'That is not valid.', { fields: Object.fromEntries(problems) })
}

const unknownField = (key: string, shape: z.ZodType): string => {
  const known = shape instanceof z.ZodObject ? Object.keys(shape.shape) : []
  return `This call doesn’t have the field “${oneLine(key, 60)}”. Its fields are ${known.join(', ')}.`
}

async function collectParts(request: FastifyRequest, name: string) {
  const values: Record<string, string> = Object.create(null)
  let file: UploadedFile | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') values[part.fieldname] = String(part.value)
      else if (part.fieldname === name) file = { name: part.filename ?? '', bytes: await part.toBuffer() }
      else {
        part.file.resume()
        values[part.fieldname] = ''
      }
    }
  } catch (error) {
    throw refusalOfForm(error, name)
  }
  return { file, values: { ...values } }
}

/** Only displayed, never used as a path. Browsers may send one with folders. */
const fileNameOf = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
    .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .toWellFormed()
    .trim()
    .slice(0, 200)

function refusalOfForm(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('too_large', tooLarge, { fields: { [name]: tooLarge } })
  if (code === 'FST_FILES_LIMIT') return new Refusal('invalid', 'Upload one file at a time.')
  if (code.startsWith('FST_')) return new Refusal('malformed', 'That form could not be read.')
  return error instanceof Refusal ? error : new Refusal('malformed', 'That form ended early or could not be read.')
}

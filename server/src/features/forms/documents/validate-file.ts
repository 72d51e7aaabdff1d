import { documents } from '@twofold/contract'
import { fileTypeFromBuffer } from 'file-type'
import { ActivePdfError, refuseActiveContent, UnsupportedPdfError } from '../../../platform/pdf/pdf-files.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'

/** The name and the browser's content type are ignored. */

export type ValidatedFile = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly extension: 'png' | 'jpg' | 'pdf' | 'docx'
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const { documentMessages: messages } = documents

/** Emails and the sidebar show logos at most 300 units wide, on high-density screens. */
const logoBox = { width: 800, height: 400 }
const pictureBox = { width: 4000, height: 4000 }
/** An image of a few kilobytes can claim to decode to gigabytes. */
const maxPixels = 50_000_000
const maxSeconds = 15

/** @throws Refusal if it is not a readable PNG or JPG */
export async function validateLogo(bytes: Uint8Array): Promise<ValidatedFile> {
  const kind = await kindOf(bytes)
  if (kind !== 'image/png' && kind !== 'image/jpeg') throw refuseFile(messages.logo)
  return reencode(bytes, kind, logoBox, messages.logo)
}

/** Letters become part of match packets, so they must be pages. @throws Refusal for other types */
export async function validateDocument(bytes: Uint8Array, isLetter: boolean): Promise<ValidatedFile> {
  const message = isLetter ? messages.letter : messages.document
  const kind = await kindOf(bytes)
  switch (kind) {
    case 'image/png':
    case 'image/jpeg':
      return reencode(bytes, kind, pictureBox, message)
    case 'application/pdf':
      if (isLetter && asBuffer(bytes).includes('/Encrypt')) {
        throw refuseFile(messages.encrypted)
      }
      await checkPdf(bytes)
      return { bytes, mediaType: kind, extension: 'pdf' }
    case wordType:
      if (isLetter || hasMacros(bytes)) throw refuseFile(message)
      return { bytes, mediaType: kind, extension: 'docx' }
    default:
      throw refuseFile(message)
  }
}

async function checkPdf(bytes: Uint8Array): Promise<void> {
  try {
    await refuseActiveContent(bytes)
  } catch (error) {
    if (error instanceof ActivePdfError) throw refuseFile(messages.active)
    if (error instanceof UnsupportedPdfError) throw refuseFile(messages.unchecked)
    throw error
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Names in an archive are not compressed. A Word file with macros may declare itself as one without. */
const hasMacros = (bytes: Uint8Array): boolean => asBuffer(bytes).includes('vbaProject.bin')

const kindOf = async (bytes: Uint8Array): Promise<string | undefined> => {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime
  } catch {
    return undefined // starts like an archive but is not one
  }
}

/** No hidden data of the original remains. */
async function reencode(
  bytes: Uint8Array,
  kind: 'image/png' | 'image/jpeg',
  box: { width: number; height: number },
  message: string,
): Promise<ValidatedFile> {
  const { default: sharp } = await import('sharp') // 20 MB that a server without uploads does not need
  sharp.cache(false)
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    return kind === 'image/png'
      ? { bytes: await picture.png().toBuffer(), mediaType: kind, extension: 'png' }
      : { bytes: await picture.jpeg({ quality: 88 }).toBuffer(), mediaType: kind, extension: 'jpg' }
  } catch {
    throw refuseFile(message)
  }
}

export const refuseFile = (message: string, field = 'file'): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })

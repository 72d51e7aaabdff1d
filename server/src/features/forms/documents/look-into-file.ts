import { documents } from '@twofold/contract'
import { fileTypeFromBuffer } from 'file-type'
import { ActivePdf, refuseActive, UnfitPdf } from '../../../platform/pdf/pdf-files.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'

/** What a file really is. Its name and what the browser says of it are never asked. */

export type FitFile = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly extension: 'png' | 'jpg' | 'pdf' | 'docx'
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const { documentMessages: say } = documents

/** Wider ones are made smaller: a mail and a sidebar show it at most 300 units wide, on screens of double density. */
const logoBox = { width: 800, height: 400 }
const pictureBox = { width: 4000, height: 4000 }
/** A picture of a few kilobytes can say that it is gigabytes large when it is opened. */
const pixelsAtMost = 50_000_000
const secondsAtMost = 15

/** @throws Refusal when it is no PNG or JPG that can be opened */
export async function fitLogo(bytes: Uint8Array): Promise<FitFile> {
  const kind = await kindOf(bytes)
  if (kind !== 'image/png' && kind !== 'image/jpeg') throw refuse(say.logo)
  return encodeAnew(bytes, kind, logoBox, say.logo)
}

/** Letters go into match packets, so they must be pages. @throws Refusal when it is of another kind */
export async function fitDocument(bytes: Uint8Array, isLetter: boolean): Promise<FitFile> {
  const refused = isLetter ? say.letter : say.document
  const kind = await kindOf(bytes)
  switch (kind) {
    case 'image/png':
    case 'image/jpeg':
      return encodeAnew(bytes, kind, pictureBox, refused)
    case 'application/pdf':
      if (isLetter && asBuffer(bytes).includes('/Encrypt')) {
        throw refuse(say.encrypted)
      }
      await checkPdf(bytes)
      return { bytes, mediaType: kind, extension: 'pdf' }
    case word:
      if (isLetter || holdsMacros(bytes)) throw refuse(refused)
      return { bytes, mediaType: kind, extension: 'docx' }
    default:
      throw refuse(refused)
  }
}

async function checkPdf(bytes: Uint8Array): Promise<void> {
  try {
    await refuseActive(bytes)
  } catch (error) {
    if (error instanceof ActivePdf) throw refuse(say.active)
    if (error instanceof UnfitPdf) throw refuse(say.unchecked)
    throw error
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** The names in an archive are not packed. A Word file with macros that calls itself one without is refused too. */
const holdsMacros = (bytes: Uint8Array): boolean => asBuffer(bytes).includes('vbaProject.bin')

const kindOf = async (bytes: Uint8Array): Promise<string | undefined> => {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime
  } catch {
    return undefined // a file that begins like an archive and is none
  }
}

/** Only what was decoded goes out again: nothing that hides in a picture's margins comes along. */
async function encodeAnew(
  bytes: Uint8Array,
  kind: 'image/png' | 'image/jpeg',
  box: { width: number; height: number },
  refused: string,
): Promise<FitFile> {
  const { default: sharp } = await import('sharp') // 20 MB that a server without uploads does not need
  sharp.cache(false)
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsAtMost, failOn: 'error' })
      .timeout({ seconds: secondsAtMost })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    return kind === 'image/png'
      ? { bytes: await picture.png().toBuffer(), mediaType: kind, extension: 'png' }
      : { bytes: await picture.jpeg({ quality: 88 }).toBuffer(), mediaType: kind, extension: 'jpg' }
  } catch {
    throw refuse(refused)
  }
}

export const refuse = (message: string, field = 'file'): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })

import { attachmentOf, UnsupportedPdfError } from '../../../platform/pdf/pdf-files.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { isSealValid, readRecord } from './signature-record.ts'

type SealedRecord = ReturnType<typeof readRecord>

/**
 * `none`: no PDF with a record. `foreign`: not our seal, or a changed record. `changed`: our record of another
 * document. `sealed`: unchanged.
 */
export type FileVerification =
  | { readonly kind: 'none' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'changed'; readonly record: SealedRecord; readonly file: Uint8Array }
  | { readonly kind: 'sealed'; readonly record: SealedRecord; readonly file: Uint8Array; readonly isPacket: boolean }

/** Finds a signed form attached to a packet, too; see docs/operating/signature-records.md. */
export async function verifySignedFile(
  platform: Pick<Platform, 'secrets'>,
  upload: Uint8Array,
): Promise<FileVerification> {
  const formInPacket = await readAttachment(upload, 'signed-form.pdf')
  const file = formInPacket ?? upload
  const bytes = await readAttachment(file, 'signature-record.json')
  const seal = await readAttachment(file, 'signature-record.sig')
  const document = await readAttachment(file, 'document.pdf')
  if (!bytes || !seal) return { kind: 'none' }
  if (!isSealValid(platform, bytes, Buffer.from(seal).toString('latin1'))) return { kind: 'foreign' }
  const record = readRecord(bytes)
  const isUnchanged = document !== null && digestOf(document).toString('hex') === record.document_sha256
  return isUnchanged
    ? { kind: 'sealed', record, file, isPacket: formInPacket !== null }
    : { kind: 'changed', record, file }
}

async function readAttachment(bytes: Uint8Array, name: string): Promise<Uint8Array | null> {
  try {
    return await attachmentOf(bytes, name)
  } catch (error) {
    if (error instanceof UnsupportedPdfError) return null
    throw error
  }
}

import { attachmentOf, UnsupportedPdfError } from '../../../platform/pdf/pdf-files.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { isSealValid, readRecord } from './signature-record.ts'

type Sealed = ReturnType<typeof readRecord>

/**
 * `none`: no PDF with a record. `foreign`: not our seal, or a changed record. `changed`: our record of another
 * document. `sealed`: unchanged.
 */
export type FileVerification =
  | { readonly kind: 'none' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'changed'; readonly record: Sealed; readonly file: Uint8Array }
  | { readonly kind: 'sealed'; readonly record: Sealed; readonly file: Uint8Array; readonly isPacket: boolean }

/** Finds a signed form attached to a packet, too; see docs/operating/signature-records.md. */
export async function verifySignedFile(
  platform: Pick<Platform, 'secrets'>,
  given: Uint8Array,
): Promise<FileVerification> {
  const inPacket = await attached(given, 'signed-form.pdf')
  const file = inPacket ?? given
  const bytes = await attached(file, 'signature-record.json')
  const seal = await attached(file, 'signature-record.sig')
  const document = await attached(file, 'document.pdf')
  if (!bytes || !seal) return { kind: 'none' }
  if (!isSealValid(platform, bytes, Buffer.from(seal).toString('latin1'))) return { kind: 'foreign' }
  const record = readRecord(bytes)
  const isWhole = document !== null && digestOf(document).toString('hex') === record.document_sha256
  return isWhole ? { kind: 'sealed', record, file, isPacket: inPacket !== null } : { kind: 'changed', record, file }
}

async function attached(bytes: Uint8Array, name: string): Promise<Uint8Array | null> {
  try {
    return await attachmentOf(bytes, name)
  } catch (error) {
    if (error instanceof UnsupportedPdfError) return null
    throw error
  }
}

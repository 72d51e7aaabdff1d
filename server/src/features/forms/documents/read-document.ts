import { Refusal } from '../../../platform/runtime/errors.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { StoredDocument } from './documents.queries.ts'

/** @throws Refusal if they are missing or changed in the store */
export async function readDocument(
  { files, log }: Pick<Platform, 'files' | 'log'>,
  { id, file_key, sha256 }: Pick<StoredDocument, 'id' | 'file_key' | 'sha256'>,
): Promise<Buffer> {
  const bytes = await files.read(file_key)
  if (sha256 === null || digestOf(bytes).equals(sha256)) return bytes
  log.error({ document: id }, 'a stored file differs from the upload')
  throw new Refusal('not_found', 'Our copy of this file is damaged. Please upload it again.')
}

import { inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findMatchForm } from './signatures.queries.ts'

/**
 * Includes all signatures and the certificate; null if it was not signed online. @throws Refusal if missing or changed
 */
export async function readCurrentForm(
  platform: Platform,
  tenant: Tenant,
  donationId: number,
): Promise<Uint8Array | null> {
  const match = { organizationId: tenant.organizationId, donationId }
  const form = await inTenant(readOnly(platform.database), tenant, (db) => findMatchForm(db, match))
  if (!form?.is_signed) return null
  if (form.final_key && form.final_sha256) return readSignedFile(platform, form.final_key, form.final_sha256)
  if (form.file_key && form.sha256) return readSignedFile(platform, form.file_key, form.sha256)
  return null
}

/** @throws Refusal if it is missing or changed in the store */
export async function readSignedFile(
  { files, log }: Pick<Platform, 'files' | 'log'>,
  key: string,
  sha256: Buffer,
): Promise<Uint8Array> {
  const bytes = await files.read(key)
  if (digestOf(bytes).equals(sha256)) return bytes
  log.error({ key }, 'a signed form differs from the signed version')
  throw new Refusal(
    'not_found',
    'Our copy of this signed form was changed after it was signed, so you can’t download it.',
  )
}

import { inTenant, type Tenant } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import { findMatchForm } from './signatures.queries.ts'

/**
 * The form that the donor signed, its certificate after it; null where nobody signed here.
 * @throws Refusal where the store has lost or changed it
 */
export async function currentFile(
  { database, files, log }: Platform,
  tenant: Tenant,
  donationId: number,
): Promise<Uint8Array | null> {
  const match = { organizationId: tenant.organizationId, donationId }
  const form = await inTenant(database, tenant, (db) => findMatchForm(db, match), { readOnly: true })
  if (!form?.file_key || !form.sha256) return null
  const bytes = await files.read(form.file_key)
  if (digestOf(bytes).equals(form.sha256)) return bytes
  log.error({ match: donationId }, 'a signed form is not what was signed')
  throw new Refusal('not_found', 'Our copy of this signed form was changed after it was signed. It is not handed out.')
}

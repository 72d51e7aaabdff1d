import type { AnswerOf, verifications } from '@twofold/contract'
import { inTenant, type Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import { checkFile, findMatchForm } from '../signatures/index.ts'

/** Whether a file is a signed form of ours, and as it was. Of our own matches the whole file is held against what is kept. */
export async function checkSignature(
  platform: Platform,
  tenant: Tenant,
  bytes: Uint8Array,
): Promise<AnswerOf<typeof verifications.checkSignature>> {
  const proof = await checkFile(platform, bytes)
  if (proof.kind === 'none' || proof.kind === 'foreign') return { verdict: proof.kind, record: null }
  const { match, organization, company, signatures } = proof.record
  const record = {
    match,
    organization: organization.name,
    company,
    signatures: signatures.map(({ role, name, title, email, signed_at }) => ({ role, name, title, email, signed_at })),
  }
  if (proof.kind === 'changed') return { verdict: 'changed', record }
  if (!tenant.family.includes(organization.id)) return { verdict: 'sealed', record }
  const of = { organizationId: organization.id, donationId: match }
  const kept = await inTenant(platform.database, tenant, (db) => findMatchForm(db, of), { readOnly: true })
  const now = digestOf(Buffer.from(proof.file))
  const known = [kept?.final_sha256, kept?.sha256].filter((one) => one != null)
  if (known.length === 0) return { verdict: 'sealed', record }
  return { verdict: known.some((one) => one.equals(now)) ? 'same' : 'pages', record }
}

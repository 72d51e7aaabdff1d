import type { ResponseOf, verifications } from '@twofold/contract'
import { inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import {
  filesOf,
  findMatchForm,
  listMatchFormRevisions,
  readSignedFile,
  verifySignedFile,
} from '../signatures/index.ts'

/** Our copy of our own matches must equal the signed file, too. */
export async function checkSignature(
  platform: Platform,
  tenant: Tenant,
  bytes: Uint8Array,
): Promise<ResponseOf<typeof verifications.checkSignature>> {
  const proof = await verifySignedFile(platform, bytes)
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
  const matchKey = { organizationId: organization.id, donationId: match }
  const { last, former } = await inTenant(readOnly(platform.database), tenant, async (db) => ({
    last: await findMatchForm(db, matchKey),
    former: await listMatchFormRevisions(db, matchKey),
  }))
  const uploadDigest = digestOf(Buffer.from(proof.file))
  const revisionFiles = former.flatMap(filesOf)
  const files = [...(last ? filesOf(last) : []), ...revisionFiles]
  if (files.length === 0) return { verdict: 'sealed', record }
  const matchingFile = files.find(({ sha256 }) => sha256.equals(uploadDigest))
  if (!matchingFile) return { verdict: 'pages', record }
  if (!(await isCopyIntact(platform, matchingFile.key, matchingFile.sha256))) return { verdict: 'copy', record }
  if (revisionFiles.includes(matchingFile) || last?.is_signed === false) return { verdict: 'former', record }
  return { verdict: proof.isPacket ? 'packet' : 'same', record }
}

async function isCopyIntact(platform: Platform, key: string, sha256: Buffer): Promise<boolean> {
  try {
    await readSignedFile(platform, key, sha256)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

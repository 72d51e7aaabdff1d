import { inTenant, type Tenant } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepFile, settleFile } from '../../platform/kept-files.ts'
import { attachmentOf } from '../../platform/paper/pdf-files.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import { stamp } from '../company-forms/index.ts'
import { certify } from './certificate.ts'
import { signedOn } from './form-values.ts'
import { readRecord, recordOf } from './record.ts'
import { findMatchForm, keepFinal, listSignatures, lockMatchForm, type MatchForm } from './signatures.queries.ts'

/**
 * The signed form with all signatures that it has, its certificate after it; null where nobody signed. That of the nonprofit's
 * signature is made when it is first asked for. @throws Refusal where the store has lost or changed it
 */
export async function currentFile(platform: Platform, tenant: Tenant, donationId: number): Promise<Uint8Array | null> {
  const match = { organizationId: tenant.organizationId, donationId }
  const { form, signatures } = await inTenant(
    platform.database,
    tenant,
    async (db) => ({ form: await findMatchForm(db, match), signatures: await listSignatures(db, match) }),
    { readOnly: true },
  )
  if (!form?.file_key || !form.sha256) return null
  if (form.final_key && form.final_sha256) return readWhole(platform, form.final_key, form.final_sha256)
  const signed = await readWhole(platform, form.file_key, form.sha256)
  const nonprofit = signatures.find(({ role }) => role === 'nonprofit')
  if (!nonprofit || !form.layout) return signed
  const bytes = await withNonprofit(platform, form, signed, signatures)
  await keepFile(platform, bytes, (key) =>
    inTenant(platform.database, tenant, async (db) => {
      if ((await lockMatchForm(db, match))?.final_key !== null) return // another call was as fast
      await keepFinal(db, match, { key, sha256: digestOf(bytes) })
      await settleFile(db, key)
    }),
  )
  return bytes
}

async function withNonprofit(
  platform: Platform,
  form: MatchForm,
  signed: Uint8Array,
  signatures: Awaited<ReturnType<typeof listSignatures>>,
): Promise<Uint8Array> {
  const nonprofit = signatures.find(({ role }) => role === 'nonprofit')
  const document = await attachmentOf(signed, 'document.pdf')
  const before = await attachmentOf(signed, 'signature-record.json')
  if (!nonprofit || !form.layout || !document || !before) throw new Error('a signed form lacks what was attached to it')
  const { record: _, signatures: __, ...about } = readRecord(before)
  const at = nonprofit.signed_at
  const pages = await stamp(
    signed,
    form.layout,
    {
      nonprofit_signature: nonprofit.name,
      nonprofit_signer: nonprofit.name,
      nonprofit_title: nonprofit.title,
      nonprofit_signed_on: signedOn(at),
    },
    at,
  )
  return certify(platform, { pages, document, record: recordOf(about, signatures), at })
}

async function readWhole({ files, log }: Platform, key: string, sha256: Buffer): Promise<Buffer> {
  const bytes = await files.read(key)
  if (digestOf(bytes).equals(sha256)) return bytes
  log.error({ key }, 'a signed form is not what was signed')
  throw new Refusal('not_found', 'Our copy of this signed form was changed after it was signed. It is not handed out.')
}

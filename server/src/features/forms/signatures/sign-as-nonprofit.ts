import { verifications } from '@twofold/contract'
import { type Db, inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { markFileReferenced, storeFile } from '../../../platform/files/stored-files.ts'
import { attachmentOf } from '../../../platform/pdf/pdf-files.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { employerLanguage, findMatchFacts } from '../../email/match-facts/index.ts'
import { stampForm } from '../company-forms/index.ts'
import { buildSignedPdf } from './certificate.ts'
import { signatureDayText } from './form-values.ts'
import { readSignedFile } from './read-current-form.ts'
import { createRecord, readRecord } from './signature-record.ts'
import {
  findMatchForm,
  insertSignature,
  listSignatures,
  lockMatchForm,
  type MatchForm,
  type MatchKey,
  type Signature,
  saveFinalFile,
} from './signatures.queries.ts'

const { verificationMessages: messages } = verifications

type NonprofitSigning = {
  readonly match: MatchKey
  readonly userId: number
  readonly undoId: string
  readonly name: string
  readonly title: string
  readonly email: string
  readonly consent: string
  readonly address: string
  readonly userAgent: string
}

/**
 * `move` moves the match in the same transaction. @throws Refusal conflict if it cannot be signed (any longer),
 * not_found if our copy differs
 */
export async function signAsNonprofit(
  platform: Platform,
  tenant: Tenant,
  signing: NonprofitSigning,
  move: (db: Db) => Promise<void>,
): Promise<void> {
  const { match, userId, undoId, name, title } = signing
  const now = platform.clock()
  const { form, signatures, facts } = await inTenant(readOnly(platform.database), tenant, async (db) => ({
    form: await findMatchForm(db, match),
    signatures: await listSignatures(db, match),
    facts: await findMatchFacts(db, { ...match, now }),
  }))
  const { locale } = employerLanguage(facts ?? { policy: null })
  const donors = signatures.filter(({ role }) => role === 'donor')
  const signature: Signature = {
    role: 'nonprofit',
    name,
    title,
    email: signing.email,
    method: 'typed',
    drawing: '',
    consent: signing.consent,
    signed_at: now,
    address: signing.address,
    user_agent: signing.userAgent,
  }
  const bytes = await withNonprofit(platform, form, [...donors, signature], { now, locale })
  await storeFile(platform, bytes, (key) =>
    inTenant(platform.database, tenant, async (db) => {
      await move(db)
      const lockedForm = await lockMatchForm(db, match)
      // Opened or signed again since, or signed by a colleague at the same moment.
      if (lockedForm?.final_key !== null || lockedForm.file_key !== form?.file_key)
        throw new Refusal('conflict', messages.notWaiting)
      await insertSignature(db, match, { ...signature, userId, undoId })
      await saveFinalFile(db, match, { key, sha256: digestOf(bytes) })
      await markFileReferenced(db, key)
    }),
  )
}

async function withNonprofit(
  platform: Platform,
  form: MatchForm | null,
  signatures: readonly Signature[],
  { now: at, locale }: { readonly now: Date; readonly locale: string },
): Promise<Uint8Array> {
  const signer = signatures.find(({ role }) => role === 'nonprofit')
  if (!form?.is_signed || !form.file_key || !form.sha256 || !signer)
    throw new Refusal('conflict', messages.notSignedHere)
  if (form.is_outdated) throw new Refusal('conflict', messages.giftChanged)
  if (!form.layout?.placements.some(({ source }) => source === 'nonprofit_signature'))
    throw new Refusal('conflict', messages.noPlace)
  const signed = await readSignedFile(platform, form.file_key, form.sha256)
  const document = await attachmentOf(signed, 'document.pdf')
  const previousRecord = await attachmentOf(signed, 'signature-record.json')
  if (!document || !previousRecord) throw new Error('a signed form lacks what was attached to it')
  const { match, organization, company, form: name, document_sha256 } = readRecord(previousRecord)
  const values = {
    nonprofit_signature: signer.name,
    nonprofit_signer: signer.name,
    nonprofit_title: signer.title,
    nonprofit_signed_on: signatureDayText(at, { locale }),
  }
  const pages = await stampForm(signed, form.layout, values, at)
  const recordHeader = { match, organization, company, form: name, document_sha256 }
  return buildSignedPdf(platform, { pages, document, record: createRecord(recordHeader, signatures), at })
}

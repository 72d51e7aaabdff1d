import { type Db, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { markFileReferenced, storeFile } from '../../../platform/files/stored-files.ts'
import { strokesOf } from '../../../platform/pdf/overlay.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { employerLanguage, type MatchFacts } from '../../email/match-facts/index.ts'
import { moveMatches } from '../../matches/matches/index.ts'
import { fillForm, type StoredForm, stampForm } from '../company-forms/index.ts'
import { buildSignedPdf } from './certificate.ts'
import { formValues, signatureDayText } from './form-values.ts'
import { createRecord } from './signature-record.ts'
import {
  type FormLayout,
  insertSignature,
  lockMatchForm,
  type MatchForm,
  type MatchKey,
  type Signature,
  saveSignedFile,
} from './signatures.queries.ts'

export const fillMatchForm = (
  platform: Platform,
  form: StoredForm,
  matchForm: Pick<MatchForm, 'answers' | 'opened_at'>,
  facts: MatchFacts,
): Promise<Uint8Array> => fillForm(platform, form, formValues(facts, matchForm.answers), matchForm.opened_at)

export type DonorSigning = {
  readonly facts: MatchFacts
  readonly form: StoredForm
  readonly matchForm: MatchForm
  readonly family: readonly number[]
  readonly name: string
  /** '' if the name was typed. */
  readonly drawing: string
  readonly consent: string
  /** Hexadecimal digest of the displayed form. */
  readonly documentSha256: string
  readonly address: string
  readonly userAgent: string
}

/**
 * Signs and moves in one transaction. `changed`: the displayed form is outdated. `signed`: it was already signed.
 * @throws Refusal conflict if the match can no longer be signed
 */
export async function signAsDonor(
  platform: Platform,
  directory: Directory,
  signing: DonorSigning,
): Promise<'done' | 'changed' | 'signed'> {
  const { facts, form, matchForm } = signing
  if (matchForm.file_key !== null) return 'signed'
  const document = await fillMatchForm(platform, form, matchForm, facts)
  if (digestOf(document).toString('hex') !== signing.documentSha256) return 'changed'
  const signed = await createSignedDocument(platform, signing, document, platform.clock())
  const { organization, donation } = facts
  const match = { organizationId: organization.id, donationId: donation.id }
  const tenant = grantTenant(organization.id, [...signing.family])
  return storeFile(platform, signed.bytes, (key) =>
    inTenant(platform.database, tenant, async (db) => {
      const actor = { kind: 'donor', userId: null } as const
      await moveMatches(db, { platform, tenant, directory, actor }, { donationIds: [donation.id], action: 'sign' })
      if ((await lockMatchForm(db, match))?.file_key !== null) throw new SignedAlready()
      await saveSignedDocument(db, match, signed, key)
      await markFileReferenced(db, key)
      return 'done' as const
    }),
  ).catch((error: unknown) => {
    if (error instanceof SignedAlready) return 'signed' as const
    throw error
  })
}

export type SignedDocument = {
  readonly bytes: Uint8Array
  readonly documentSha256: Buffer
  readonly signature: Signature
  readonly layout: FormLayout
}

export async function createSignedDocument(
  platform: Pick<Platform, 'secrets'>,
  signing: Omit<DonorSigning, 'matchForm' | 'family' | 'documentSha256'>,
  document: Uint8Array,
  now: Date,
): Promise<SignedDocument> {
  const { facts, form, name, drawing, consent } = signing
  const signature: Signature = {
    role: 'donor',
    name,
    title: '',
    email: facts.donor.email,
    method: drawing === '' ? 'typed' : 'drawn',
    drawing,
    consent,
    signed_at: now,
    address: signing.address,
    user_agent: signing.userAgent,
  }
  const values = { donor_signature: name, donor_signed_on: signatureDayText(now, employerLanguage(facts)) }
  const pages = await stampForm(document, form, values, now, drawing === '' ? {} : { donor_signature: drawing })
  const documentSha256 = digestOf(document)
  const { organization, donation } = facts
  const recordHeader = {
    match: donation.id,
    organization: { id: organization.id, name: organization.name, ein: organization.ein },
    company: facts.companyName,
    form: form.name,
    document_sha256: documentSha256.toString('hex'),
  }
  const bytes = await buildSignedPdf(platform, {
    pages,
    document,
    record: createRecord(recordHeader, [signature]),
    at: now,
  })
  return {
    bytes,
    documentSha256,
    signature,
    layout: { name: form.name, pages: form.pages, placements: form.placements },
  }
}

export async function saveSignedDocument(db: Db, match: MatchKey, signed: SignedDocument, key: string): Promise<void> {
  const { bytes, documentSha256, signature, layout } = signed
  await insertSignature(db, match, { ...signature, userId: null, undoId: null })
  await saveSignedFile(db, match, { documentSha256, key, sha256: digestOf(bytes), layout })
}

class SignedAlready extends Error {}

const maxPoints = 1_500

/** '' for anything but the format of the page's script. */
export function readDrawing(text: string): string {
  if (!/^[\d._-]{8,11000}$/.test(text)) return ''
  const strokes = strokesOf(text)
  const points = strokes.flat()
  const isInside = points.every(([x, y]) => x >= 0 && x <= 600 && y >= 0 && y <= 200)
  return isInside && points.length >= 4 && points.length <= maxPoints
    ? strokes.map((stroke) => stroke.map((point) => point.join('.')).join('_')).join('-')
    : ''
}

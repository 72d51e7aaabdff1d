import { packets } from '@twofold/contract'
import { acrossOrganizations, inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { type Attachment, joinPdfs, UnsupportedPdfError } from '../../../platform/pdf/pdf-files.ts'
import { startPdf } from '../../../platform/pdf/pdf-writer.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { employerLanguage, findMatchFacts, type MatchFacts, variablesOf } from '../../email/match-facts/index.ts'
import { findDocument, readDocument } from '../documents/index.ts'
import {
  findMatchForm,
  type RevisionFile,
  readCurrentForm,
  readRevisionFiles,
  signatureDayText,
} from '../signatures/index.ts'
import { type CoverTexts, coverTexts } from './cover-texts.ts'
import { findMatchOfPacket } from './packets.queries.ts'
import { receiptFile } from './receipt.ts'

const { packetMessages: messages } = packets

type PacketFile = { readonly bytes: Uint8Array; readonly type: string }
type PacketPart = { readonly name: string; readonly file: PacketFile | null; readonly why: string }

/** @throws Refusal not_found, conflict if the match has no packet (yet) */
export async function getPacketMatch(
  { database, clock }: Platform,
  { organizationId, ...tenant }: Tenant,
  donationId: number,
): Promise<{ readonly facts: MatchFacts; readonly parentId: number | null }> {
  const found = orNotFound(
    await inTenant(readOnly(database), { ...tenant, organizationId }, async (db) => {
      const match = await findMatchOfPacket(db, organizationId, donationId)
      if (!match) return null
      const lookup = { organizationId, donationId, donorId: match.donor_id, now: clock() }
      const facts = await findMatchFacts(db, lookup)
      return facts && { facts, parentId: match.parent_id }
    }),
  )
  const { donation, policy } = found.facts
  if (policy?.method !== 'form') throw new Refusal('conflict', messages.notForm)
  if (!packets.hasPacket({ match_method: policy.method, status_id: donation.statusId })) {
    throw new Refusal('conflict', messages.notYet)
  }
  return found
}

/** The cover lists missing documents. Signed forms are also attached, so that their seals can be checked. */
export async function makePacket(platform: Platform, tenant: Tenant, donationId: number): Promise<Uint8Array> {
  const { facts, parentId } = await getPacketMatch(platform, tenant, donationId)
  const now = platform.clock()
  const texts = coverTexts(employerLanguage(facts))
  const signed = await signedForm(platform, tenant, donationId, texts)
  const parts: PacketPart[] = [
    signed,
    { name: texts.receipt, file: pdf(await receiptFile(facts, now)), why: '' },
    await letterPart(platform, tenant, { parentId, kind: 'irs', texts }),
    await letterPart(platform, tenant, { parentId, kind: 'w9', texts }),
  ]
  const files = parts.flatMap(({ file }) => (file ? [file] : []))
  const attached: Attachment[] = signed.file
    ? [
        {
          name: 'signed-form.pdf',
          type: signed.file.type,
          bytes: signed.file.bytes,
          about: texts.signed_about,
        },
      ]
    : []
  const former = await readRevisionFiles(platform, tenant, donationId)
  for (const { name, signedAt, bytes } of former) {
    if (!bytes) continue
    const about = texts.former_about(signatureDayText(signedAt, texts))
    attached.push({ name, type: 'application/pdf', bytes, about })
  }
  const title = texts.title(donationId)
  const form = await inTenant(readOnly(platform.database), tenant, (db) =>
    findMatchForm(db, { organizationId: tenant.organizationId, donationId }),
  )
  const needsSignature = (facts.policy?.formNeedsNonprofit ?? false) && !(form?.is_signed && form.final_key)
  const isOutdated = signed.file !== null && (form?.is_outdated ?? false)
  return joinPdfs([pdf(await coverSheet(facts, parts, { needsSignature, isOutdated, former }, now)), ...files], {
    title,
    at: now,
    attached,
  })
}

const pdf = (bytes: Uint8Array): PacketFile => ({ bytes, type: 'application/pdf' })

async function signedForm(
  platform: Platform,
  tenant: Tenant,
  donationId: number,
  { signed: name, not_signed, changed }: CoverTexts,
): Promise<PacketPart> {
  try {
    const bytes = await readCurrentForm(platform, tenant, donationId)
    return {
      name,
      file: bytes && pdf(bytes),
      why: not_signed,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { name, file: null, why: changed }
  }
}

/** The parent's for a chapter without one. Crosses organizations. */
async function letterPart(
  platform: Platform,
  { organizationId }: Tenant,
  {
    parentId,
    kind,
    texts,
  }: { readonly parentId: number | null; readonly kind: 'irs' | 'w9'; readonly texts: CoverTexts },
): Promise<PacketPart> {
  const name = texts[kind]
  const document = await acrossOrganizations(
    readOnly(platform.database),
    async (db) =>
      (await findDocument(db, organizationId, kind)) ?? (parentId === null ? null : findDocument(db, parentId, kind)),
  )
  if (!document) return { name, file: null, why: texts.not_on_file }
  try {
    const file = { bytes: await readDocument(platform, document), type: document.media_type }
    await joinPdfs([file], { title: name, at: platform.clock() })
    return { name, file, why: '' }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof UnsupportedPdfError)) throw error
    return { name, file: null, why: texts.unreadable }
  }
}

type FormStatus = {
  readonly needsSignature: boolean
  readonly isOutdated: boolean
  readonly former: readonly RevisionFile[]
}

async function coverSheet(
  facts: MatchFacts,
  parts: readonly PacketPart[],
  form: FormStatus,
  now: Date,
): Promise<Buffer> {
  const { organization, donation, policy } = facts
  const language = employerLanguage(facts)
  const texts = coverTexts(language)
  const variables = variablesOf(facts, language)
  const hasSeveralGifts = donation.gifts.length > 1
  const addressee = texts.addressee(oneLine(facts.companyName))
  const sendTo = [policy?.contactAddress?.replaceAll('\n', ', '), policy?.contactEmail, policy?.submissionUrl]
  const writer = await startPdf({
    title: texts.title(donation.id),
    author: oneLine(organization.name),
    locale: language.locale,
    madeAt: now,
  })
  writer.heading(texts.heading)
  writer.line(
    texts.request({
      organization: oneLine(organization.name),
      company: oneLine(facts.companyName),
      donor: oneLine(facts.donor.name),
      hasSeveralGifts,
    }),
  )
  writer.facts([
    [texts.to, addressee],
    [texts.send_to, sendTo.filter(Boolean).join(' · ') || texts.as_form_says],
    [texts.by, variables.deadline || texts.no_deadline],
    [texts.number, String(donation.id)],
    [texts.company, oneLine(facts.companyName)],
    [texts.donor, oneLine(facts.donor.name)],
    hasSeveralGifts
      ? [texts.gifts, language.translate('gift_of', variables)]
      : [texts.gift, [variables.gift_amount, variables.donation_date].filter(Boolean).join(', ')],
    [texts.nonprofit, [oneLine(organization.name), variables.receiving_org_ein].filter(Boolean).join(texts.ein)],
    [texts.address, organization.addressLines.map((line) => oneLine(line)).join(', ')],
    [texts.contact, [oneLine(organization.contactName), oneLine(organization.contactEmail)].filter(Boolean).join(', ')],
  ])
  if (form.isOutdated) writer.line(texts.outdated)
  if (form.needsSignature) writer.line(texts.to_sign)
  writer.line(texts.content)
  writer.facts([
    ...parts.map(({ name, file, why }): [string, string] => [name, file ? texts.included : texts.missing(why)]),
    ...form.former.map(({ name, signedAt, bytes }): [string, string] => [
      texts.former(signatureDayText(signedAt, language)),
      bytes ? texts.former_attached(name) : texts.missing(texts.changed),
    ]),
  ])
  return writer.end()
}

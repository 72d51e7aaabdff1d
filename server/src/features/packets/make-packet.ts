import { packets } from '@twofold/contract'
import { acrossOrganizations, inTenant, type Tenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'
import { startPaper } from '../../platform/paper/paper.ts'
import { type Attachment, joinPdfs, UnfitPdf } from '../../platform/paper/pdf-files.ts'
import type { Platform } from '../../platform/platform.ts'
import { findDocument, readDocument } from '../documents/index.ts'
import { receiptFile } from '../donor-pages/index.ts'
import { findMatchFacts, type MatchFacts, variablesOf } from '../notifications/index.ts'
import { currentFile, type FormerFile, findMatchForm, formerFiles, signedOn } from '../signatures/index.ts'
import { languageOf } from '../texts/index.ts'
import { findMatchOfPacket } from './packets.queries.ts'

const { packetMessages: say } = packets

type File = { readonly bytes: Uint8Array; readonly type: string }
type Part = { readonly name: string; readonly file: File | null; readonly why: string }

/** The match that a packet is asked for. @throws Refusal not_found, conflict where it has none (yet) */
export async function getPacketMatch(
  { database, clock }: Platform,
  { organizationId, ...tenant }: Tenant,
  donationId: number,
): Promise<{ readonly facts: MatchFacts; readonly parentId: number | null }> {
  const found = await inTenant(
    database,
    { ...tenant, organizationId },
    async (db) => {
      const match = await findMatchOfPacket(db, organizationId, donationId)
      if (!match) return null
      const asked = { organizationId, donationId, donorId: match.donor_id, now: clock() }
      const facts = await findMatchFacts(db, asked)
      return facts && { facts, parentId: match.parent_id }
    },
    { readOnly: true },
  )
  if (!found) throw notFound()
  const { donation, policy } = found.facts
  if (policy?.method !== 'form') throw new Refusal('conflict', say.notForm)
  if (!packets.hasPacket({ match_method: policy.method, status_id: donation.statusId })) {
    throw new Refusal('conflict', say.notYet)
  }
  return found
}

/**
 * Cover sheet, signed form with its signature record, receipt, IRS letter and W-9. What is not on file is named on the cover. The
 * signed form is attached as well, so that its seal can still be checked, and so are former ones that were signed for this employer.
 */
export async function makePacket(platform: Platform, tenant: Tenant, donationId: number): Promise<Uint8Array> {
  const { facts, parentId } = await getPacketMatch(platform, tenant, donationId)
  const now = platform.clock()
  const signed = await signedForm(platform, tenant, donationId)
  const parts: Part[] = [
    signed,
    { name: 'Donation receipt', file: pdf(await receiptFile(facts, now)), why: '' },
    await letter(platform, tenant, parentId, 'irs'),
    await letter(platform, tenant, parentId, 'w9'),
  ]
  const files = parts.flatMap(({ file }) => (file ? [file] : []))
  const attached: Attachment[] = signed.file
    ? [
        {
          name: 'signed-form.pdf',
          type: signed.file.type,
          bytes: signed.file.bytes,
          about: 'The signed form with its record',
        },
      ]
    : []
  const former = await formerFiles(platform, tenant, donationId)
  for (const { name, signedAt, bytes } of former) {
    if (!bytes) continue
    const about = `A former form of this match, signed on ${signedOn(signedAt)}, which no longer holds`
    attached.push({ name, type: 'application/pdf', bytes, about })
  }
  const title = `Match packet ${donationId}`
  const form = await inTenant(
    platform.database,
    tenant,
    (db) => findMatchForm(db, { organizationId: tenant.organizationId, donationId }),
    { readOnly: true },
  )
  const toSign = (facts.policy?.formNeedsNonprofit ?? false) && !(form?.is_signed && form.final_key)
  const isOutdated = signed.file !== null && (form?.is_outdated ?? false)
  return joinPdfs([pdf(await coverSheet(facts, parts, { toSign, isOutdated, former }, now)), ...files], {
    title,
    at: now,
    attached,
  })
}

const pdf = (bytes: Uint8Array): File => ({ bytes, type: 'application/pdf' })

async function signedForm(platform: Platform, tenant: Tenant, donationId: number): Promise<Part> {
  const name = 'Form, signed, with its signature record'
  try {
    const bytes = await currentFile(platform, tenant, donationId)
    return {
      name,
      file: bytes && pdf(bytes),
      why: 'it was not signed here; add the paper or PDF that the donor signed',
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { name, file: null, why: error.message }
  }
}

const letters = { irs: 'IRS determination letter', w9: 'W-9' } as const

/** A chapter that has none of its own goes by its parent's. Crosses organizations. */
async function letter(
  platform: Platform,
  { organizationId }: Tenant,
  parentId: number | null,
  kind: keyof typeof letters,
): Promise<Part> {
  const name = letters[kind]
  const document = await acrossOrganizations(
    platform.database,
    async (db) =>
      (await findDocument(db, organizationId, kind)) ?? (parentId === null ? null : findDocument(db, parentId, kind)),
    { readOnly: true },
  )
  if (!document) return { name, file: null, why: 'not on file; upload it under Organization Details' }
  try {
    const file = { bytes: await readDocument(platform, document), type: document.media_type }
    await joinPdfs([file], { title: name, at: platform.clock() })
    return { name, file, why: '' }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof UnfitPdf)) throw error
    return { name, file: null, why: 'our copy can’t be read; upload it again under Organization Details' }
  }
}

type Form = { readonly toSign: boolean; readonly isOutdated: boolean; readonly former: readonly FormerFile[] }

async function coverSheet(facts: MatchFacts, parts: readonly Part[], form: Form, now: Date): Promise<Buffer> {
  const { organization, donation, policy } = facts
  const language = languageOf('')
  const words = variablesOf(facts, language)
  const isSeveral = donation.gifts.length > 1
  const addressee = `${oneLine(facts.companyName)}, Matching Gifts`
  const sendTo = [policy?.contactAddress?.replaceAll('\n', ', '), policy?.contactEmail, policy?.submissionUrl]
  const paper = await startPaper({
    title: `Match packet ${donation.id}`,
    author: oneLine(organization.name),
    locale: 'en-US',
    madeAt: now,
  })
  paper.heading('Matching gift request')
  paper.line(
    `${oneLine(organization.name)} asks ${oneLine(facts.companyName)} to match the ${isSeveral ? 'gifts' : 'gift'} of ${oneLine(facts.donor.name)}.`,
  )
  paper.facts([
    ['To', addressee],
    ['Send to', sendTo.filter(Boolean).join(' · ') || 'where the form says'],
    ['By', words.deadline || 'as soon as possible: no deadline is known'],
    ['Match number', String(donation.id)],
    ['Company', oneLine(facts.companyName)],
    ['Donor', oneLine(facts.donor.name)],
    isSeveral
      ? ['Gifts', language.say('gift_of', words)]
      : ['Gift', [words.gift_amount, words.donation_date].filter(Boolean).join(', ')],
    ['Nonprofit', [oneLine(organization.name), words.receiving_org_ein].filter(Boolean).join(', EIN ')],
    ['Address', organization.addressLines.map((line) => oneLine(line)).join(', ')],
    ['Contact', [oneLine(organization.contactName), oneLine(organization.contactEmail)].filter(Boolean).join(', ')],
  ])
  if (form.isOutdated)
    paper.line(
      'Before you send it: the gift was changed after the form was signed, and the form says what it was then.',
    )
  if (form.toSign)
    paper.line('Before you send it: the form has a part for the nonprofit, which is still to be signed by hand.')
  paper.line('In this packet')
  paper.facts([
    ...parts.map(({ name, file, why }): [string, string] => [name, file ? 'included' : `MISSING: ${why}`]),
    ...form.former.map(({ name, signedAt, bytes }): [string, string] => [
      `Former form, signed on ${signedOn(signedAt)}`,
      bytes ? `attached as ${name}; it no longer holds` : 'MISSING: our copy was changed after it was signed',
    ]),
  ])
  return paper.end()
}

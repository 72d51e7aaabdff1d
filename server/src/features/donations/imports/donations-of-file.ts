import { type GiftKind, quoted, readGiftKind } from '@twofold/matching'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'
import { parseFields } from '../../matches/imported-fields/index.ts'
import type { AttentionKind, Gift, ReadGifts, Reversal, UpdateRow } from '../file-reading/index.ts'
import type { DonationUpdate, NewDonation } from '../identification/index.ts'
import { createOrganizationFinder, type OrganizationNames } from './find-organization.ts'
import { statusOfFile } from './given-status.ts'
import type { OrganizationFacts } from './imports.queries.ts'
import type { RejectedRow } from './rejected-rows.queries.ts'

export type DonationsOfFile = {
  readonly gifts: readonly NewDonation[]
  readonly updates: readonly DonationUpdate[]
  readonly rejected: readonly RejectedRow[]
  /** They brought no money, but may be changes of recorded gifts. */
  readonly unrecorded: readonly NewDonation[]
  readonly reversals: readonly ImportedReversal[]
  readonly attention: ReadonlyMap<number, AttentionKind>
  /** Rows whose amount is what a refund in part left. */
  readonly reduced: ReadonlySet<number>
  /** The user chose to leave these out. */
  readonly leftOut: readonly number[]
}

/** `refund.amountCents` is refunded; 0 is the whole gift. */
export type ImportedReversal = Omit<Reversal, 'gift'> & { readonly refund: NewDonation }

type RowRefusal = { readonly reason: string; readonly problem: string }

export async function donationsOfFile(
  read: Pick<ReadGifts, 'gifts' | 'updates' | 'rejected'> & Partial<Pick<ReadGifts, 'unrecorded' | 'reversals'>>,
  family: readonly OrganizationFacts[],
  companyIds: ReadonlySet<number>,
  naming?: OrganizationNames,
): Promise<DonationsOfFile> {
  const organizationOf = createOrganizationFinder(family, naming)
  const rejected: RejectedRow[] = read.rejected.map(({ row, reason, problem, cells }) => ({
    row,
    reason,
    problem,
    cells,
  }))
  const gifts: NewDonation[] = []
  const updates: DonationUpdate[] = []
  const unrecorded: NewDonation[] = []
  const leftOut: number[] = []
  const addResult = <Out>({ row, cells }: Gift | UpdateRow, result: Out | RowRefusal, accepted: Out[]): void => {
    if (isRefused(result)) rejected.push({ row, ...result, cells })
    else accepted.push(result)
  }
  for (const gift of read.gifts) {
    await yieldToEventLoop()
    const organization = organizationOf(gift)
    if (organization === 'leave_out') leftOut.push(gift.row)
    else addResult(gift, newDonationOf(gift, organization, companyIds), gifts)
  }
  for (const update of read.updates) {
    await yieldToEventLoop()
    addResult(update, updateOf(update, companyIds), updates)
  }
  for (const gift of read.unrecorded ?? []) {
    await yieldToEventLoop()
    const organization = organizationOf(gift)
    if (organization === 'leave_out') continue
    const result = newDonationOf(gift, organization, companyIds)
    if (!isRefused(result)) unrecorded.push(result)
  }
  const reversals: ImportedReversal[] = []
  for (const { gift, ...reversal } of read.reversals ?? []) {
    const organization = organizationOf(gift)
    if (organization === 'leave_out') continue
    const donation = newDonationOf(gift, organization, companyIds)
    if (!isRefused(donation)) reversals.push({ ...reversal, refund: donation })
  }
  return {
    gifts,
    updates,
    reversals,
    rejected: rejected.sort((one, other) => one.row - other.row),
    unrecorded,
    attention: new Map(
      [...read.gifts, ...(read.unrecorded ?? [])].flatMap(({ row, attention }) =>
        attention ? [[row, attention]] : [],
      ),
    ),
    reduced: new Set(read.gifts.flatMap(({ row, refundedCents }) => (refundedCents > 0 ? [row] : []))),
    leftOut,
  }
}

const isRefused = (result: unknown): result is RowRefusal =>
  typeof result === 'object' && result !== null && 'reason' in result && 'problem' in result

function newDonationOf(
  gift: Gift,
  organization: OrganizationFacts | null,
  companyIds: ReadonlySet<number>,
): NewDonation | RowRefusal {
  if (!organization) return unknownOrganization(gift)
  const currency = gift.currency ?? organization.currency
  if (currency !== 'USD' && currency !== 'CAD') return foreignMoney(currency)
  const status = statusOfFile(gift.statusId, gift.status)
  if (status === 'unknown') return unknownStatus(gift)
  const employer = employerOf(gift, companyIds)
  if (!employer) return unknownCompany(gift)
  return {
    row: gift.row,
    organizationId: organization.id,
    transactionId: gift.transactionId,
    donatedAt: gift.donatedAt,
    amountCents: gift.amountCents,
    sameDay: gift.sameDay,
    currency,
    donor: donorOf(gift),
    contact: gift.contact,
    employer,
    custom: customOf(gift),
    fields: { ...parseFields(gift.fields), gift_kind: kindOf(gift) },
    givenStatusId: status,
  }
}

function updateOf(update: UpdateRow, companyIds: ReadonlySet<number>): DonationUpdate | RowRefusal {
  const donationId = wholeNumber(update.amplyId)
  if (donationId === null) return unknownDonation(update.amplyId)
  const status = statusOfFile(update.statusId, update.status)
  if (status === 'unknown') return unknownStatus(update)
  const employer = employerOf(update, companyIds)
  if (!employer) return unknownCompany(update)
  return {
    row: update.row,
    donationId,
    amountCents: update.amountCents,
    donatedAt: update.donatedAt,
    donorId: null,
    donor: donorOf(update),
    employer,
    custom: customOf(update),
    fields: { ...parseFields(update.fields), gift_kind: update.fields.gift_kind ? kindOf(update) : null },
    givenStatusId: status,
  }
}

function kindOf({ kindWords: kindText, donorName, contact, attention }: Gift | UpdateRow): GiftKind {
  if (contact === 'deceased') return 'deceased'
  const kind = readGiftKind({ ...kindText, giver: donorName })
  if (attention !== 'organization_gift' || kind === 'grant' || kind === 'employer_match') return kind
  const kindByGiver = readGiftKind({ giver: donorName })
  return kindByGiver === 'money' ? 'organization' : kindByGiver
}

const donorOf = (gift: Gift | UpdateRow) => ({
  name: gift.donorName,
  email: gift.donorEmail,
  phone: gift.donorPhone,
  language: gift.donorLanguage,
  ...gift.address,
})

/** The company id if the directory contains it, otherwise the name; null without either. */
function employerOf({ companyId, companyName }: Gift | UpdateRow, companyIds: ReadonlySet<number>) {
  const id = wholeNumber(companyId)
  if (id !== null && companyIds.has(id)) return { companyId: id, text: companyName }
  return companyId && !companyName ? null : { companyId: null, text: companyName }
}

export const companyIdsIn = ({ gifts, updates }: Pick<ReadGifts, 'gifts' | 'updates'>): number[] => [
  ...new Set([...gifts, ...updates].map(({ companyId }) => wholeNumber(companyId)).filter((id) => id !== null)),
]

const wholeNumber = (text: string): number | null => (/^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null)

const customOf = (gift: Gift | UpdateRow): Readonly<Record<string, string>> =>
  gift.billedOrganizationId ? { ...gift.custom, billed_organization_id: gift.billedOrganizationId } : gift.custom

function unknownOrganization({ organizationId, organizationName, ein }: Gift): RowRefusal {
  const text = organizationId ? `id ${organizationId}` : organizationName || `EIN ${ein}`
  return {
    reason: 'unknown_organization',
    problem: `${quoted(text)} isn’t this organization or one of its chapters. Use the name shown in the portal, or choose the organization when you upload the file.`,
  }
}

const foreignMoney = (currency: string): RowRefusal => ({
  reason: 'unknown_currency',
  problem: `This gift is in ${currency}. Twofold accepts USD and CAD. Convert the amount and try again.`,
})

const unknownStatus = ({ statusId, status }: Gift | UpdateRow): RowRefusal => ({
  reason: 'unknown_status',
  problem: `${quoted(String(statusId || status))} isn’t a match status. Correct it, or map the column to 'custom' or 'do not upload'.`,
})

const unknownCompany = ({ companyId }: Gift | UpdateRow): RowRefusal => ({
  reason: 'unknown_company',
  problem: `${quoted(companyId)} isn’t the ID of a company in the directory. Correct it, or leave it blank and enter the employer’s name.`,
})

export const unknownDonation = (id: string | number): RowRefusal => ({
  reason: 'unknown_donation',
  problem: `unknown donation: ${quoted(String(id))} is not a donation of this organization. Correct the id, or leave it blank to add a gift.`,
})

export const mergedDonation = (id: string | number): RowRefusal => ({
  reason: 'merged_donation',
  problem: `Donation ${id} combines several gifts, so its amount can’t be changed here.`,
})

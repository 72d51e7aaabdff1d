import { donationChanges, toUnits } from '@twofold/contract'
import { type GiftKind, isDeceasedName, isOrganizationName, readGiftKind } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import type { SaveResult } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { lockIncomingDonors } from '../../matches/family/index.ts'
import { distinguishDonors, hasUnusableAddress, refuseErased } from '../donor-identity/index.ts'
import { repairText } from '../file-reading/index.ts'
import {
  blankDonation,
  blankDonor,
  donationKeyOf,
  donorKeyOf,
  findExistingKeys,
  findProbableDuplicates,
  isExisting,
  type NewDonation,
  withDonationKeys,
} from '../identification/index.ts'
import {
  listReversals,
  recordDonations,
  recordingContextOf,
  refundedField,
  remainingCents,
} from '../recording/index.ts'
import { findDonationIdByKey, getCurrencyAndToday } from './add-donation.queries.ts'
import { invalidField, toCents, toOrganizationClock } from './change-donation.ts'

const { changeMessages } = donationChanges

/**
 * Confirms the request from a public page, if any. Returns the id. @throws Refusal conflict with the id of a recorded
 * gift; invalid
 */
export async function addDonation(
  call: WriteCall,
  directory: Directory,
  input: donationChanges.NewDonation,
  keepResult: SaveResult,
): Promise<number> {
  const { platform, tenant } = call
  const { organizationId } = tenant
  const { nameOf } = await directory.current()
  if (input.company_id !== null && nameOf(input.company_id) === undefined) {
    throw invalidField('company_id', changeMessages.unknownCompany)
  }
  const add = async (db: Db): Promise<number> => {
    const typedDonor = { name: repairText(input.donor_name), email: input.donor_email }
    const person = (await hasUnusableAddress(db, tenant.family, typedDonor)) ? { ...typedDonor, email: '' } : typedDonor
    const { timeZone, today, ...organization } = await getCurrencyAndToday(db, organizationId, platform.clock())
    const currency = input.currency ?? organization.currency
    const donatedAt = toOrganizationClock(input.donated_at, timeZone)
    if (donatedAt.slice(0, 10) > today) throw invalidField('donated_at', changeMessages.dateAhead)
    const typedDonation: NewDonation = {
      ...blankDonation,
      organizationId,
      transactionId: input.transaction_id || null,
      donatedAt,
      amountCents: toCents(input.amount),
      currency,
      donor: { ...blankDonor, ...person },
      employer: {
        companyId: input.company_id,
        text: input.company_id === null ? repairText(input.company_name) : (nameOf(input.company_id) ?? ''),
      },
      custom: input.custom,
      fields: { gift_kind: input.gift_kind ?? kindOfGiver(person.name), employment: input.employment ?? null },
    }
    await lockIncomingDonors(db, organizationId, {
      donorKeys: [donorKeyOf(person)],
      giftKeys: [donationKeyOf(typedDonation)],
    })
    const context = { ...recordingContextOf(call, directory), byHand: true, holdsPeople: true }
    const [donation = typedDonation] = (await distinguishDonors(db, context, [typedDonation])).donations
    await refuseErased(db, platform, { organization_id: organizationId, donor_key: donorKeyOf(donation.donor) })
    if (!input.both_are_real) await refuseProbableDuplicate(db, donation)
    const netDonation = await subtractRefunds(db, donation)
    const { ids, confirmed } = await recordDonations(db, context, [netDonation])
    const [id] = [...ids, ...confirmed]
    if (id === undefined) throw await duplicateRefusal()
    await writeAudit(db, call, {
      organizationId,
      action: 'added',
      subject: 'donation',
      subjectId: id,
      after: {
        amount: toUnits(netDonation.amountCents),
        currency,
        date: donatedAt.slice(0, 10),
        donor: person.name,
      },
    })
    keepResult(id)
    return id

    async function duplicateRefusal(): Promise<Refusal> {
      const known = await findDonationIdByKey(db, organizationId, donationKeyOf(donation))
      const which = known === null ? 'This gift is already here.' : `This gift is already here, as match ${known}.`
      const why = input.transaction_id
        ? 'Another gift has the same transaction ID.'
        : 'The same donor gave the same amount on that day. If it’s a second gift, enter a transaction ID.'
      return new Refusal('conflict', `${which} ${why}`, { current: { id: known } })
    }
  }
  return inTenant(platform.database, tenant, add, { keepsPlans: true })
}

/** Employers do not match gifts of organizations or deceased donors. Staff can override this. */
function kindOfGiver(name: string): GiftKind | null {
  if (isDeceasedName(name)) return 'deceased'
  const kind = readGiftKind({ giver: name })
  if (kind !== 'money') return kind
  return isOrganizationName(name) ? 'organization' : null
}

/** Refunds that a file reported before (domain rule 14.7). @throws Refusal conflict if they cover the amount */
async function subtractRefunds(db: Db, donation: NewDonation): Promise<NewDonation> {
  const { organizationId, amountCents, custom } = donation
  const reversals = await listReversals(db, [{ organization_id: organizationId, gift_key: donationKeyOf(donation) }])
  const netCents = remainingCents(amountCents, reversals)
  if (netCents === amountCents) return donation
  if (netCents === 0) {
    throw new Refusal('conflict', 'An uploaded file says that this gift was refunded, so it can’t be added.')
  }
  const refunded = toUnits(amountCents - netCents).toFixed(2)
  return { ...donation, amountCents: netCents, custom: { ...custom, [refundedField]: refunded } }
}

/** @throws Refusal conflict with the id of a gift that is probably the same (domain rule 14.5) */
async function refuseProbableDuplicate(db: Db, donation: NewDonation): Promise<void> {
  const [keyed] = await withDonationKeys([donation])
  if (!keyed || isExisting(keyed, await findExistingKeys(db, [keyed]))) return
  const known = (await findProbableDuplicates(db, [keyed], null)).get(donation.row)
  if (!known) return
  const { id, donor, amount_cents, day } = known
  throw new Refusal(
    'conflict',
    `This is probably a gift you already have: ${donor}, ${toUnits(amount_cents).toFixed(2)}, ${day} (match ${id}). Add it only if both are real.`,
    { current: { probable: { id } } satisfies donationChanges.ProbableDuplicate },
  )
}

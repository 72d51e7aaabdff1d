import { donationChanges, toUnits } from '@twofold/contract'
import { type GiftKind, isDeceasedName, isOrganizationName, readGiftKind } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import type { SaveResult } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { lockIncomingDonors } from '../../matches/matches/index.ts'
import { findDonationIdByKey, getCurrencyAndToday } from './add-donation.queries.ts'
import { invalidField, recordingContextOf, toCents, toOrganizationClock, type WriteCall } from './change-donation.ts'
import { distinguishDonors } from './distinguish-donors.ts'
import { donationKeyOf, donorKeyOf, findExistingKeys, isExisting, withDonationKeys } from './donation-keys.ts'
import { refuseErased } from './erased-donors.ts'
import { blankDonor, blankGiven, type NewDonation } from './new-donation.ts'
import { findProbableDuplicates } from './probable-duplicates.ts'
import { recordDonations } from './record-donations.ts'
import { listReversals, refundedField, remainingCents } from './reversals.queries.ts'
import { hasUnusableAddress } from './unusable-address.ts'

const { changeMessages } = donationChanges

/**
 * Confirms the request from a public page, if any. Returns the id. @throws Refusal conflict with the id of a recorded
 * gift; invalid
 */
export async function addDonation(
  call: WriteCall,
  directory: Directory,
  given: donationChanges.NewDonation,
  keepResult: SaveResult,
): Promise<number> {
  const { platform, tenant } = call
  const { organizationId } = tenant
  const { nameOf } = await directory.current()
  if (given.company_id !== null && nameOf(given.company_id) === undefined) {
    throw invalidField('company_id', changeMessages.unknownCompany)
  }
  const add = async (db: Db): Promise<number> => {
    const typed = { name: given.donor_name, email: given.donor_email }
    const person = (await hasUnusableAddress(db, tenant.family, typed)) ? { ...typed, email: '' } : typed
    const { currency, timeZone, today } = await getCurrencyAndToday(db, organizationId, platform.clock())
    const donatedAt = toOrganizationClock(given.donated_at, timeZone)
    if (donatedAt.slice(0, 10) > today) throw invalidField('donated_at', changeMessages.dateAhead)
    const typedIn: NewDonation = {
      ...blankGiven,
      organizationId,
      transactionId: given.transaction_id || null,
      donatedAt,
      amountCents: toCents(given.amount),
      currency,
      donor: { ...blankDonor, ...person },
      employer: {
        companyId: given.company_id,
        text: given.company_id === null ? given.company_name : (nameOf(given.company_id) ?? ''),
      },
      custom: given.custom,
      fields: { gift_kind: given.gift_kind ?? kindOfGiver(given.donor_name), employment: given.employment ?? null },
    }
    await lockIncomingDonors(db, organizationId, {
      donorKeys: [donorKeyOf(person)],
      giftKeys: [donationKeyOf(typedIn)],
    })
    const context = { ...recordingContextOf(call, directory), byHand: true, holdsPeople: true }
    const [donation = typedIn] = (await distinguishDonors(db, context, [typedIn])).donations
    await refuseErased(db, platform, { organization_id: organizationId, donor_key: donorKeyOf(donation.donor) })
    if (!given.both_are_real) await refuseProbable(db, donation)
    const left = await lessRefunds(db, donation)
    const { ids, confirmed } = await recordDonations(db, context, [left])
    const [id] = [...ids, ...confirmed]
    if (id === undefined) throw await knownAlready()
    await writeAudit(db, call, {
      organizationId,
      action: 'added',
      subject: 'donation',
      subjectId: id,
      after: { amount: toUnits(left.amountCents), currency, date: donatedAt.slice(0, 10), donor: given.donor_name },
    })
    keepResult(id)
    return id

    async function knownAlready(): Promise<Refusal> {
      const known = await findDonationIdByKey(db, organizationId, donationKeyOf(donation))
      const which = known === null ? 'This gift is already here.' : `This gift is already here, as match ${known}.`
      const why = given.transaction_id
        ? 'Another gift has the same transaction id.'
        : 'The same donor gave the same amount on that day. If it is a second gift, give it a transaction id.'
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
async function lessRefunds(db: Db, donation: NewDonation): Promise<NewDonation> {
  const { organizationId, amountCents, custom } = donation
  const back = await listReversals(db, [{ organization_id: organizationId, gift_key: donationKeyOf(donation) }])
  const left = remainingCents(amountCents, back)
  if (left === amountCents) return donation
  if (left === 0) {
    throw new Refusal('conflict', 'An uploaded file says that this gift was refunded, so it can’t be added.')
  }
  const refunded = toUnits(amountCents - left).toFixed(2)
  return { ...donation, amountCents: left, custom: { ...custom, [refundedField]: refunded } }
}

/** @throws Refusal conflict with the id of a gift that is probably the same (domain rule 14.5) */
async function refuseProbable(db: Db, donation: NewDonation): Promise<void> {
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

import { hash } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'
import type { EvaluationScope } from '../../matches/family/index.ts'
import { inFamily } from '../../matches/family/index.ts'
import {
  findClaimedDonations,
  findKnownDonations,
  findRequestedDonations,
  hasClaims,
  insertClaim,
  isKeyOfDonor,
} from './donation-keys.queries.ts'
import { type KnownFacts, listKnownFacts } from './known-facts.queries.ts'
import type { NewDonation, NewDonor } from './new-donation.ts'

export type KeyedDonation = ReturnType<typeof withKeys>

function withKeys(donation: NewDonation) {
  const factsKey = factsKeyOf(donation)
  return {
    donation,
    donorKey: donorKeyOf(donation.donor),
    donationKey: transactionKeyOf(donation) ?? factsKey,
    factsKey,
    /** The key from before donors with one address were distinguished; null for the donor whose key is the address. */
    addressKey: donation.donor.person ? factsKeyOf({ ...donation, donor: { ...donation.donor, person: '' } }) : null,
    claimKey: () => claimKeyOf(donation),
  }
}

export async function withDonationKeys(donations: readonly NewDonation[]): Promise<KeyedDonation[]> {
  const keyed: KeyedDonation[] = []
  for (const donation of donations) {
    await yieldToEventLoop()
    keyed.push(withKeys(donation))
  }
  return keyed
}

/** For a gift whose transaction id another gift already has. */
export const withSeparateKey = (keyed: KeyedDonation): KeyedDonation => ({
  ...keyed,
  donationKey: digestOf([keyed.donationKey, keyed.factsKey]),
})

/** `organization_id:gift_key`. */
export type ExistingKeys = ReadonlySet<string>

const existingKeyOf = ({ donation, donationKey }: KeyedDonation): string => `${donation.organizationId}:${donationKey}`

export const isExisting = (keyed: KeyedDonation, existingKeys: ExistingKeys): boolean =>
  existingKeys.has(existingKeyOf(keyed))

export const findExistingKeys = (db: Db, keyed: readonly KeyedDonation[]): Promise<ExistingKeys> =>
  findKnownDonations(
    db,
    keyed.map(({ donation, donationKey }) => ({ organization_id: donation.organizationId, gift_key: donationKey })),
  )

// For more gifts, first checks whether any form gave a transaction id, because digests are slow.
const claimsAtOnce = 100

/**
 * A requested gift has no transaction id yet and accepts only one given gift. A gift entered by hand is compared with
 * unconfirmed requests only.
 */
export async function separateRequested<D extends KeyedDonation>(
  db: Db,
  keyed: readonly D[],
  { existing, byHand = false }: { readonly existing: ExistingKeys; readonly byHand?: boolean },
): Promise<{ arriving: D[]; requested: D[] }> {
  const known = new Set(existing)
  const withTransactionId = keyed.filter(({ donationKey, factsKey }) => donationKey !== factsKey)
  const claimable = byHand ? [] : withTransactionId
  const requestedKeys = await findRequestedDonations(
    db,
    withTransactionId.map(({ donation, factsKey }) => ({
      organization_id: donation.organizationId,
      facts_key: factsKey,
    })),
    { unconfirmedOnly: byHand },
  )
  const organizationIds = [...new Set(claimable.map(({ donation }) => donation.organizationId))]
  const canBeClaimed = claimable.length <= claimsAtOnce || (await hasClaims(db, organizationIds))
  const claims = canBeClaimed
    ? claimable.map(({ donation, claimKey }) => ({
        organization_id: donation.organizationId,
        claim_key: claimKey(),
      }))
    : []
  const claimed = await findClaimedDonations(db, claims)
  const arriving: D[] = []
  const requested: D[] = []
  for (const one of keyed) {
    const key = existingKeyOf(one)
    if (known.has(key)) continue
    known.add(key)
    const { organizationId } = one.donation
    const claimedKey = claimed.size > 0 ? `${organizationId}:${one.claimKey()}` : ''
    const factsKey = claimed.get(claimedKey) ?? one.factsKey
    const isRequested = claimed.delete(claimedKey) || requestedKeys.has(`${organizationId}:${factsKey}`)
    requestedKeys.delete(`${organizationId}:${factsKey}`)
    if (isRequested) requested.push({ ...one, factsKey })
    else arriving.push(one)
  }
  return { arriving, requested }
}

export const emailKeyOf = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** The key is the address in lower case, or the name without an address. */
export function donorKeyOf({ email, name, person }: Pick<NewDonor, 'email' | 'name' | 'person'>): string {
  const address = emailKeyOf(email)
  if (address && person) return `${address} ${person}`
  return address || `name:${name.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')}`
}

/** The key is a UUID of the transaction id, or of the facts without one. */
export const donationKeyOf = (donation: NewDonation): string => transactionKeyOf(donation) ?? factsKeyOf(donation)

function transactionKeyOf({ transactionId }: NewDonation): string | null {
  const transaction = transactionId?.trim()
  return transaction ? keyOfTransaction(transaction) : null
}

export const keyOfTransaction = (transaction: string): string => digestOf(['transaction', transaction])

/** The key contains donor, amount, currency, and day. */
const factsKeyOf = (donation: NewDonation): string =>
  digestOf([
    'gift',
    donorKeyOf(donation.donor),
    donation.amountCents,
    donation.currency,
    donation.donatedAt.slice(0, 10),
    ...(donation.sameDay ? [donation.sameDay] : []),
  ])

/** A form accepts any transaction id, so the key also contains donor and amount. The day may differ. */
function claimKeyOf({ transactionId, donor, amountCents, currency }: Claim): string | null {
  const transaction = transactionId?.trim()
  const { email, name } = donor
  return transaction ? digestOf(['claim', transaction, donorKeyOf({ email, name }), amountCents, currency]) : null
}

type Claim = Pick<NewDonation, 'transactionId' | 'donor' | 'amountCents' | 'currency'>

export async function saveClaim(
  db: Db,
  gift: { readonly organizationId: number; readonly donationId: number },
  claim: Claim,
): Promise<void> {
  const claimKey = claimKeyOf(claim)
  if (claimKey !== null) await insertClaim(db, { ...gift, claimKey })
}

export const isTransactionOf = (db: Db, organizationId: number, claim: Claim): Promise<boolean> =>
  claim.transactionId?.trim()
    ? isKeyOfDonor(db, {
        organizationId,
        donorKey: donorKeyOf(claim.donor),
        giftKey: keyOfTransaction(claim.transactionId.trim()),
      })
    : Promise.resolve(false)

/** MD5, written as a UUID. */
export function digestOf(facts: readonly (string | number)[]): string {
  const digest = hash('md5', JSON.stringify(facts))
  const [one, two, three, four] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20)]
  return `${one}-${two}-${three}-${four}-${digest.slice(20)}`
}

export async function findKnownFacts(
  db: Db,
  context: EvaluationScope,
  keyed: readonly KeyedDonation[],
  existingKeys: ExistingKeys,
): Promise<Map<number, KnownFacts>> {
  const keys = keyed
    .filter((one) => existingKeys.has(existingKeyOf(one)))
    .map(({ donation, donationKey }) => ({
      row: donation.row,
      organization_id: donation.organizationId,
      gift_key: donationKey,
    }))
  if (keys.length === 0) return new Map()
  const known = await inFamily(db, context, () => listKnownFacts(db, keys))
  return new Map(known.map((facts) => [facts.row, facts]))
}

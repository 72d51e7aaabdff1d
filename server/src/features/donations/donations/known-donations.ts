import { hash } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { breathe } from '../../../platform/runtime/breathing.ts'
import { type EvaluationContext, inFamily } from '../../matches/matches/index.ts'
import type { NewDonation, NewDonor } from './new-donation.ts'
import { type KnownFacts, listKnownFacts } from './news.queries.ts'
import {
  findClaimedDonations,
  findKnownDonations,
  findRequestedDonations,
  hasClaims,
  insertClaim,
  isKeyOfDonor,
} from './record.queries.ts'

/** What makes a gift the same gift, and which of the given ones are here already. */

export type KeyedDonation = ReturnType<typeof withKeys>

function withKeys(donation: NewDonation) {
  const factsKey = factsKeyOf(donation)
  return {
    donation,
    donorKey: donorKeyOf(donation.donor),
    donationKey: transactionKeyOf(donation) ?? factsKey,
    /** What it is known by as long as nobody has said its transaction id. */
    factsKey,
    /** The key from before donors with one address were distinguished; null for the donor whose key is the address. */
    addressKey: donation.donor.person ? factsKeyOf({ ...donation, donor: { ...donation.donor, person: '' } }) : null,
    /** What its donation form may have said of it before; null without a transaction id. */
    claimKey: () => claimKeyOf(donation),
  }
}

export async function keysOf(donations: readonly NewDonation[]): Promise<KeyedDonation[]> {
  const keyed: KeyedDonation[] = []
  for (const donation of donations) {
    await breathe()
    keyed.push(withKeys(donation))
  }
  return keyed
}

/** Keys of gifts that are here: `organization_id:gift_key`. */
export type Here = ReadonlySet<string>

const hereKeyOf = ({ donation, donationKey }: KeyedDonation): string => `${donation.organizationId}:${donationKey}`

export const isHere = (one: KeyedDonation, here: Here): boolean => here.has(hereKeyOf(one))

/** Which of these gifts are here, deleted ones included. */
export const findHere = (db: Db, keyed: readonly KeyedDonation[]): Promise<Here> =>
  findKnownDonations(
    db,
    keyed.map(({ donation, donationKey }) => ({ organization_id: donation.organizationId, gift_key: donationKey })),
  )

// Of more gifts than these it is asked first whether any form has told of a transaction: digests of 4,000 take 10 to 20 ms.
const askedAtOnce = 100

/**
 * Which gifts are new, and which ones their donors asked for by themselves before: these have no transaction id yet, and
 * each of them is one gift of the given ones, however many are alike. A gift that is typed in names unconfirmed requests alone.
 */
export async function sortOut<D extends KeyedDonation>(
  db: Db,
  keyed: readonly D[],
  { here, byHand = false }: { readonly here: Here; readonly byHand?: boolean },
): Promise<{ arriving: D[]; requested: D[] }> {
  const known = new Set(here)
  const named = keyed.filter(({ donationKey, factsKey }) => donationKey !== factsKey)
  const identifying = byHand ? [] : named
  const waiting = await findRequestedDonations(
    db,
    named.map(({ donation, factsKey }) => ({ organization_id: donation.organizationId, facts_key: factsKey })),
    { unconfirmedOnly: byHand },
  )
  const organizationIds = [...new Set(identifying.map(({ donation }) => donation.organizationId))]
  const mayBeClaimed = identifying.length <= askedAtOnce || (await hasClaims(db, organizationIds))
  const claims = mayBeClaimed
    ? identifying.map(({ donation, claimKey }) => ({
        organization_id: donation.organizationId,
        claim_key: claimKey(),
      }))
    : []
  const claimed = await findClaimedDonations(db, claims)
  const arriving: D[] = []
  const requested: D[] = []
  for (const one of keyed) {
    const key = hereKeyOf(one)
    if (known.has(key)) continue
    known.add(key)
    const { organizationId } = one.donation
    const claimedKey = claimed.size > 0 ? `${organizationId}:${one.claimKey()}` : ''
    const factsKey = claimed.get(claimedKey) ?? one.factsKey
    const isWaiting = claimed.delete(claimedKey) || waiting.has(`${organizationId}:${factsKey}`)
    waiting.delete(`${organizationId}:${factsKey}`)
    if (isWaiting) requested.push({ ...one, factsKey })
    else arriving.push(one)
  }
  return { arriving, requested }
}

/** The address as suppressions know it. */
export const mailboxKeyOf = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** The address in lower case, or the name where no address is known: who this is within one organization. */
export function donorKeyOf({ email, name, person }: Pick<NewDonor, 'email' | 'name' | 'person'>): string {
  const address = mailboxKeyOf(email)
  if (address && person) return `${address} ${person}`
  return address || `name:${name.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')}`
}

/** Digest of the transaction id, else of what the gift is, written as a uuid. */
export const donationKeyOf = (donation: NewDonation): string => transactionKeyOf(donation) ?? factsKeyOf(donation)

function transactionKeyOf({ transactionId }: NewDonation): string | null {
  const transaction = transactionId?.trim()
  return transaction ? keyOfTransaction(transaction) : null
}

/** The key of the gift with this transaction ID. */
export const keyOfTransaction = (transaction: string): string => digestOf(['transaction', transaction])

/** Donor, amount, currency and day. */
const factsKeyOf = (donation: NewDonation): string =>
  digestOf([
    'gift',
    donorKeyOf(donation.donor),
    donation.amountCents,
    donation.currency,
    donation.donatedAt.slice(0, 10),
    ...(donation.sameDay ? [donation.sameDay] : []),
  ])

/** Whoever fills in a form may write any transaction id: it counts for the same donor and amount, on whatever day. */
function claimKeyOf({ transactionId, donor, amountCents, currency }: Claim): string | null {
  const transaction = transactionId?.trim()
  const { email, name } = donor
  return transaction ? digestOf(['claim', transaction, donorKeyOf({ email, name }), amountCents, currency]) : null
}

type Claim = Pick<NewDonation, 'transactionId' | 'donor' | 'amountCents' | 'currency'>

/** The transaction id that a donation form told of a gift, by which an upload may find it. */
export async function keepClaim(
  db: Db,
  gift: { readonly organizationId: number; readonly donationId: number },
  claim: Claim,
): Promise<void> {
  const claimKey = claimKeyOf(claim)
  if (claimKey !== null) await insertClaim(db, { ...gift, claimKey })
}

/** Whether such a gift of this very donor is here under its transaction id. */
export const isTransactionOf = (db: Db, organizationId: number, claim: Claim): Promise<boolean> =>
  claim.transactionId?.trim()
    ? isKeyOfDonor(db, {
        organizationId,
        donorKey: donorKeyOf(claim.donor),
        giftKey: keyOfTransaction(claim.transactionId.trim()),
      })
    : Promise.resolve(false)

/** MD5 of some facts, written as a uuid. */
export function digestOf(facts: readonly (string | number)[]): string {
  const digest = hash('md5', JSON.stringify(facts))
  const [one, two, three, four] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20)]
  return `${one}-${two}-${three}-${four}-${digest.slice(20)}`
}

/** What the portal knows of the gifts of these rows that are here: row → facts. */
export async function findKnownFacts(
  db: Db,
  context: EvaluationContext,
  keyed: readonly KeyedDonation[],
  here: Here,
): Promise<Map<number, KnownFacts>> {
  const keys = keyed
    .filter((one) => here.has(hereKeyOf(one)))
    .map(({ donation, donationKey }) => ({
      row: donation.row,
      organization_id: donation.organizationId,
      gift_key: donationKey,
    }))
  if (keys.length === 0) return new Map()
  // The match that a gift is a part of may be a sibling's.
  const known = await inFamily(db, context, () => listKnownFacts(db, keys))
  return new Map(known.map((facts) => [facts.row, facts]))
}

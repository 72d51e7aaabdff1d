import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { type EvaluationContext, inFamily } from '../matches/index.ts'
import type { NewDonation, NewDonor } from './new-donation.ts'
import { type KnownFacts, listKnownFacts } from './news.queries.ts'
import {
  findClaimedDonations,
  findKnownDonations,
  findRequestedDonations,
  insertClaim,
  isKeyOfDonor,
} from './record.queries.ts'

/** What makes a gift the same gift, and which of the given ones are here already. */

export type KeyedDonation = ReturnType<typeof withKeys>

export const withKeys = (donation: NewDonation) => ({
  donation,
  donorKey: donorKeyOf(donation.donor),
  donationKey: donationKeyOf(donation),
  /** What it is known by as long as nobody has said its transaction id. */
  factsKey: factsKeyOf(donation),
  /** What its donation form may have said of it before; null without a transaction id. */
  claimKey: claimKeyOf(donation),
})

/**
 * Which gifts are new, and which ones their donors asked for by themselves before: these have no transaction id yet, and
 * each of them is one gift of the given ones, however many are alike. Who types a gift in says which it is.
 */
export async function sortOut<D extends KeyedDonation>(
  db: Db,
  keyed: readonly D[],
  { byHand = false } = {},
): Promise<{ arriving: D[]; requested: D[] }> {
  const known = await findKnownDonations(
    db,
    keyed.map(({ donation, donationKey }) => ({ organization_id: donation.organizationId, gift_key: donationKey })),
  )
  const identifying = keyed.filter(({ donationKey, factsKey }) => !byHand && donationKey !== factsKey)
  const waiting = await findRequestedDonations(
    db,
    identifying.map(({ donation, factsKey }) => ({ organization_id: donation.organizationId, facts_key: factsKey })),
  )
  const claimed = await findClaimedDonations(
    db,
    identifying.map(({ donation, claimKey }) => ({ organization_id: donation.organizationId, claim_key: claimKey })),
  )
  const arriving: D[] = []
  const requested: D[] = []
  for (const one of keyed) {
    const key = `${one.donation.organizationId}:${one.donationKey}`
    if (known.has(key)) continue
    known.add(key)
    const { organizationId } = one.donation
    const claimedKey = `${organizationId}:${one.claimKey}`
    const factsKey = claimed.get(claimedKey) ?? one.factsKey
    const isWaiting = claimed.delete(claimedKey) || waiting.has(`${organizationId}:${factsKey}`)
    waiting.delete(`${organizationId}:${factsKey}`)
    if (isWaiting) requested.push({ ...one, factsKey })
    else arriving.push(one)
  }
  return { arriving, requested }
}

/** The address in lower case, or the name where no address is known: who this is within one organization. */
export function donorKeyOf({ email, name }: Pick<NewDonor, 'email' | 'name'>): string {
  const address = email.trim().normalize('NFC').toLowerCase()
  return address || `name:${name.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')}`
}

/** Digest of the transaction id, else of what the gift is, written as a uuid. */
export function donationKeyOf(donation: NewDonation): string {
  const transaction = donation.transactionId?.trim()
  return transaction ? digestOf(['transaction', transaction]) : factsKeyOf(donation)
}

/** Donor, amount, currency and day. */
const factsKeyOf = (donation: NewDonation): string =>
  digestOf([
    'gift',
    donorKeyOf(donation.donor),
    donation.amountCents,
    donation.currency,
    donation.donatedAt.slice(0, 10),
  ])

/** Whoever fills in a form may write any transaction id: it counts for the same donor and amount, on whatever day. */
function claimKeyOf({ transactionId, donor, amountCents, currency }: Claim): string | null {
  const transaction = transactionId?.trim()
  return transaction ? digestOf(['claim', transaction, donorKeyOf(donor), amountCents, currency]) : null
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
        giftKey: digestOf(['transaction', claim.transactionId.trim()]),
      })
    : Promise.resolve(false)

function digestOf(facts: readonly (string | number)[]): string {
  const digest = createHash('md5').update(JSON.stringify(facts)).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What the portal knows of the gifts of these rows that are here: row → facts. */
export async function findKnownFacts(
  db: Db,
  context: EvaluationContext,
  donations: readonly NewDonation[],
): Promise<Map<number, KnownFacts>> {
  const keys = donations.map((donation) => ({
    row: donation.row,
    organization_id: donation.organizationId,
    gift_key: donationKeyOf(donation),
  }))
  // The match that a gift is a part of may be a sibling's.
  const known = await inFamily(db, context, () => listKnownFacts(db, keys))
  return new Map(known.map((facts) => [facts.row, facts]))
}

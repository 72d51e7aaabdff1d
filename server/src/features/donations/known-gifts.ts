import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import type { NewDonation, NewDonor } from './new-donation.ts'
import { findKnownGifts, findRequestedGifts } from './record.queries.ts'

/** What makes a gift the same gift, and which of the given ones are here already. */

export type KeyedGift = ReturnType<typeof withKeys>

export const withKeys = (gift: NewDonation) => ({
  gift,
  donorKey: donorKeyOf(gift.donor),
  giftKey: giftKeyOf(gift),
  /** What it is known by as long as nobody has said its transaction id. */
  factsKey: factsKeyOf(gift),
})

/**
 * Which gifts are new, and which ones their donors asked for by themselves before: these have no transaction id yet, and
 * each of them is one gift of the given ones, however many are alike.
 */
export async function sortOut<G extends KeyedGift>(
  db: Db,
  keyed: readonly G[],
): Promise<{ arriving: G[]; requested: G[] }> {
  const known = await findKnownGifts(
    db,
    keyed.map(({ gift, giftKey }) => ({ organization_id: gift.organizationId, gift_key: giftKey })),
  )
  const waiting = await findRequestedGifts(
    db,
    keyed
      .filter(({ giftKey, factsKey }) => giftKey !== factsKey)
      .map(({ gift, factsKey }) => ({ organization_id: gift.organizationId, facts_key: factsKey })),
  )
  const arriving: G[] = []
  const requested: G[] = []
  for (const one of keyed) {
    const key = `${one.gift.organizationId}:${one.giftKey}`
    if (known.has(key)) continue
    known.add(key)
    const isWaiting = waiting.delete(`${one.gift.organizationId}:${one.factsKey}`)
    if (isWaiting) requested.push(one)
    else arriving.push(one)
  }
  return { arriving, requested }
}

/** Rows of gifts that are here already: recording them would add nothing. */
export async function findKnownRows(db: Db, gifts: readonly NewDonation[]): Promise<Set<number>> {
  const { arriving } = await sortOut(db, gifts.map(withKeys))
  const fresh = new Set(arriving.map(({ gift }) => gift.row))
  return new Set(gifts.map(({ row }) => row).filter((row) => !fresh.has(row)))
}

/** The address in lower case, or the name where no address is known: who this is within one organization. */
export function donorKeyOf({ email, name }: Pick<NewDonor, 'email' | 'name'>): string {
  const address = email.trim().normalize('NFC').toLowerCase()
  return address || `name:${name.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')}`
}

/** Digest of the transaction id, else of what the gift is, written as a uuid. */
function giftKeyOf(gift: NewDonation): string {
  const transaction = gift.transactionId?.trim()
  return transaction ? digestOf(['transaction', transaction]) : factsKeyOf(gift)
}

/** Donor, amount, currency and day. */
const factsKeyOf = (gift: NewDonation): string =>
  digestOf(['gift', donorKeyOf(gift.donor), gift.amountCents, gift.currency, gift.donatedAt.slice(0, 10)])

function digestOf(facts: readonly (string | number)[]): string {
  const digest = createHash('md5').update(JSON.stringify(facts)).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

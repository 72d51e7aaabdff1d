import type { Db } from '../../../platform/database/database.ts'
import type { KeyedDonation } from './donation-keys.ts'
import { listSimilarDonations, type SimilarDonation } from './probable-duplicates.queries.ts'

/**
 * Same donor, about the same amount and day (domain rule 14.5). Two ids of the same form from one tool are separate
 * gifts. @param headers of the gifts' file; null without a file
 */
export async function findProbableDuplicates(
  db: Db,
  keyed: readonly KeyedDonation[],
  headers: readonly string[] | null,
): Promise<Map<number, SimilarDonation>> {
  const gifts = new Map(keyed.map((one) => [one.donation.row, one]))
  const similar = await listSimilarDonations(
    db,
    keyed.map(({ donation, donorKey, factsKey, addressKey, claimKey }) => ({
      row: donation.row,
      organization_id: donation.organizationId,
      donor_key: donorKey,
      name: donation.donor.name.trim(),
      email: donation.donor.email.trim(),
      amount_cents: donation.amountCents,
      currency: donation.currency,
      day: donation.donatedAt.slice(0, 10),
      transaction_id: donation.transactionId?.trim() || null,
      facts_key: factsKey,
      address_key: addressKey,
      claim_key: claimKey(),
    })),
  )
  const probable = new Map<number, SimilarDonation>()
  for (const known of similar) {
    const keyedDonation = gifts.get(known.row)
    if (keyedDonation && !probable.has(known.row) && isProbable(keyedDonation, known, headers))
      probable.set(known.row, known)
  }
  return probable
}

function isProbable({ donation }: KeyedDonation, known: SimilarDonation, headers: readonly string[] | null): boolean {
  if (known.is_of_mailbox) return true
  const id = donation.transactionId?.trim() || null
  const isSameTool = headers ? known.headers && layoutOf(headers) === layoutOf(known.headers) : !known.headers
  if (id !== null && known.transaction_id !== null) {
    if (withoutZeros(id) === withoutZeros(known.transaction_id)) return true
    return !(isSameTool && formOf(id) === formOf(known.transaction_id))
  }
  // Without an id on either side, another day or amount in a file of the same tool is another gift.
  return id !== null || known.transaction_id !== null || !isSameTool
}

const layoutOf = (headers: readonly string[]): string => JSON.stringify(headers.toSorted())

const withoutZeros = (id: string): string => id.replace(/^0+(?=.)/, '')

const formOf = (id: string): string => id.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'a')

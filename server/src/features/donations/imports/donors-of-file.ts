import type { Db } from '../../../platform/database/database.ts'
import { distinguishDonors, isUnusableAddress, listOwnAddresses, withoutAddress } from '../donor-identity/index.ts'
import { type Gift, noAddressWarning, type Warning } from '../file-reading/index.ts'
import type { NewDonation } from '../identification/index.ts'
import type { RecordingContext } from '../recording/index.ts'
import type { DonationsOfFile } from './donations-of-file.ts'
import type { RejectedRow } from './rejected-rows.queries.ts'

type IdentifiedDonations = Pick<DonationsOfFile, 'gifts' | 'unrecorded' | 'reversals'> & {
  /** Without a donor name, and with a placeholder or the organization's own address. */
  readonly rejected: readonly RejectedRow[]
  readonly warnings: readonly Warning[]
}

/** See domain rule 14.1. */
export async function donorsOfFile(
  db: Db,
  context: RecordingContext,
  { gifts, unrecorded, reversals }: Pick<DonationsOfFile, 'gifts' | 'unrecorded' | 'reversals'>,
  readGifts: ReadonlyMap<number, Pick<Gift, 'cells'>>,
): Promise<IdentifiedDonations> {
  const ownAddresses = await listOwnAddresses(db, context.tenant.family)
  const unusable = new Set([...gifts, ...unrecorded].filter(({ donor }) => isUnusableAddress(donor, ownAddresses)))
  const refunds = reversals.map(({ refund }) =>
    isUnusableAddress(refund.donor, ownAddresses) ? withoutAddress(refund) : refund,
  )
  const isNameless = (one: NewDonation): boolean => unusable.has(one) && one.donor.name === ''
  const removeUnusable = (donations: readonly NewDonation[]): NewDonation[] =>
    unusable.size === 0
      ? [...donations]
      : donations.filter((one) => !isNameless(one)).map((one) => (unusable.has(one) ? withoutAddress(one) : one))
  const [keptGifts, keptUnrecorded] = [removeUnusable(gifts), removeUnusable(unrecorded)]
  const refundsFrom = keptGifts.length + keptUnrecorded.length
  // Refunds come last, because the gifts determine who shares a mailbox.
  const distinguished = await distinguishDonors(db, context, [...keptGifts, ...keptUnrecorded, ...refunds])
  const isRefund = new Set([...refunds, ...distinguished.donations.slice(refundsFrom)])
  return {
    gifts: distinguished.donations.slice(0, keptGifts.length),
    unrecorded: distinguished.donations.slice(keptGifts.length, refundsFrom),
    reversals: reversals.map((one, at) => ({
      ...one,
      refund: distinguished.donations[refundsFrom + at] ?? one.refund,
    })),
    rejected: gifts.filter(isNameless).map(({ row }) => ({
      row,
      reason: 'donor_missing',
      problem:
        'The donor has no name, and the address is your organization’s own. Fill in the name or the donor’s address.',
      cells: readGifts.get(row)?.cells ?? [],
    })),
    warnings: [
      ...addressWarning(
        'own_address',
        'an address of your own organization',
        [...unusable].filter((one) => !isNameless(one)),
      ),
      ...addressWarning(
        'shared_address',
        'an address that four or more people share',
        distinguished.shared.filter((one) => !isRefund.has(one)),
      ),
      ...nameWarning(distinguished.unclear.filter((one) => !isRefund.has(one))),
    ],
  }
}

function addressWarning(
  code: 'own_address' | 'shared_address',
  description: string,
  found: readonly NewDonation[],
): Warning[] {
  if (found.length === 0) return []
  const addresses = new Set(found.map(({ donor }) => donor.email.toLowerCase()))
  return [noAddressWarning(code, { addresses: [...addresses], rows: found.map(({ row }) => row), description })]
}

function nameWarning(unclear: readonly NewDonation[]): Warning[] {
  const [first] = unclear
  if (!first) return []
  const { name, email } = first.donor
  const rows = unclear.length === 1 ? '1 row names' : `${unclear.length} rows name`
  return [
    {
      code: 'names_of_one_address',
      message: `${rows} a donor differently from other rows with the same email address (like ${name}, ${email}). We treat them as one person and keep the name with the gift.`,
      count: unclear.length,
      rows: unclear.slice(0, 100).map(({ row }) => row),
    },
  ]
}

import { areTwoPeople, isPlaceholderAddress, isPlaceholderName, isRoleAt } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import type { NewDonor } from './new-donation.ts'
import { listOwnAddresses, type OwnAddresses } from './own-addresses.queries.ts'

/**
 * Returns whether an address is a placeholder or the organization's own address, and so not the donor's (domain rule
 * 14.1). The holder of an organization's address may be a donor.
 */
export function isUnusableAddress({ email, name }: Pick<NewDonor, 'email' | 'name'>, own: OwnAddresses): boolean {
  const address = email.trim().toLowerCase()
  if (address === '') return false
  if (isPlaceholderAddress(address) || isRoleAt(address, own.domains)) return true
  const holder = own.holders.get(address)
  if (holder === undefined) return false
  return isPlaceholderName(holder) || isPlaceholderName(name) || areTwoPeople(holder, name)
}

/** Same check for one person. */
export const hasUnusableAddress = async (
  db: Db,
  organizationIds: readonly number[],
  person: Pick<NewDonor, 'email' | 'name'>,
): Promise<boolean> => isUnusableAddress(person, await listOwnAddresses(db, organizationIds))

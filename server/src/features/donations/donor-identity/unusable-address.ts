import { areTwoPeople, isPlaceholderAddress, isPlaceholderName, isRoleAt } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import type { NewDonor } from '../identification/index.ts'
import { listOwnAddresses, type OwnAddresses } from './own-addresses.queries.ts'

/** A placeholder or the organization's own (domain rule 14.1). The holder of such an address may be a donor. */
export function isUnusableAddress({ email, name }: Pick<NewDonor, 'email' | 'name'>, own: OwnAddresses): boolean {
  const address = email.trim().toLowerCase()
  if (address === '') return false
  if (isPlaceholderAddress(address) || isRoleAt(address, own.domains)) return true
  const holder = own.holders.get(address)
  if (holder === undefined) return false
  return isPlaceholderName(holder) || isPlaceholderName(name) || areTwoPeople(holder, name)
}

export const hasUnusableAddress = async (
  db: Db,
  organizationIds: readonly number[],
  person: Pick<NewDonor, 'email' | 'name'>,
): Promise<boolean> => isUnusableAddress(person, await listOwnAddresses(db, organizationIds))

/** The identity of a donor: people who share an address, placeholder addresses, and erased people. */

export { distinguishDonors, withoutAddress } from './distinguish-donors.ts'
export { listErasedAmong } from './erased.queries.ts'
export {
  anonymizeErased,
  findErased,
  type IncomingDonation,
  isErasedDonor,
  recordErasedAddresses,
  refuseErased,
} from './erased-donors.ts'
export { listOwnAddresses } from './own-addresses.queries.ts'
export { hasUnusableAddress, isUnusableAddress } from './unusable-address.ts'

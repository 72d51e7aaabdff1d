/** The filters of donations, read from a call and written as SQL. */

export {
  type DonationFilter,
  type DonorColumn,
  type FactFilter,
  type FoundDonors,
  findDonors,
  hasFacts,
  hasMinAmount,
  hasStatus,
  inDayRange,
  inDays,
  isListed,
  isOfDonors,
  isOfDonorsPerRow,
  isSummarized,
  matchesFacts,
  matchesFilter,
  namesEmployer,
  ofEmployer,
  ofOrganizations,
  readDonors,
  toLikePattern,
} from './filter.queries.ts'
export { readFilter } from './filter-donations.ts'

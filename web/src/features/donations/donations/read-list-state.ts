import { donations } from '@twofold/contract'
import { amountTyped, isQuickFilter, isStatusId } from '@twofold/matching'
import {
  addressNames,
  defaultPageSize,
  initialListState,
  type ListState,
  pageSizes,
  periodIn,
  sortable,
} from './list-state.ts'

// Separate from writing: the dashboard only links to the list and must not load the contract's donation schemas.

const longestText = 200

function statusIn(text: string | null): string | undefined {
  if (!text) return undefined
  if (isQuickFilter(text)) return text
  return text.length <= longestText && text.split(',').every((id) => /^\d{1,2}$/.test(id) && isStatusId(Number(id)))
    ? text
    : undefined
}

const paymentIn = (text: string | null): string | undefined =>
  text && donations.paymentStatesOfFilter(text) ? text : undefined

const textIn = (text: string | null): string => (text?.trim() ?? '').slice(0, longestText)

/** Parses comma-separated column names. The list reports names that do not exist. */
function columnsIn(text: string | null): readonly string[] | undefined {
  const chosen = (text ?? '').split(',').filter((name) => name !== '' && name.length <= 110)
  return chosen.length > 0 ? [...new Set(chosen)].slice(0, 60) : undefined
}

function numberIn(text: string | null, fits: (value: number) => boolean): number | undefined {
  if (!text || !/^\d{1,15}(\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  return fits(value) ? value : undefined
}

const isAmount = (value: number) => donations.donationFilters.shape.minAmount.safeParse(value).success
const isId = (value: number) => Number.isSafeInteger(value) && value > 0
const isNumberOfDays = (value: number) => Number.isInteger(value) && value >= 1 && value <= 366
const isPage = (value: number) => Number.isInteger(value) && value >= 1 && value <= 1_000_000

/**
 * Parses an amount as users type it, `$1,250.50`. Returns undefined for invalid amounts and for zero, which would
 * filter nothing.
 */
export function minAmountIn(text: string): number | undefined {
  const amount = amountTyped(text)
  return amount > 0 && isAmount(amount) ? amount : undefined
}

/** Reads the state from the address. Invalid values count as missing. */
export function readListState(search: URLSearchParams): ListState {
  const size = numberIn(search.get(addressNames.size), isPage)
  return {
    status: statusIn(search.get(addressNames.status)),
    company: textIn(search.get(addressNames.company)),
    donor: textIn(search.get(addressNames.donor)),
    minAmount: minAmountIn(search.get(addressNames.minAmount) ?? ''),
    period: periodIn(search),
    organization: numberIn(search.get(addressNames.organization), isId),
    payment: paymentIn(search.get(addressNames.payment)),
    campaign: textIn(search.get(addressNames.campaign)),
    campaignKnown: (['yes', 'no'] as const).find((word) => word === search.get(addressNames.campaignKnown)),
    matchCampaign: numberIn(search.get(addressNames.matchCampaign), isId),
    deadlineWithin: numberIn(search.get(addressNames.deadlineWithin), isNumberOfDays),
    employerKnown: (['yes', 'no'] as const).find((word) => word === search.get(addressNames.employerKnown)),
    unconfirmed: search.get(addressNames.unconfirmed) === 'yes' ? 'yes' : undefined,
    minEstimated: minAmountIn(search.get(addressNames.minEstimated) ?? ''),
    withinYear: donations.withinYearSteps.find((step) => step === search.get(addressNames.withinYear)),
    upload: numberIn(search.get(addressNames.upload), isId),
    donorId: numberIn(search.get(addressNames.donorId), isId),
    companyId: numberIn(search.get(addressNames.companyId), isId),
    sort: sortable.find((field) => field === search.get(addressNames.sort)) ?? initialListState.sort,
    ascending: search.get(addressNames.order) === 'asc',
    page: numberIn(search.get(addressNames.page), isPage) ?? 1,
    size: pageSizes.find((choice) => choice === size) ?? defaultPageSize,
    report: numberIn(search.get(addressNames.report), isId),
    formerView: numberIn(search.get(addressNames.formerView), isId),
    columns: columnsIn(search.get(addressNames.columns)),
  }
}

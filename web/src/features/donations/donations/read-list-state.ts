import { donations } from '@twofold/contract'
import { isQuickFilter, isStatusId, parseTypedAmount } from '@twofold/matching'
import {
  defaultPageSize,
  initialListState,
  type ListState,
  pageSizes,
  parsePeriod,
  searchParamNames,
  sortableFields,
} from './list-state.ts'

// Separate from writing: the dashboard must not load the contract's donation schemas.

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

/** The list reports names that do not exist. */
function columnsIn(text: string | null): readonly string[] | undefined {
  const chosen = (text ?? '').split(',').filter((name) => name !== '' && name.length <= 110)
  return chosen.length > 0 ? [...new Set(chosen)].slice(0, 60) : undefined
}

function numberIn(text: string | null, isValid: (value: number) => boolean): number | undefined {
  if (!text || !/^\d{1,15}(\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  return isValid(value) ? value : undefined
}

const isAmount = (value: number) => donations.donationFilters.shape.minAmount.safeParse(value).success
const isId = (value: number) => Number.isSafeInteger(value) && value > 0
const isNumberOfDays = (value: number) => Number.isInteger(value) && value >= 1 && value <= 366
const isPage = (value: number) => Number.isInteger(value) && value >= 1 && value <= 1_000_000

/** Accepts `$1,250.50`. Undefined for invalid amounts and for zero, which would filter nothing. */
export function parseMinAmount(text: string): number | undefined {
  const amount = parseTypedAmount(text)
  return amount > 0 && isAmount(amount) ? amount : undefined
}

export function readListState(search: URLSearchParams): ListState {
  const size = numberIn(search.get(searchParamNames.size), isPage)
  return {
    status: statusIn(search.get(searchParamNames.status)),
    company: textIn(search.get(searchParamNames.company)),
    donor: textIn(search.get(searchParamNames.donor)),
    minAmount: parseMinAmount(search.get(searchParamNames.minAmount) ?? ''),
    period: parsePeriod(search),
    organization: numberIn(search.get(searchParamNames.organization), isId),
    payment: paymentIn(search.get(searchParamNames.payment)),
    campaign: textIn(search.get(searchParamNames.campaign)),
    campaignKnown: (['yes', 'no'] as const).find((word) => word === search.get(searchParamNames.campaignKnown)),
    matchCampaign: numberIn(search.get(searchParamNames.matchCampaign), isId),
    deadlineWithin: numberIn(search.get(searchParamNames.deadlineWithin), isNumberOfDays),
    employerKnown: (['yes', 'no'] as const).find((word) => word === search.get(searchParamNames.employerKnown)),
    unconfirmed: search.get(searchParamNames.unconfirmed) === 'yes' ? 'yes' : undefined,
    minEstimated: parseMinAmount(search.get(searchParamNames.minEstimated) ?? ''),
    withinYear: donations.withinYearSteps.find((step) => step === search.get(searchParamNames.withinYear)),
    unanswered: search.get(searchParamNames.unanswered) === 'yes' ? 'yes' : undefined,
    upload: numberIn(search.get(searchParamNames.upload), isId),
    donorId: numberIn(search.get(searchParamNames.donorId), isId),
    companyId: numberIn(search.get(searchParamNames.companyId), isId),
    sort: sortableFields.find((field) => field === search.get(searchParamNames.sort)) ?? initialListState.sort,
    ascending: search.get(searchParamNames.order) === 'asc',
    page: numberIn(search.get(searchParamNames.page), isPage) ?? 1,
    size: pageSizes.find((choice) => choice === size) ?? defaultPageSize,
    report: numberIn(search.get(searchParamNames.report), isId),
    formerView: numberIn(search.get(searchParamNames.formerView), isId),
    columns: columnsIn(search.get(searchParamNames.columns)),
  }
}

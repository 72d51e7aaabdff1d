import { donations } from '@twofold/contract'
import { isQuickFilter, isStatusId } from '@twofold/matching'
import { type Day, isDay } from './period/days.ts'
import { defaultListPeriod, type Period } from './period/periods.ts'

export const pageSizes = [25, 50, 100] as const
export const defaultPageSize = 50

/** What the list shows, all of it from the address: reloading, going back and a pasted link show the same gifts. */
export type ListState = {
  /** A quick filter, or status ids divided by commas, as in the links of mails. */
  readonly status: string | undefined
  readonly company: string
  readonly donor: string
  readonly minAmount: number | undefined
  /** `undefined` is the last 90 days, whenever the address is opened; `{}` is any date. */
  readonly period: Period | undefined
  /** One organization of the family. */
  readonly organization: number | undefined
  /** How the company stands to paying: states divided by commas. */
  readonly payment: string | undefined
  readonly campaign: string
  /** A match campaign, from its page. */
  readonly matchCampaign: number | undefined
  /** Days until a deadline that somebody has still to meet. */
  readonly deadlineWithin: number | undefined
  readonly employerKnown: 'yes' | 'no' | undefined
  readonly minEstimated: number | undefined
  /** What one upload brought, and the gifts of one donor: from links. */
  readonly upload: number | undefined
  readonly donorId: number | undefined
  readonly sort: (typeof sortable)[number]
  readonly ascending: boolean
  readonly page: number
  readonly size: (typeof pageSizes)[number]
  /** The saved view that the list was opened from; it may have been changed since. */
  readonly view: number | undefined
  /** `undefined` is as the person has them. */
  readonly columns: readonly string[] | undefined
}

const sortable = ['donated_at', 'amount'] as const
export type SortField = (typeof sortable)[number]

export const initialListState: ListState = {
  status: undefined,
  company: '',
  donor: '',
  minAmount: undefined,
  period: undefined,
  organization: undefined,
  payment: undefined,
  campaign: '',
  matchCampaign: undefined,
  deadlineWithin: undefined,
  employerKnown: undefined,
  minEstimated: undefined,
  upload: undefined,
  donorId: undefined,
  sort: 'donated_at',
  ascending: false,
  page: 1,
  size: defaultPageSize,
  view: undefined,
  columns: undefined,
}

/** Names in the address. Others (the open match, its tab) are left alone. */
const names = {
  status: 'status',
  company: 'company',
  donor: 'donor',
  minAmount: 'min',
  from: 'from',
  to: 'to',
  dates: 'dates',
  organization: 'org',
  payment: 'payment',
  campaign: 'campaign',
  matchCampaign: 'matchCampaign',
  deadlineWithin: 'deadline',
  employerKnown: 'employer',
  minEstimated: 'estimated',
  upload: 'import',
  donorId: 'donorId',
  sort: 'sort',
  order: 'order',
  page: 'page',
  size: 'size',
  view: 'view',
  columns: 'columns',
} as const
const anyDate = 'any'
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

/** Names of columns divided by commas; the list says kindly which of them there are not. */
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

/** An amount as people type it, `$1,250.50`; nothing for zero, which filters nothing, and for what is no amount. */
export const minAmountIn = (text: string): number | undefined =>
  numberIn(text.replaceAll(/[$,\s]/g, ''), (value) => value > 0 && isAmount(value))

/** Days that a link may ask for; both ends are dropped when they contradict each other. */
export function periodIn(search: URLSearchParams): Period | undefined {
  if (search.get(names.dates) === anyDate) return {}
  const day = (name: string): Day | undefined => {
    const text = search.get(name)
    return text && isDay(text) ? text : undefined
  }
  const from = day(names.from)
  const to = day(names.to)
  if (!from && !to) return undefined
  return from && to && from > to ? undefined : { from, to }
}

/** Reads the address; what is not understood counts as not said. */
export function readListState(search: URLSearchParams): ListState {
  const size = numberIn(search.get(names.size), isPage)
  return {
    status: statusIn(search.get(names.status)),
    company: textIn(search.get(names.company)),
    donor: textIn(search.get(names.donor)),
    minAmount: minAmountIn(search.get(names.minAmount) ?? ''),
    period: periodIn(search),
    organization: numberIn(search.get(names.organization), isId),
    payment: paymentIn(search.get(names.payment)),
    campaign: textIn(search.get(names.campaign)),
    matchCampaign: numberIn(search.get(names.matchCampaign), isId),
    deadlineWithin: numberIn(search.get(names.deadlineWithin), isNumberOfDays),
    employerKnown: (['yes', 'no'] as const).find((word) => word === search.get(names.employerKnown)),
    minEstimated: minAmountIn(search.get(names.minEstimated) ?? ''),
    upload: numberIn(search.get(names.upload), isId),
    donorId: numberIn(search.get(names.donorId), isId),
    sort: sortable.find((field) => field === search.get(names.sort)) ?? initialListState.sort,
    ascending: search.get(names.order) === 'asc',
    page: numberIn(search.get(names.page), isPage) ?? 1,
    size: pageSizes.find((choice) => choice === size) ?? defaultPageSize,
    view: numberIn(search.get(names.view), isId),
    columns: columnsIn(search.get(names.columns)),
  }
}

const sayingThemselves = [
  'payment',
  'campaign',
  'matchCampaign',
  'deadlineWithin',
  'employerKnown',
  'minEstimated',
  'upload',
  'donorId',
] as const satisfies (keyof ListState)[]

/** The address of a state: only what differs from the beginning is said, and other parameters stay. */
export function writeListState(state: ListState, others: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const search = new URLSearchParams(others)
  const say = (name: string, value: string | number | undefined) => {
    if (value === undefined || value === '') search.delete(name)
    else search.set(name, String(value))
  }
  const { period } = state
  say(names.status, state.status)
  say(names.company, state.company)
  say(names.donor, state.donor)
  say(names.minAmount, state.minAmount)
  say(names.dates, period && !period.from && !period.to ? anyDate : undefined)
  say(names.from, period?.from)
  say(names.to, period?.to)
  say(names.organization, state.organization)
  for (const name of sayingThemselves) say(names[name], state[name])
  say(names.sort, state.sort === initialListState.sort ? undefined : state.sort)
  say(names.order, state.ascending ? 'asc' : undefined)
  say(names.page, state.page === 1 ? undefined : state.page)
  say(names.size, state.size === defaultPageSize ? undefined : state.size)
  say(names.view, state.view)
  say(names.columns, state.columns?.join(','))
  return search
}

/** Any change but turning the page starts at the first page again. */
export const changed = (state: ListState, change: Partial<ListState>): ListState => ({ ...state, page: 1, ...change })

export const periodOf = (state: ListState, today: Day): Period => state.period ?? defaultListPeriod(today)

/** The filters as the API names them, for the list and its download alike. */
export function filtersOf(state: ListState, today: Day) {
  const { from, to } = periodOf(state, today)
  return {
    ...(state.status ? { status: state.status } : {}),
    ...(state.company ? { companyName: state.company } : {}),
    ...(state.donor ? { donorNameEmail: state.donor } : {}),
    ...(state.minAmount === undefined ? {} : { minAmount: state.minAmount }),
    ...(from ? { dateFrom: from } : {}),
    ...(to ? { dateTo: to } : {}),
    ...(state.organization === undefined ? {} : { organizationId: state.organization }),
    ...(state.payment ? { paymentState: state.payment } : {}),
    ...(state.campaign ? { campaign: state.campaign } : {}),
    ...(state.matchCampaign === undefined ? {} : { campaignId: state.matchCampaign }),
    ...(state.deadlineWithin === undefined ? {} : { deadlineWithin: state.deadlineWithin }),
    ...(state.employerKnown ? { employerKnown: state.employerKnown } : {}),
    ...(state.minEstimated === undefined ? {} : { minEstimated: state.minEstimated }),
    ...(state.upload === undefined ? {} : { importId: state.upload }),
    ...(state.donorId === undefined ? {} : { donorId: state.donorId }),
  }
}

const filterNames = ['status', 'company', 'donor', 'minAmount', 'period', 'organization', ...sayingThemselves] as const

/** The list without any filter: the last 90 days, in the order that was chosen, and in no view. */
export const withoutFilters: Partial<ListState> = Object.fromEntries(
  ([...filterNames, 'view', 'columns'] as const).map((name) => [name, initialListState[name]]),
)

export const isFiltered = (state: ListState): boolean =>
  filterNames.some((name) => state[name] !== initialListState[name])

export const listQueryOf = (state: ListState, today: Day) => ({
  page: state.page,
  per_page: state.size,
  sort_field: state.sort,
  ascending: state.ascending ? ('true' as const) : ('false' as const),
  filters: filtersOf(state, today),
})

import type { donations } from '@twofold/contract'
import { type Day, defaultListPeriod, isDay, type Period } from '../periods/index.ts'

export const pageSizes = [25, 50, 100] as const
export const defaultPageSize = 50

/** Stored entirely in the address, so reload, back and shared links show the same gifts. */
export type ListState = {
  /** A quick filter, or comma-separated status ids, as in email links. */
  readonly status: string | undefined
  readonly company: string
  readonly donor: string
  readonly minAmount: number | undefined
  /** `undefined` is the last 90 days relative to today; `{}` is any date. */
  readonly period: Period | undefined
  readonly organization: number | undefined
  readonly payment: string | undefined
  readonly campaign: string
  readonly campaignKnown: 'yes' | 'no' | undefined
  readonly matchCampaign: number | undefined
  readonly deadlineWithin: number | undefined
  readonly employerKnown: 'yes' | 'no' | undefined
  readonly unconfirmed: 'yes' | undefined
  readonly minEstimated: number | undefined
  /** Covers the months of the waiting-time statistics. Set by their links. */
  readonly withinYear: (typeof donations.withinYearSteps)[number] | undefined
  /** The donor opened an email at least a week ago and did not act. */
  readonly unanswered: 'yes' | undefined
  /** Set by links from an upload, a donor or a company. */
  readonly upload: number | undefined
  readonly donorId: number | undefined
  readonly companyId: number | undefined
  readonly sort: (typeof sortableFields)[number]
  readonly ascending: boolean
  readonly page: number
  readonly size: (typeof pageSizes)[number]
  readonly report: number | undefined
  /** The same id in links from before views were reports. */
  readonly formerView: number | undefined
  /** `undefined` means the user's own columns. */
  readonly columns: readonly string[] | undefined
}

export const sortableFields = ['donated_at', 'amount'] as const
export type SortField = (typeof sortableFields)[number]

export const initialListState: ListState = {
  status: undefined,
  company: '',
  donor: '',
  minAmount: undefined,
  period: undefined,
  organization: undefined,
  payment: undefined,
  campaign: '',
  campaignKnown: undefined,
  matchCampaign: undefined,
  deadlineWithin: undefined,
  employerKnown: undefined,
  unconfirmed: undefined,
  minEstimated: undefined,
  withinYear: undefined,
  unanswered: undefined,
  upload: undefined,
  donorId: undefined,
  companyId: undefined,
  sort: 'donated_at',
  ascending: false,
  page: 1,
  size: defaultPageSize,
  report: undefined,
  formerView: undefined,
  columns: undefined,
}

/** Other parameters, such as the open match, are not changed. */
export const searchParamNames = {
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
  campaignKnown: 'withCampaign',
  matchCampaign: 'matchCampaign',
  deadlineWithin: 'deadline',
  employerKnown: 'employer',
  unconfirmed: 'unconfirmed',
  minEstimated: 'estimated',
  withinYear: 'year',
  unanswered: 'unanswered',
  upload: 'import',
  donorId: 'donorId',
  companyId: 'companyId',
  sort: 'sort',
  order: 'order',
  page: 'page',
  size: 'size',
  report: 'report',
  formerView: 'view',
  columns: 'columns',
} as const
const anyDate = 'any'

export function parsePeriod(search: URLSearchParams): Period | undefined {
  if (search.get(searchParamNames.dates) === anyDate) return {}
  const day = (name: string): Day | undefined => {
    const text = search.get(name)
    return text && isDay(text) ? text : undefined
  }
  const from = day(searchParamNames.from)
  const to = day(searchParamNames.to)
  if (!from && !to) return undefined
  return from && to && from > to ? undefined : { from, to }
}

const plainParams = [
  'payment',
  'campaign',
  'campaignKnown',
  'matchCampaign',
  'deadlineWithin',
  'employerKnown',
  'unconfirmed',
  'minEstimated',
  'withinYear',
  'unanswered',
  'upload',
  'donorId',
  'companyId',
] as const satisfies (keyof ListState)[]

/** Omits values equal to the initial state; other parameters, such as the open match, stay. */
export function writeListState(
  state: ListState,
  previousParams: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const search = new URLSearchParams(previousParams)
  search.delete('upload') // opens the dialog once
  const writeParam = (name: string, value: string | number | undefined) => {
    if (value === undefined || value === '') search.delete(name)
    else search.set(name, String(value))
  }
  const { period } = state
  for (const name of ['status', 'company', 'donor', 'minAmount'] as const)
    writeParam(searchParamNames[name], state[name])
  writeParam(searchParamNames.dates, period && !period.from && !period.to ? anyDate : undefined)
  writeParam(searchParamNames.from, period?.from)
  writeParam(searchParamNames.to, period?.to)
  writeParam(searchParamNames.organization, state.organization)
  for (const name of plainParams) writeParam(searchParamNames[name], state[name])
  writeParam(searchParamNames.sort, state.sort === initialListState.sort ? undefined : state.sort)
  writeParam(searchParamNames.order, state.ascending ? 'asc' : undefined)
  writeParam(searchParamNames.page, state.page === 1 ? undefined : state.page)
  writeParam(searchParamNames.size, state.size === defaultPageSize ? undefined : state.size)
  for (const name of ['report', 'formerView'] as const) writeParam(searchParamNames[name], state[name])
  writeParam(searchParamNames.columns, state.columns?.join(','))
  return search
}

/** Any change except paging returns to the first page. */
export const applyChange = (state: ListState, change: Partial<ListState>): ListState => ({
  ...state,
  page: 1,
  ...change,
})

export const periodOf = (state: ListState, today: Day): Period => state.period ?? defaultListPeriod(today)

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
    ...(state.campaignKnown ? { campaignKnown: state.campaignKnown } : {}),
    ...(state.matchCampaign === undefined ? {} : { campaignId: state.matchCampaign }),
    ...(state.deadlineWithin === undefined ? {} : { deadlineWithin: state.deadlineWithin }),
    ...(state.employerKnown ? { employerKnown: state.employerKnown } : {}),
    ...(state.unconfirmed ? { unconfirmed: state.unconfirmed } : {}),
    ...(state.minEstimated === undefined ? {} : { minEstimated: state.minEstimated }),
    ...(state.withinYear ? { withinYear: state.withinYear } : {}),
    ...(state.unanswered ? { unanswered: state.unanswered } : {}),
    ...(state.upload === undefined ? {} : { importId: state.upload }),
    ...(state.donorId === undefined ? {} : { donorId: state.donorId }),
    ...(state.companyId === undefined ? {} : { companyId: state.companyId }),
  }
}

const filterNames = ['status', 'company', 'donor', 'minAmount', 'period', 'organization', ...plainParams] as const

/** Keeps the sort order; the period becomes the last 90 days. */
export const clearedFilters: Partial<ListState> = Object.fromEntries(
  ([...filterNames, 'report', 'formerView', 'columns'] as const).map((name) => [name, initialListState[name]]),
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

import { listLayouts, reports } from '@twofold/contract'
import { filtersOf, initialListState, type ListState, sortable, withoutFilters } from '../list-state.ts'

type Look = reports.ReportLook

const { anyDays, columnOfList, customPrefix } = reports

/** Days that the list shows from the start. */
const recentDays = 90

const listNames = new Map(listLayouts.listColumns.map((id) => [columnOfList(id), id as string]))

/** The column of the list that a column of a report is; undefined: the list does not have it. */
const listNameOf = (name: string): string | undefined =>
  listNames.get(name) ?? (name.startsWith(customPrefix) ? name : undefined)

const listNamesOf = (columns: Look['columns']): string[] =>
  Object.keys(columns).flatMap((name) => listNameOf(name) ?? [])

/**
 * The list as a report: its filters, order and columns, without the page. The headings of `before` stay, and so do its columns that the
 * list does not have.
 */
export function lookOfList(state: ListState, columns: readonly string[], before: Look['columns'] = {}): Look {
  const { period = {} } = state
  const { companyName, minAmount, dateFrom, dateTo, ...filters } = filtersOf({ ...state, period }, anyDays.from)
  const shown = columns.flatMap((id) => columnOfList(id) ?? [])
  const kept = Object.keys(before).filter((name) => shown.includes(name) || listNameOf(name) === undefined)
  return {
    filters: {
      ...filters,
      ...(companyName ? { 'companies.name': companyName } : {}),
      ...(minAmount === undefined ? {} : { amount: `>=${minAmount}` }),
      ...(state.period === undefined ? { last_days: recentDays } : {}),
      include_inert: 1,
      date_from: dateFrom ?? anyDays.from,
      date_to: dateTo ?? anyDays.to,
    },
    sort_field: state.sort,
    ascending: state.ascending,
    columns: Object.fromEntries([...new Set([...kept, ...shown])].map((name) => [name, before[name] ?? ''])),
  }
}

/** The list as a report shows it; null where the list cannot find the same gifts in the same order. */
export function stateOfLook(look: Look): Partial<ListState> | null {
  const { filters } = look
  const from = filters.date_from > anyDays.from ? filters.date_from : undefined
  const to = filters.date_to < anyDays.to ? filters.date_to : undefined
  const state = {
    ...withoutFilters,
    status: filters.status,
    company: filters['companies.name'] ?? '',
    donor: filters.donorNameEmail ?? '',
    minAmount: filters.amount?.startsWith('>=') ? Number(filters.amount.slice(2)) : undefined,
    period: filters.last_days === undefined ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined,
    organization: filters.organizationId,
    payment: filters.paymentState,
    campaign: filters.campaign ?? '',
    campaignKnown: filters.campaignKnown,
    matchCampaign: filters.campaignId,
    deadlineWithin: filters.deadlineWithin,
    employerKnown: filters.employerKnown,
    unconfirmed: filters.unconfirmed,
    minEstimated: filters.minEstimated,
    withinYear: filters.withinYear,
    upload: filters.importId,
    donorId: filters.donorId,
    companyId: filters.companyId,
    sort: sortable.find((field) => field === look.sort_field) ?? initialListState.sort,
    ascending: look.ascending,
    columns: listNamesOf(look.columns),
  }
  return isSame(lookOfList({ ...initialListState, ...state }, []), look) ? state : null
}

const sorted = ({ filters, sort_field, ascending }: Look): string =>
  JSON.stringify([
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .sort(),
    sort_field,
    ascending,
  ])

const isSame = (one: Look, other: Look): boolean => sorted(one) === sorted(other)

/** Whether the list no longer is what the report that it was opened from shows. */
export const isChanged = (state: ListState, look: Look): boolean =>
  !isSame(lookOfList(state, []), look) || state.columns?.join() !== listNamesOf(look.columns).join()

/** Filters that ask for what is gone. */
export const goneFilters: Readonly<Record<reports.GoneThing, Partial<ListState>>> = {
  campaign: { matchCampaign: undefined },
  organization: { organization: undefined },
  upload: { upload: undefined },
  donor: { donorId: undefined },
}

import { listLayouts, reports } from '@twofold/contract'
import { clearedFilters, filtersOf, initialListState, type ListState, sortableFields } from '../list-state.ts'

type Look = reports.ReportDefinition

const { anyDateRange, columnOfList, customPrefix } = reports

const recentDays = 90

const listNames = new Map(listLayouts.listColumns.map((id) => [columnOfList(id), id as string]))

const listNameOf = (name: string): string | undefined =>
  listNames.get(name) ?? (name.startsWith(customPrefix) ? name : undefined)

const listNamesOf = (columns: Look['columns']): string[] =>
  Object.keys(columns).flatMap((name) => listNameOf(name) ?? [])

/** Omits the page. Keeps the headings of `before` and its columns that the list does not have. */
export function reportDefinitionOfList(
  state: ListState,
  columns: readonly string[],
  before: Look['columns'] = {},
): Look {
  const { period = {} } = state
  const { companyName, minAmount, dateFrom, dateTo, ...filters } = filtersOf({ ...state, period }, anyDateRange.from)
  const shownNames = columns.flatMap((id) => columnOfList(id) ?? [])
  const keptNames = Object.keys(before).filter((name) => shownNames.includes(name) || listNameOf(name) === undefined)
  return {
    filters: {
      ...filters,
      ...(companyName ? { 'companies.name': companyName } : {}),
      ...(minAmount === undefined ? {} : { amount: `>=${minAmount}` }),
      ...(state.period === undefined ? { last_days: recentDays } : {}),
      include_inert: 1,
      date_from: dateFrom ?? anyDateRange.from,
      date_to: dateTo ?? anyDateRange.to,
    },
    sort_field: state.sort,
    ascending: state.ascending,
    columns: Object.fromEntries([...new Set([...keptNames, ...shownNames])].map((name) => [name, before[name] ?? ''])),
  }
}

/** Null if the list cannot show the same gifts in the same order. */
export function listStateOfReport(definition: Look): Partial<ListState> | null {
  const { filters } = definition
  const from = filters.date_from > anyDateRange.from ? filters.date_from : undefined
  const to = filters.date_to < anyDateRange.to ? filters.date_to : undefined
  const state = {
    ...clearedFilters,
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
    unanswered: filters.unanswered,
    upload: filters.importId,
    donorId: filters.donorId,
    companyId: filters.companyId,
    sort: sortableFields.find((field) => field === definition.sort_field) ?? initialListState.sort,
    ascending: definition.ascending,
    columns: listNamesOf(definition.columns),
  }
  return isSameSelection(reportDefinitionOfList({ ...initialListState, ...state }, []), definition) ? state : null
}

const comparisonKey = ({ filters, sort_field, ascending }: Look): string =>
  JSON.stringify([
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .sort(),
    sort_field,
    ascending,
  ])

const isSameSelection = (a: Look, b: Look): boolean => comparisonKey(a) === comparisonKey(b)

export const differsFromReport = (state: ListState, definition: Look): boolean =>
  !isSameSelection(reportDefinitionOfList(state, []), definition) ||
  state.columns?.join() !== listNamesOf(definition.columns).join()

export const filtersOfDeleted: Readonly<Record<reports.MissingReference, Partial<ListState>>> = {
  campaign: { matchCampaign: undefined },
  organization: { organization: undefined },
  upload: { upload: undefined },
  donor: { donorId: undefined },
}

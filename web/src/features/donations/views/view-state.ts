import type { listViews } from '@twofold/contract'
import { filtersOf, initialListState, type ListState, withoutFilters } from '../list-state.ts'
import { isDay } from '../period/days.ts'

type Look = listViews.ListLook

const anyDay = '1970-01-01'

/** The list as a view keeps it: what it finds, its order, its columns. The page and its size are no part of it. */
export function lookOf(state: ListState, columns: readonly string[]): Look {
  const { period = {} } = state
  return {
    filters: filtersOf({ ...state, period }, anyDay),
    any_date: state.period !== undefined && !period.from && !period.to,
    sort_field: state.sort,
    ascending: state.ascending,
    columns: [...columns],
  }
}

/** What opening a view makes of the list. */
export function stateOfLook({ filters, any_date, sort_field, ascending, columns }: Look): Partial<ListState> {
  const day = (text: string | undefined) => (text !== undefined && isDay(text) ? text : undefined)
  const [from, to] = [day(filters.dateFrom), day(filters.dateTo)]
  return {
    ...withoutFilters,
    status: filters.status,
    company: filters.companyName ?? '',
    donor: filters.donorNameEmail ?? '',
    minAmount: filters.minAmount,
    period: from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : any_date ? {} : undefined,
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
    sort: sort_field,
    ascending,
    columns,
  }
}

const sorted = (look: Look): string =>
  JSON.stringify({
    ...look,
    filters: Object.fromEntries(Object.entries(look.filters).sort(([one], [other]) => (one < other ? -1 : 1))),
  })

/** Whether the list is no longer as the view that it was opened from has it. */
export function isChanged(state: ListState, view: Look): boolean {
  const opened: ListState = { ...initialListState, ...stateOfLook(view) }
  return sorted(lookOf(state, state.columns ?? [])) !== sorted(lookOf(opened, view.columns))
}

/** Filters that ask for what is gone. */
export const goneFilters: Readonly<Record<listViews.GoneThing, Partial<ListState>>> = {
  campaign: { matchCampaign: undefined },
  organization: { organization: undefined },
  upload: { upload: undefined },
  donor: { donorId: undefined },
}

import { type reports, reports as said } from '@twofold/contract'
import type { Errors } from '../../../../shared/form.ts'

export type ReportValues = Readonly<Record<reports.FilteredColumn, string>> & {
  readonly name: string
  readonly scope: reports.ReportScope
  readonly columns: readonly ChosenColumn[]
  readonly from: string
  readonly to: string
  readonly inert: boolean
  readonly status: string
  readonly paymentState: string
  readonly campaign: string
  readonly deadlineWithin: string
  readonly employerKnown: string
  readonly minEstimated: string
  readonly organizationId: string
  /** Id of a directory company, instead of text in its name. */
  readonly companyId: string
  readonly lastDays: string
  readonly ofList: Pick<reports.ReportFilters, ListOnlyFilter>
  readonly sort: string
  readonly ascending: boolean
}

export type ListOnlyFilter = keyof typeof reports.listOnlyFilters

/** A blank heading means the default. */
export type ChosenColumn = { readonly id: string; readonly heading: string }

const firstColumns = ['donated_at', 'users.name', 'companies.name', 'statuses.name', 'amount', 'matched']

export type InitialReport = Pick<reports.Report, 'name' | 'scope'> & reports.ReportDefinition

export const blankReport: InitialReport = {
  name: '',
  scope: 'personal',
  columns: Object.fromEntries(firstColumns.map((id) => [id, ''])),
  filters: { include_inert: 0, date_from: said.anyDateRange.from, date_to: said.anyDateRange.to },
  sort_field: 'donated_at',
  ascending: false,
}

export const listOnlyFilterNames = Object.keys(said.listOnlyFilters) as ListOnlyFilter[]

export function valuesOf({ name, scope, columns, filters, sort_field, ascending }: InitialReport): ReportValues {
  return {
    name,
    scope,
    columns: Object.entries(columns).map(([id, heading]) => ({ id, heading })),
    amount: filters.amount ?? '',
    'users.name': filters['users.name'] ?? '',
    'users.email': filters['users.email'] ?? '',
    'organizations.ein': filters['organizations.ein'] ?? '',
    'companies.name': filters['companies.name'] ?? '',
    'addresses.city': filters['addresses.city'] ?? '',
    'addresses.state': filters['addresses.state'] ?? '',
    from: filters.date_from > said.anyDateRange.from ? filters.date_from : '',
    to: filters.date_to < said.anyDateRange.to ? filters.date_to : '',
    inert: filters.include_inert === 1,
    status: filters.status ?? '',
    paymentState: filters.paymentState ?? '',
    campaign: filters.campaign ?? '',
    deadlineWithin: textOf(filters.deadlineWithin),
    employerKnown: filters.employerKnown ?? '',
    minEstimated: textOf(filters.minEstimated),
    organizationId: textOf(filters.organizationId),
    companyId: textOf(filters.companyId),
    lastDays: textOf(filters.last_days),
    ofList: Object.fromEntries(
      listOnlyFilterNames.filter((name) => filters[name] !== undefined).map((name) => [name, filters[name]]),
    ),
    sort: sort_field,
    ascending,
  }
}

const textOf = (number: number | undefined): string => (number === undefined ? '' : String(number))

export const reportDefinitionOf = (values: ReportValues) => ({
  columns: Object.fromEntries(values.columns.map(({ id, heading }) => [id, heading])),
  filters: {
    ...Object.fromEntries(said.filteredColumns.map((name) => [name, values[name]])),
    include_inert: values.inert ? (1 as const) : (0 as const),
    date_from: values.from || said.anyDateRange.from,
    date_to: values.to || said.anyDateRange.to,
    status: values.status,
    paymentState: values.paymentState,
    campaign: values.campaign,
    deadlineWithin: values.deadlineWithin,
    employerKnown: values.employerKnown,
    minEstimated: values.minEstimated,
    organizationId: values.organizationId,
    companyId: values.companyId,
    last_days: values.lastDays,
    ...values.ofList,
  },
  sort_field: values.sort,
  ascending: values.ascending,
})

export const bodyOf = (values: ReportValues) => ({
  name: values.name,
  scope: values.scope,
  ...reportDefinitionOf(values),
})

export function validateReport(values: ReportValues): Errors<ReportValues> {
  const parsed = said.reportForm.safeParse(bodyOf(values))
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[fieldOf(path.map(String))] ??= message
  return errors as Errors<ReportValues>
}

export function fieldOf([first = 'root', second]: readonly string[]): string {
  if (first !== 'filters' || second === undefined) return first
  return second === 'date_from' || second === 'date_to' ? 'from' : second
}

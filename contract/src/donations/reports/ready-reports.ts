import { pendingStatusIds } from '@twofold/matching'
import type { z } from 'zod'
import type { ReadyReportId } from './ready-report-ids.ts'
import { type ReportDefinition, reportDefinition } from './report-definition.ts'

/** `by` and `measure` define the chart. Reports about received money include external matches, as every screen does. */

type Drawn = {
  readonly by: 'company' | 'campaign' | 'received' | 'deadline'
  readonly measure: 'given' | 'estimated' | 'received'
}

export type ReadyReport = Drawn & {
  readonly name: string
  readonly what: string
  readonly definition: ReportDefinition
}

const ready = (
  name: string,
  what: string,
  drawn: Drawn,
  definition: z.input<typeof reportDefinition>,
): ReadyReport => ({
  name,
  what,
  ...drawn,
  definition: reportDefinition.parse(definition),
})

const bare = (...columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, '']))

const whose = ['users.name', 'users.email', 'companies.name', 'statuses.name']

export const readyReportsById: Readonly<Record<ReadyReportId, ReadyReport>> = {
  'money-at-risk': ready(
    'Deadlines',
    'Open matches with a deadline in the next 60 days, by week.',
    { by: 'deadline', measure: 'estimated' },
    {
      columns: bare('deadline_day', ...whose, 'amount', 'matched'),
      filters: { deadlineWithin: 60 },
      sort_field: 'deadline_day',
      ascending: true,
    },
  ),
  'top-employers': ready(
    'Top employers',
    'Your donors’ employers in our directory, largest possible matches first.',
    { by: 'company', measure: 'estimated' },
    {
      columns: bare('companies.name', 'users.name', 'donated_at', 'statuses.name', 'amount', 'matched', 'received'),
      filters: { employerKnown: 'yes', include_inert: 1 },
      sort_field: 'matched',
    },
  ),
  unclaimed: ready(
    'Open by employer',
    'Open matches by employer. Not yet requested.',
    { by: 'company', measure: 'estimated' },
    {
      columns: bare(...whose, 'donated_at', 'deadline_day', 'amount', 'matched'),
      filters: { status: pendingStatusIds.join(',') },
      sort_field: 'matched',
    },
  ),
  received: ready(
    'Received by month',
    'Money paid by employers, by the month of each match’s last payment.',
    { by: 'received', measure: 'received' },
    {
      columns: bare(
        'received_day',
        'companies.name',
        'users.name',
        'donated_at',
        'amount',
        'received',
        'days_to_payment',
      ),
      filters: { paymentState: 'part_paid,paid', include_inert: 1 },
      sort_field: 'received_day',
    },
  ),
  campaigns: ready(
    'By campaign',
    'Given, estimated, submitted, and received for each campaign.',
    { by: 'campaign', measure: 'given' },
    {
      columns: { 'custom.campaign': 'Campaign', ...bare('donated_at', ...whose, 'amount', 'matched', 'received') },
      filters: { include_inert: 1 },
    },
  ),
}

/** Returns a predefined report restricted to the chosen days. */
export const readyReportDefinition = (
  id: ReadyReportId,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): ReportDefinition => {
  const { definition } = readyReportsById[id]
  return {
    ...definition,
    filters: { ...definition.filters, ...(from ? { date_from: from } : {}), ...(to ? { date_to: to } : {}) },
  }
}

import { reports } from '@twofold/contract'
import { describe, expect, it } from 'vitest'
import { initialListState, type ListState } from '../list-state.ts'
import { differsFromReport, listStateOfReport, reportDefinitionOfList } from './list-as-report.ts'

const every: ListState = {
  ...initialListState,
  status: '7',
  company: 'Mills',
  donor: 'dana',
  minAmount: 25.5,
  period: { from: '2026-01-01', to: '2026-02-01' },
  organization: 2,
  payment: 'paid',
  campaign: 'Spring',
  campaignKnown: 'yes',
  matchCampaign: 3,
  deadlineWithin: 30,
  employerKnown: 'no',
  unconfirmed: 'yes',
  minEstimated: 40,
  withinYear: 'paid',
  unanswered: 'yes',
  upload: 4,
  donorId: 5,
  companyId: 6,
  sort: 'amount',
  ascending: true,
  columns: ['donor_name', 'status', 'organization', 'id', 'custom.table'],
}
const kept = (state: ListState, columns = state.columns ?? ['donor_name']) =>
  reports.reportDefinition.parse(JSON.parse(JSON.stringify(reportDefinitionOfList(state, columns))))

describe('the list and its report', () => {
  it.each([
    ['every filter', every],
    ['the last 90 days', { ...initialListState, columns: ['donor_name'] }],
    ['any date', { ...initialListState, period: {}, columns: ['donor_name'] }],
    ['an open end', { ...initialListState, period: { from: '2026-01-01' }, columns: ['donor_name'] }],
  ])('round-trips the list: %s', (_, state) => {
    const definition = kept(state)
    expect({ ...initialListState, ...listStateOfReport(definition) }).toEqual(state)
    expect(differsFromReport(state, definition)).toBe(false)
    expect(differsFromReport({ ...state, ascending: !state.ascending }, definition)).toBe(true)
    expect(differsFromReport({ ...state, columns: ['amount'] }, definition)).toBe(true)
  })

  it('saves every filter of the list', () => {
    expect(
      Object.keys(every).filter((name) => every[name as keyof ListState] === initialListState[name as keyof ListState]),
    ).toEqual(['page', 'size', 'report', 'formerView'])
  })

  it.each([
    [{ filters: { include_inert: 0 } }],
    [{ filters: { include_inert: 1, 'addresses.city': 'Reno' } }],
    [{ filters: { include_inert: 1, amount: '<5' } }],
    [{ filters: { include_inert: 1, last_days: 30 } }],
    [{ filters: { include_inert: 1 }, sort_field: 'matched' }],
  ])('does not open a report that the list cannot show: %j', (definition) => {
    expect(listStateOfReport(reports.reportDefinition.parse({ columns: { amount: '' }, ...definition }))).toBe(null)
  })

  it('keeps headings and columns that the list does not support', () => {
    const before = { 'addresses.city': 'Town', amount: 'Gift', 'users.name': '' }
    const { columns } = reportDefinitionOfList(initialListState, ['amount', 'status'], before)
    expect(Object.entries(columns)).toEqual([
      ['addresses.city', 'Town'],
      ['amount', 'Gift'],
      ['statuses.name', ''],
    ])
  })
})

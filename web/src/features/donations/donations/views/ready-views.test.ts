import { donations } from '@twofold/contract'
import { expect, it } from 'vitest'
import { filtersOf, initialListState, writeListState } from '../list-state.ts'
import { readListState } from '../read-list-state.ts'
import { isReadyView, readyViews } from './ready-views.ts'

it.each(readyViews.map((view) => [view.name, view.filters] as const))(
  'recognizes %s, by the address and in any order, but not with another filter',
  (_, filters) => {
    const state = readListState(writeListState({ ...initialListState, ...filters, ascending: true, page: 2 }))
    expect(readyViews.filter((view) => isReadyView(state, view.filters))).toHaveLength(1)
    expect(isReadyView(state, filters)).toBe(true)
    expect(isReadyView({ ...state, company: 'Mills' }, filters)).toBe(false)
    expect(donations.donationFilters.safeParse(filtersOf(state, '2026-11-29')).success).toBe(true)
  },
)

it('does not take the plain list for one', () => {
  expect(readyViews.some(({ filters }) => isReadyView(initialListState, filters))).toBe(false)
})

import { expect, test } from 'vitest'
import {
  billableStatusIds,
  findStatus,
  isQuickFilter,
  isStatusId,
  quickFilters,
  statuses,
  statusIds,
  statusOf,
  statusSteps,
} from '../index.ts'

const asc = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

test('contains the 25 statuses of the specification, without 18, 26, and 27', () => {
  expect(asc(statusIds)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 28,
  ])
  expect([0, 18, 26, 27, -1, 1.5, Number.NaN].filter(isStatusId)).toEqual([])
  expect(findStatus(18)).toBeNull()
})

test('each quick filter contains its statuses, and no status is in two filters', () => {
  expect(quickFilters.donor_contacted.statusIds).toEqual([25, 5, 6, 7, 8])
  expect(quickFilters.npo_verify.statusIds).toEqual([3])
  expect(quickFilters.engaged_submitted.statusIds).toEqual([28, 4, 1])
  expect(quickFilters.no_response.statusIds).toEqual([20])
  const counted = Object.values(quickFilters).flatMap(({ statusIds: ids }) => ids)
  expect(new Set(counted).size).toBe(counted.length)
  expect(statusOf(28).group).toBe('engaged_submitted')
  expect(statusOf(22).group).toBeNull()
  expect(isQuickFilter('no_response')).toBe(true)
  expect(isQuickFilter('constructor')).toBe(false)
})

test('twelve statuses are billable, three of them processed', () => {
  expect(asc(billableStatusIds)).toEqual([1, 3, 4, 5, 6, 7, 8, 20, 21, 22, 25, 28])
  expect(asc(statuses.filter(({ billing }) => billing === 'processed').map(({ id }) => id))).toEqual([1, 3, 4])
})

test('names are unique, and every status has a sentence with next steps', () => {
  expect(new Set(statuses.map(({ name }) => name)).size).toBe(statuses.length)
  expect(Object.values(statusSteps).filter((text) => !/^[A-Z].+\.$/.test(text))).toEqual([])
})

import type { statistics } from '@twofold/contract'
import { expect, it } from 'vitest'
import { axisTicks, emptyChartCounts, groups, slotsOf, slotTotalOf, statusFilterOf } from './month-slots.ts'

const bucket = (count: number, sum = count * 10.1): statistics.MatchBucket => ({
  count,
  sum,
  other_sums: {},
  matched: sum,
  other_matched: count > 2 ? { CAD: 0.1 } : {},
})

const month = (day: string, count: number): statistics.ByMonth => ({
  month: day,
  groups: {
    engaged_submitted: bucket(count),
    npo_verify: bucket(0),
    donor_contacted: bucket(1),
    no_response: bucket(0),
    other: bucket(2),
  },
})

it('counts the gifts and open matches when no bar is drawn', () => {
  const none = { ...bucket(2), matched: 0, other_matched: {} }
  const under = (engaged: statistics.MatchBucket) => {
    const { other, ...rest } = month('2026-01-01', 0).groups
    return [{ month: '2026-01-01', groups: { ...rest, donor_contacted: bucket(0), engaged_submitted: engaged, other } }]
  }
  expect(emptyChartCounts(under(bucket(0)), 'count')).toEqual({ gifts: 2, inProgress: 0 })
  expect(emptyChartCounts(under(none), 'matched')).toEqual({ gifts: 4, inProgress: 2 })
  expect(emptyChartCounts(under(none), 'count')).toBeNull()
  expect(emptyChartCounts(under({ ...none, other_matched: { CAD: 1 } }), 'matched')).toBeNull()
  expect(emptyChartCounts([month('2026-01-01', 3)], 'matched')).toBeNull()
})

it('draws every month of the period, including empty ones, clipped to its days', () => {
  const slots = slotsOf([month('2026-01-01', 3), month('2026-03-01', 4)], { from: '2026-01-10', to: '2026-04-02' })
  expect(slots.map(({ label, from, to }) => [label, from, to])).toEqual([
    ['Jan 2026', '2026-01-10', '2026-01-31'],
    ['Feb 2026', '2026-02-01', '2026-02-28'],
    ['Mar 2026', '2026-03-01', '2026-03-31'],
    ['Apr 2026', '2026-04-01', '2026-04-02'],
  ])
  expect(slots.map((slot) => slotTotalOf(slot).count)).toEqual([6, 0, 7, 0])
  expect(slots.map((slot) => slotTotalOf(slot).sum)).toEqual([60.6, 0, 70.7, 0])
  expect(slots[2] && slotTotalOf(slots[2]).other_matched).toEqual({ CAD: 0.1 })
})

it('draws quarters when months do not fit', () => {
  const months = [month('2025-12-01', 1), month('2026-01-01', 2), month('2026-03-01', 3), month('2026-11-01', 4)]
  const slots = slotsOf(months, { from: '2025-12-05', to: '2026-11-20' }, 9)
  expect(slots.map(({ label, from, to }) => [label, from, to])).toEqual([
    ['Q4 2025', '2025-12-05', '2025-12-31'],
    ['Q1 2026', '2026-01-01', '2026-03-31'],
    ['Q2 2026', '2026-04-01', '2026-06-30'],
    ['Q3 2026', '2026-07-01', '2026-09-30'],
    ['Q4 2026', '2026-10-01', '2026-11-20'],
  ])
  expect(slots.map((slot) => slotTotalOf(slot).count)).toEqual([4, 11, 0, 0, 7])
})

it('counts every gift once for any number of bars', () => {
  const months = [month('2019-02-01', 1), month('2021-12-01', 2), month('2026-03-01', 3)]
  for (const atMost of [1, 3, 8, 24, 40, 100]) {
    const slots = slotsOf(months, { from: '2019-01-01', to: '2026-12-31' }, atMost)
    expect(slots.reduce((sum, slot) => sum + slotTotalOf(slot).count, 0)).toBe(15)
  }
})

it('draws years when there are too many months, and starts at the first gift', () => {
  const months = [month('2023-11-01', 1), month('2024-02-01', 2), month('2026-01-01', 3)]
  const slots = slotsOf(months, { from: '1990-01-01', to: '2026-01-20' }, 9)
  expect(slots.map(({ label, from, to }) => [label, from, to])).toEqual([
    ['2023', '2023-01-01', '2023-12-31'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['2025', '2025-01-01', '2025-12-31'],
    ['2026', '2026-01-01', '2026-01-20'],
  ])
  expect(slots.reduce((sum, slot) => sum + slotTotalOf(slot).count, 0)).toBe(1 + 2 + 3 + 9)
  expect(slotsOf([month('2026-01-01', 1)], { from: '1990-01-01', to: '2026-01-20' }).map(({ label }) => label)).toEqual(
    ['Jan 2026'],
  )
})

it('draws nothing without gifts', () => {
  expect(slotsOf([], { from: '2026-01-01', to: '2026-02-01' })).toEqual([])
})

it('links every bar part to a list filter', () => {
  expect(groups.map(statusFilterOf).slice(0, 4)).toEqual([
    'engaged_submitted',
    'npo_verify',
    'donor_contacted',
    'no_response',
  ])
  expect(statusFilterOf('other').split(',')).toContain('21')
  expect(statusFilterOf('other').length).toBeLessThan(200)
})

it.each([
  [0, false, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [1, true, [0, 1]],
  [17, true, [0, 5, 10, 15, 20]],
  [1234.5, false, [0, 500, 1000, 1500]],
  [0.03, false, [0, 0.01, 0.02, 0.03]],
  [Number.NaN, false, [0, 1]],
])('scales to %s with round marks', (highest, whole, marks) => {
  expect(axisTicks(highest, whole)).toEqual(marks)
})

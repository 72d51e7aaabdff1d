import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  detectSeries,
  hasSeriesEnded,
  instalmentsOfYear,
  judgeHold,
  type RecurringMatch,
  type SeriesGift,
} from './index.ts'

const gifts = (days: readonly string[], amountCents = 2_500, recurringId?: string): SeriesGift[] =>
  days.map((day, index) => ({ id: index + 1, donatedAt: `${day} 06:00:00`, amountCents, recurringId }))

describe('finding series', () => {
  test.each<[string, readonly string[], string | null]>([
    ['the 15th of each month', ['2026-01-15', '2026-02-15', '2026-03-15', '2026-04-15'], 'monthly'],
    ['month ends', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'], 'monthly'],
    ['every Friday', ['2026-04-03', '2026-04-10', '2026-04-17'], 'weekly'],
    ['every second week', ['2026-04-03', '2026-04-17', '2026-05-01'], 'fortnightly'],
    ['quarters', ['2026-01-01', '2026-04-01', '2026-07-01'], 'quarterly'],
    ['two alike', ['2026-01-15', '2026-02-15'], null],
    ['uneven', ['2026-01-15', '2026-01-19', '2026-03-01', '2026-07-04'], null],
  ])('%s', (_case, days, cadence) => {
    expect(detectSeries(gifts(days))[0]?.cadence ?? null).toBe(cadence)
  })

  test('other amounts and a one-off of the same amount do not disturb a series', () => {
    const monthly = gifts(['2026-01-15', '2026-02-15', '2026-03-15'])
    const others = [
      { id: 90, donatedAt: '2026-02-01', amountCents: 2_500 },
      { id: 91, donatedAt: '2026-02-02', amountCents: 9_900 },
    ]
    expect(detectSeries([...others, ...monthly]).map((series) => series.gifts.map(({ id }) => id))).toEqual([[1, 2, 3]])
  })

  test('a named series is one from its first gift, whatever the amounts', () => {
    const [series] = detectSeries(gifts(['2026-01-15'], 1_000, 'sub_1'))
    expect(series).toMatchObject({ key: 'sub_1', cadence: null, nextDay: null })
    const raised = [
      ...gifts(['2026-01-15'], 1_000, 's'),
      { id: 9, donatedAt: '2026-02-14', amountCents: 2_000, recurringId: 's' },
    ]
    expect(detectSeries(raised)).toMatchObject([{ key: 's', cadence: 'monthly', nextDay: '2026-03-16' }])
  })

  test('the order of the list changes nothing, no gift is in two series, and no text throws', () => {
    const any = fc.array(
      fc.record({
        donatedAt: fc.oneof(
          fc.integer({ min: 1, max: 365 }).map((n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)),
          fc.string(),
        ),
        amountCents: fc.constantFrom(1_000, 2_500),
        recurringId: fc.option(fc.constantFrom('a', '__proto__')),
      }),
      { maxLength: 25 },
    )
    const withIds = any.map((all) => all.map((gift, index) => ({ ...gift, id: index })))
    const orders = withIds.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    const keyed = (all: readonly SeriesGift[]) =>
      detectSeries(all)
        .map(({ key, gifts: members }) => `${key}: ${members.map(({ id }) => id)}`)
        .sort()
    fc.assert(
      fc.property(orders, ([all, others]) => {
        expect(keyed(others)).toEqual(keyed(all))
        const ids = detectSeries(all).flatMap(({ gifts: members }) => members.map(({ id }) => id))
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  test('a series has ended when two instalments are missing', () => {
    const [series] = detectSeries(gifts(['2026-01-15', '2026-02-15', '2026-03-15']))
    if (!series) throw new Error('no series')
    expect(hasSeriesEnded(series, '2026-05-10')).toBe(false)
    expect(hasSeriesEnded(series, '2026-06-15')).toBe(true)
  })

  test('a match takes the instalments of its policy year', () => {
    const [series] = detectSeries(gifts(['2026-05-15', '2026-06-15', '2026-07-15', '2026-08-15']))
    if (!series) throw new Error('no series')
    expect(instalmentsOfYear(series, '2026-08-15', '07-01').map(({ id }) => id)).toEqual([3, 4])
    expect(instalmentsOfYear(series, '2026-08-15', '01-01')).toHaveLength(4)
  })
})

describe('how long a match collects', () => {
  const terms = { deadlineRule: 'year_end+31', timeZone: 'America/New_York', policyYearStart: '01-01' }
  const series: RecurringMatch = {
    instalments: gifts(['2026-01-15', '2026-02-15']),
    hasEnded: false,
    isReleased: false,
  }
  const spring = new Date('2026-04-01T12:00:00Z')
  const isHeld = (change: Partial<RecurringMatch>, now = spring, isFull = false, rule = terms.deadlineRule) =>
    judgeHold({ ...terms, deadlineRule: rule }, { ...series, ...change }, isFull, now).isHeld

  test.each<[string, boolean]>([
    ['in the middle of the year it waits', isHeld({})],
    ['46 days before the deadline it waits', isHeld({}, new Date('2026-12-15T12:00:00Z'))],
  ])('%s', (_case, held) => {
    expect(held).toBe(true)
  })

  test.each<[string, boolean]>([
    ['staff press Submit for Match', isHeld({ isReleased: true })],
    ['the series ends', isHeld({ hasEnded: true })],
    ["the year's maximum is reached", isHeld({}, spring, true)],
    ['45 days before the deadline', isHeld({}, new Date('2026-12-18T12:00:00Z'))],
    [
      '45 days before the earliest of several deadlines',
      isHeld({}, new Date('2026-03-02T12:00:00Z'), false, 'days:90'),
    ],
    ['the policy year is over and no deadline is known', isHeld({}, new Date('2027-01-01T12:00:00Z'), false, '')],
  ])('%s: it is requested', (_case, held) => {
    expect(held).toBe(false)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  detectSeries,
  evaluateHold,
  hasSeriesEnded,
  joinsMatch,
  type RecurringMatch,
  type SeriesDonation,
  type StatusId,
} from '../index.ts'

const gifts = (
  days: readonly string[],
  amountCents = 2_500,
  recurringId?: string,
  frequency?: string,
): SeriesDonation[] =>
  days.map((day, index) => ({ id: index + 1, donatedAt: `${day} 06:00:00`, amountCents, recurringId, frequency }))

describe('detecting series', () => {
  test.each<[string, string, readonly string[], readonly (readonly number[])[]]>([
    ['the 15th of each month', 'Monthly', ['2026-01-15', '2026-02-15', '2026-03-15', '2026-04-15'], [[1, 2, 3, 4]]],
    ['month ends', 'monthly', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'], [[1, 2, 3, 4]]],
    ['every Friday', 'Weekly', ['2026-04-03', '2026-04-10', '2026-04-17'], [[1, 2, 3]]],
    ['every second week', 'bi-weekly', ['2026-04-03', '2026-04-17', '2026-05-01'], [[1, 2, 3]]],
    ['quarters', 'every 3 months', ['2026-01-01', '2026-04-01', '2026-07-01'], [[1, 2, 3]]],
    ['years', 'Annual', ['2025-03-01', '2026-03-02'], [[1, 2]]],
    ['the first of a series', 'Monthly', ['2026-01-15'], [[1]]],
    ['one instalment is missing', 'Monthly', ['2026-01-15', '2026-03-15', '2026-04-15'], [[1, 2, 3]]],
    [
      'two series of the same amount',
      'Monthly',
      ['2026-01-01', '2026-01-15', '2026-02-01', '2026-02-15'],
      [
        [1, 3],
        [2, 4],
      ],
    ],
    ['equal gifts without such a word', '', ['2026-01-15', '2026-02-15', '2026-03-15'], []],
    ['equal gifts that are called one-time', 'One-Time', ['2026-01-15', '2026-02-15', '2026-03-15'], []],
  ])('%s', (_case, frequency, days, ids) => {
    const series = detectSeries(gifts(days, 2_500, undefined, frequency))
    expect(series.map((series) => series.gifts.map(({ id }) => id))).toEqual(ids)
  })

  test('a named series starts with its first gift, regardless of the amounts', () => {
    const [series] = detectSeries(gifts(['2026-01-15'], 1_000, 'sub_1'))
    expect(series).toMatchObject({ cadence: null })
    const raised = [
      ...gifts(['2026-01-15'], 1_000, 's'),
      { id: 9, donatedAt: '2026-02-14', amountCents: 2_000, recurringId: 's' },
    ]
    expect(detectSeries(raised)).toMatchObject([{ cadence: 'monthly' }])
  })

  test('the order of the list does not matter, no gift is in two series, and no text throws', () => {
    const any = fc.array(
      fc.record({
        donatedAt: fc.oneof(
          fc.integer({ min: 1, max: 365 }).map((n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)),
          fc.string(),
        ),
        amountCents: fc.constantFrom(1_000, 2_500),
        recurringId: fc.option(fc.constantFrom('a', '__proto__')),
        frequency: fc.option(fc.oneof(fc.constantFrom('Monthly', 'weekly', 'once'), fc.string())),
      }),
      { maxLength: 25 },
    )
    const withIds = any.map((all) => all.map((gift, index) => ({ ...gift, id: index })))
    const orders = withIds.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    const keyed = (all: readonly SeriesDonation[]) =>
      detectSeries(all)
        .map(({ cadence, gifts: members }) => `${cadence}: ${members.map(({ id }) => id)}`)
        .sort()
    fc.assert(
      fc.property(orders, ([all, others]) => {
        expect(keyed(others)).toEqual(keyed(all))
        const ids = detectSeries(all).flatMap(({ gifts: members }) => members.map(({ id }) => id))
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  test('a series ends when two installments are missing', () => {
    const [series] = detectSeries(gifts(['2026-01-15', '2026-02-15', '2026-03-15'], 2_500, 's'))
    if (!series) throw new Error('no series')
    expect(hasSeriesEnded(series, '2026-05-10')).toBe(false)
    expect(hasSeriesEnded(series, '2026-06-15')).toBe(true)
  })
})

describe('which match an installment joins', () => {
  test.each<[string, StatusId, string, boolean]>([
    ['one that collects', 22, '2026-07-15', true],
    ['one that was released, given before that: it came in a later file', 7, '2026-03-15', true],
    ['one that was released, given after that', 7, '2026-07-15', false],
    ['one below the minimum, given before that', 10, '2026-03-15', true],
    ['one that the donor has acted on', 28, '2026-03-15', false],
    ['one that is submitted', 4, '2026-03-15', false],
    ['one that is declined', 21, '2026-03-15', false],
  ])('%s', (_case, statusId, day, joins) => {
    expect(joinsMatch({ statusId, changedDay: '2026-06-20' }, day)).toBe(joins)
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
    evaluateHold({ ...terms, deadlineRule: rule }, { ...series, ...change }, isFull, now).isHeld

  test.each<[string, boolean]>([
    ['in the middle of the year it waits', isHeld({})],
    ['46 days before the deadline it waits', isHeld({}, new Date('2026-12-15T12:00:00Z'))],
  ])('%s', (_case, expectedHold) => {
    expect(expectedHold).toBe(true)
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
  ])('%s: the match is requested', (_case, held) => {
    expect(held).toBe(false)
  })
})

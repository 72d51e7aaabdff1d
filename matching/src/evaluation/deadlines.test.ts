import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAt, deadlineOf, isDeadlineRule, policyYearOf, readDay } from '../index.ts'

const zone = 'America/New_York'
const lastDay = (deadlineRule: string | null, gift: string): string | null =>
  deadlineOf({ deadlineRule, timeZone: zone }, gift)?.day ?? null

test.each([
  ['days:30', '2026-11-20', '2026-12-20'],
  ['days:365', '2024-02-29', '2025-02-28'],
  ['days:0', '2026-11-20', '2026-11-20'],
  ['months:6', '2026-08-31', '2027-02-28'],
  ['months:6', '2027-08-31', '2028-02-29'],
  ['months:12', '2024-02-29', '2025-02-28'],
  ['year_end', '2026-01-01', '2026-12-31'],
  ['year_end', '2026-12-31 23:59:59', '2026-12-31'],
  ['year_end+31', '2026-06-01', '2027-01-31'],
  ['year_end+59', '2026-06-01', '2027-02-28'],
  ['year_end+60', '2026-06-01', '2027-03-01'],
  ['year_end+60', '2027-06-01', '2028-02-29'],
  ['fiscal_year_end:06-30+30', '2026-06-30', '2026-07-30'],
  ['fiscal_year_end:06-30+30', '2026-07-01', '2027-07-30'],
  ['fiscal_year_end:09-30', '2026-01-15', '2026-09-30'],
  ['fiscal_year_end:02-29+1', '2026-01-15', '2026-03-01'],
  ['date:12-15', '2026-03-01', '2026-12-15'],
  ['date:12-15', '2026-12-15', '2026-12-15'],
  ['date:12-15', '2026-12-20', '2027-12-15'],
  ['date:02-29', '2027-03-01', '2028-02-29'],
  ['quarter_end', '2026-01-01', '2026-03-31'],
  ['quarter_end', '2026-06-30', '2026-06-30'],
  ['quarter_end+15', '2026-07-01', '2026-10-15'],
  ['quarter_end+30', '2026-12-20', '2027-01-30'],
  ['date:02-29', '2027-01-10', '2027-02-28'],
  ['window:2026-12-31', '2025-03-01', '2026-12-31'],
  ['', '2026-03-01', null],
  [null, '2026-03-01', null],
  ['whenever', '2026-03-01', null],
  ['days:-5', '2026-03-01', null],
  ['date:13-01', '2026-03-01', null],
  ['window:2026-02-30', '2026-03-01', null],
  ['days:30', '2026-02-30', null],
  ['days:30', 'yesterday', null],
  ['days:30', '', null],
])('%s: a gift of %s may be matched until %s', (rule, gift, day) => {
  expect(lastDay(rule, gift)).toBe(day)
})

describe('the end of a day', () => {
  test.each([
    ['America/New_York', '2026-12-31', '2027-01-01T04:59:59.999Z'],
    ['America/Los_Angeles', '2026-12-31', '2027-01-01T07:59:59.999Z'],
    ['Asia/Tokyo', '2026-12-31', '2026-12-31T14:59:59.999Z'],
    ['America/St_Johns', '2026-12-31', '2027-01-01T03:29:59.999Z'],
    ['Asia/Kathmandu', '2026-12-31', '2026-12-31T18:14:59.999Z'],
    ['Pacific/Kiritimati', '2026-12-31', '2026-12-31T09:59:59.999Z'],
    ['America/New_York', '2027-03-13', '2027-03-14T04:59:59.999Z'],
    ['America/New_York', '2027-03-14', '2027-03-15T03:59:59.999Z'],
    ['America/New_York', '2027-11-06', '2027-11-07T03:59:59.999Z'],
    ['America/New_York', '2027-11-07', '2027-11-08T04:59:59.999Z'],
    ['America/Sao_Paulo', '2018-11-03', '2018-11-04T02:59:59.999Z'],
    ['Nowhere/Atlantis', '2026-12-31', '2027-01-01T04:59:59.999Z'],
    ['', '2026-12-31', '2027-01-01T04:59:59.999Z'],
  ])('in %s %s ends at %s', (timeZone, day, instant) => {
    expect(deadlineOf({ deadlineRule: 'days:0', timeZone }, day)?.at.toISOString()).toBe(instant)
  })

  test('is in local time on both sides of a clock change', () => {
    const now = new Date('2026-03-09T03:30:00Z')
    const zones = ['America/St_Johns', 'America/New_York', 'America/Phoenix']
    expect(zones.map((zone) => dayAt(now, zone))).toEqual(['2026-03-09', '2026-03-08', '2026-03-08'])
    const inNewYork = (at: string) => dayAt(new Date(at), 'America/New_York')
    expect(['2027-03-14T04:59:59Z', '2027-03-14T05:00:00Z'].map(inNewYork)).toEqual(['2027-03-13', '2027-03-14'])
    expect(['2027-03-15T03:59:59Z', '2027-03-15T04:00:00Z'].map(inNewYork)).toEqual(['2027-03-14', '2027-03-15'])
  })

  test('is the last millisecond of the day in every zone and season', () => {
    const zones = fc.constantFrom('America/New_York', 'America/St_Johns', 'Europe/London', 'Australia/Lord_Howe', 'UTC')
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 20_000 }), (timeZone, days) => {
        const day = new Date(Date.UTC(1990, 0, 1 + days)).toISOString().slice(0, 10)
        const at = deadlineOf({ deadlineRule: 'days:0', timeZone }, day)?.at ?? new Date(Number.NaN)
        expect(dayAt(at, timeZone)).toBe(day)
        expect(dayAt(new Date(at.getTime() + 1), timeZone)).not.toBe(day)
      }),
      { numRuns: 300 },
    )
  })
})

test('a later gift never has an earlier deadline', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 900 }), (days, more) => {
      const gift = '2026-02-28'
      const [first, second] = [lastDay(`days:${days}`, gift) ?? '', lastDay(`days:${days + more}`, gift) ?? '']
      expect(first <= second).toBe(true)
      expect(first >= gift).toBe(true)
    }),
  )
})

test('no rule, zone or day throws', () => {
  const parts = fc.constantFrom(
    'days:',
    'months:',
    'year_end',
    '+',
    'date:',
    'window:',
    '9999',
    '02-29',
    '2999-12-31',
    '-',
  )
  const rule = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 4 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(rule, fc.string(), fc.oneof(fc.string(), fc.constant('2999-12-31')), (deadlineRule, timeZone, day) => {
      const deadline = deadlineOf({ deadlineRule, timeZone }, day)
      expect(deadline === null || !Number.isNaN(deadline.at.getTime())).toBe(true)
      void isDeadlineRule(deadlineRule)
    }),
  )
})

test('the policy year contains the gift', () => {
  expect(policyYearOf('2026-04-15', '01-01')).toEqual({ firstDay: '2026-01-01', lastDay: '2026-12-31' })
  expect(policyYearOf('2026-04-15', '07-01')).toEqual({ firstDay: '2025-07-01', lastDay: '2026-06-30' })
  expect(policyYearOf('2026-07-01 00:00:00', '07-01')).toEqual({ firstDay: '2026-07-01', lastDay: '2027-06-30' })
  expect(policyYearOf('2027-02-28', '02-29')).toEqual({ firstDay: '2027-02-28', lastDay: '2028-02-28' })
  expect(policyYearOf('2026-04-15', 'nonsense')).toEqual({ firstDay: '2026-01-01', lastDay: '2026-12-31' })
  expect(policyYearOf('nonsense', '01-01')).toBeNull()
})

test('rejects a day that does not exist', () => {
  expect(
    ['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '0026-01-01', '2026-1-1', '2026-01-011'].map(readDay),
  ).toEqual(Array.from({ length: 7 }, () => null))
  expect(readDay('1970-01-02T03:04:05Z')).toBe(1)
})

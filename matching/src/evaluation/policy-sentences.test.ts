import { expect, test } from 'vitest'
import { formatDeadline, type Policy, policyLevel, policySentences } from '../index.ts'
import { samplePolicy } from './samples.testing.ts'

const unknown: Policy = {
  ...samplePolicy,
  ratio: null,
  minAmountCents: null,
  maxPerGiftCents: null,
  maxPerYearCents: null,
  maxLifetimeCents: null,
  method: null,
  platform: null,
}

test.each<[string, Policy | null, string]>([
  ['a ratio is a rule', { ...unknown, ratio: '1:1' }, 'rules'],
  ['a step of a ratio is a rule', { ...unknown, ratioTiers: [{ ratio: '2:1', upToCents: 50_000 }] }, 'rules'],
  ['no limit is a rule too', { ...unknown, maxPerYearCents: 0 }, 'rules'],
  ['a deadline alone tells nothing of what is matched', { ...unknown, deadlineRule: 'days:90' }, 'program'],
  ['a program of which nothing is known', unknown, 'program'],
  [
    'a program for directors is none for employees',
    { ...samplePolicy, eligibleEmployees: ['board members'] },
    'unconfirmed',
  ],
  ['a source that says no', { ...unknown, program: 'no' }, 'none'],
  ['nobody knows', { ...unknown, program: 'unknown' }, 'unconfirmed'],
  ['no entry at all', null, 'unconfirmed'],
])('level of knowledge, %s', (_case, policy, level) => {
  expect(policyLevel(policy)).toBe(level)
})

const textsOf = (policy: Policy | null) => policySentences('Contoso', policy).map(({ text }) => text)

test('describes a policy in sentences and omits unknown facts', () => {
  expect(
    textsOf({
      ...unknown,
      ratio: '1:1',
      minAmountCents: 2_500,
      maxPerYearCents: 500_000,
      eligibleEmployees: ['full-time', 'retirees (0.5:1, 2000 cap)'],
      excludedNonprofits: ['religious', 'political'],
      giftKinds: ['in_kind'],
      deadlineRule: 'year_end+31',
      method: 'contact',
    }),
  ).toEqual([
    'Contoso matches employee gifts 1:1, from $25 up to $5,000 a year.',
    'Eligible: full-time and retirees (0.5:1, up to $2,000).',
    'Excluded: religious, political.',
    'Also matched: in-kind gifts.',
    'The match must be requested by January 31 of the year after the gift.',
    'The donor writes to Contoso about the gift.',
  ])
  expect(textsOf(unknown)).toEqual(['Contoso has a matching program, but we don’t know its rules yet.'])
  expect(textsOf({ ...unknown, program: 'no' })).toEqual(['Contoso has no matching program.'])
  expect(textsOf(null)).toEqual(['We don’t know yet whether Contoso matches gifts.'])
})

test('describes steps, exceptions, and maximums with the people they apply to', () => {
  expect(
    textsOf({
      ...unknown,
      ratioTiers: [{ ratio: '1:1' }, { ratio: '2:1', upToCents: 50_000 }],
      tiersRunThrough: 'year',
      maxPerGiftCents: 100_000,
      maxPerYearCents: 750_000,
      maxLifetimeCents: 2_000_000,
      maximumBasis: 'gift',
      exceptions: [{ employeeType: 'retirees', ratio: '.5:1', maxPerYearCents: 100_000 }],
    }),
  ).toEqual([
    'Contoso matches employee gifts 2:1 up to $500 a year, then 1:1, up to $1,000 per gift, $7,500 a year, and $20,000 in all of each person’s gifts.',
    'Exceptions: retirees: 0.5:1, up to $1,000 a year.',
  ])
})

test('does not present a program for directors as one for employees', () => {
  expect(textsOf({ ...samplePolicy, eligibleEmployees: ['board members (25000 cap)', 'trustees'] })).toEqual([
    'Contoso is known to match gifts only from its board members and trustees, not from other employees.',
  ])
})

test.each([
  ['days:90', 'within 90 days of the gift'],
  ['days:1', 'within 1 day of the gift'],
  ['days:365', 'within a year of the gift'],
  ['months:6', 'within 6 months of the gift'],
  ['year_end', 'by December 31 of the year of the gift'],
  ['year_end+59', 'by February 28 of the year after the gift'],
  ['quarter_end+30', 'within 30 days after the quarter of the gift ends'],
  ['quarter_end', 'by the last day of the quarter of the gift'],
  ['fiscal_year_end:06-30+60', 'within 60 days after the company’s year ends on June 30'],
  ['fiscal_year_end:06-30', 'by June 30, the end of its year'],
  ['date:12-15', 'by the next December 15 after the gift'],
  ['window:2026-06-30', 'by June 30, 2026'],
  ['date:13-40', ''],
  ['whenever', ''],
  [null, ''],
])('the deadline %s reads: %s', (rule, words) => {
  expect(formatDeadline(rule)).toBe(words)
})

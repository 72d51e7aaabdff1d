import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EstimateInput, estimate, type Policy } from '../index.ts'
import { sampleCampaign, sampleInput, samplePolicy } from './samples.testing.ts'

const estimateWith = (policy: Partial<Policy>, amountCents: number, more: Partial<EstimateInput> = {}) =>
  estimate({ amountCents, currency: 'USD', policy: { ...samplePolicy, ...policy }, campaign: null, ...more })

test.each([
  [3_800, '.5:1', 0.7224, 1_900],
  [3_801, '.5:1', 0.7225, 1_900],
  [3_803, '.5:1', 0.7225, 1_902],
  [3_333, '1.5:1', 0.7131, 5_000],
])(
  'rounds once, half to even, after exact conversion and ratio (CA%d cents at %s)',
  (amountCents, ratio, rate, cents) => {
    const policy = { ...samplePolicy, ratio }
    const exchangeRate = { rate, asOf: '2026-11-20' }
    expect(estimate({ amountCents, currency: 'CAD', policy, campaign: null, exchangeRate }).cents).toBe(cents)
  },
)

describe('a policy leaflet: dollars given, dollars matched', () => {
  test.each<[string, Partial<Policy>, number, number]>([
    ['1:1', {}, 50, 50],
    ['2:1', { ratio: '2:1' }, 50, 100],
    ['half of the gift', { ratio: '.5:1' }, 50, 25],
    ['1:1 from $25: a gift of $24.99', { minAmountCents: 2_500 }, 24.99, 0],
    ['1:1 from $25: a gift of $25', { minAmountCents: 2_500 }, 25, 25],
    ['at most $1,000 a gift', { maxPerGiftCents: 100_000 }, 2_500, 1_000],
    ['2:1, at most $1,000 a gift', { ratio: '2:1', maxPerGiftCents: 100_000 }, 600, 1_000],
    ['at most $5,000 a year', { maxPerYearCents: 500_000 }, 8_000, 5_000],
    ['a maximum of 0 is none', { maxPerYearCents: 0, maxPerGiftCents: 0, maxLifetimeCents: 0 }, 8_000, 8_000],
    [
      'the least of three maxima',
      { maxPerGiftCents: 300_000, maxPerYearCents: 200_000, maxLifetimeCents: 900_000 },
      8_000,
      2_000,
    ],
    [
      '2:1 on the first $1,000, then 1:1',
      {
        ratioTiers: [
          { ratio: '1:1', upToCents: null },
          { ratio: '2:1', upToCents: 100_000 },
        ],
      },
      1_500,
      2_500,
    ],
    ['2:1 on the first $1,000 and nothing more', { ratioTiers: [{ ratio: '2:1', upToCents: 100_000 }] }, 1_500, 2_000],
    ['a tier that cannot be read leaves the plain ratio', { ratio: '1:1', ratioTiers: [{ ratio: '2 for 1' }] }, 10, 10],
  ])('%s', (_leaflet, policy, dollars, matched) => {
    expect(estimateWith(policy, Math.round(dollars * 100)).cents).toBe(matched * 100)
  })
})

test.each<[string, number, number, number]>([
  ['nothing used yet', 0, 0, 500_000],
  ['$4,000 of the year used', 400_000, 400_000, 100_000],
  ['the year used up', 500_000, 500_000, 0],
  ['more used than allowed', 900_000, 900_000, 0],
  ['$19,500 of the lifetime used', 0, 1_950_000, 50_000],
])('$5,000 a year and $20,000 in all, a gift of $8,000, %s', (_case, yearCents, lifetimeCents, cents) => {
  const policy = { maxPerYearCents: 500_000, maxLifetimeCents: 2_000_000 }
  expect(estimateWith(policy, 800_000, { used: { yearCents, lifetimeCents } }).cents).toBe(cents)
})

describe('choice of the ratio', () => {
  const policy: Partial<Policy> = {
    ratio: '1:1',
    ratioTiers: [
      { ratio: '.5:1', employeeType: 'retirees' },
      { ratio: '3:1', category: 'colleges and universities' },
    ],
  }
  const college = { ...sampleInput.organization, categories: ['Colleges'] }

  test.each<[string, Partial<EstimateInput>, number]>([
    ["the policy's for everybody else", {}, 10_000],
    ['by employee type', { employment: 'retired' }, 5_000],
    ['by category', { organization: college }, 30_000],
    ['by employee type before category', { organization: college, employment: 'retired' }, 5_000],
    [
      "the campaign's before all",
      { employment: 'retired', campaign: { ...sampleCampaign, matchRatio: '2:1' } },
      20_000,
    ],
    ["not a campaign's blank one", { employment: 'retired', campaign: sampleCampaign }, 5_000],
  ])('%s', (_case, more, cents) => {
    expect(estimateWith(policy, 10_000, more).cents).toBe(cents)
  })

  test('applies the ratio in a token’s qualifier', () => {
    const noted = { eligibleEmployees: ['employees', 'retirees (0.5:1)'] }
    expect(estimateWith(noted, 10_000, { employment: 'retired' }).cents).toBe(5_000)
    expect(estimateWith(noted, 10_000).cents).toBe(10_000)
  })
})

test('a campaign replaces minimum and maximum per gift, but not the yearly maximum', () => {
  const policy = { minAmountCents: 5_000, maxPerGiftCents: 10_000, maxPerYearCents: 40_000 }
  const campaign = { ...sampleCampaign, minAmountCents: 1_000, maxAmountCents: 30_000 }
  expect(estimateWith(policy, 2_000, { campaign }).cents).toBe(2_000)
  expect(estimateWith(policy, 90_000, { campaign }).cents).toBe(30_000)
  expect(estimateWith(policy, 90_000, { campaign: sampleCampaign }).cents).toBe(40_000)
})

describe('certainty of the estimate', () => {
  test('is certain if ratio and currency are known and the source states no yearly maximum', () => {
    expect(estimateWith({}, 5_000).isCertain).toBe(true)
    expect(estimateWith({ maxPerGiftCents: 1_000 }, 5_000).isCertain).toBe(true)
  })

  test('is "up to" if the rest of a maximum is a guess or the maximum is unknown', () => {
    expect(estimateWith({ maxPerYearCents: 1_000_000 }, 5_000).isCertain).toBe(false)
    expect(estimateWith({ maxLifetimeCents: 1_000_000 }, 5_000).isCertain).toBe(false)
    const unknown = estimateWith({ maxPerYearCents: null }, 200_000)
    expect(unknown).toMatchObject({ cents: 200_000, isKnown: true, isCertain: false })
    expect(unknown.trace).toContain('This is the maximum. Contoso’s yearly limit is unknown.')
  })

  test('promises no amount if the ratio is unknown, and no sentence contains one', () => {
    const { cents, isKnown, isCertain, trace } = estimateWith({ ratio: null, maxPerYearCents: null }, 5_000)
    expect({ cents, isKnown, isCertain }).toEqual({ cents: 0, isKnown: false, isCertain: false })
    expect(trace).toEqual(['Contoso’s match ratio is unknown, so we can’t estimate the match; this gift is $50.'])
  })

  test('promises no amount across currencies without a rate, and is uncertain with one', () => {
    expect(estimateWith({ currency: 'CAD' }, 5_000)).toMatchObject({ cents: 0, isKnown: false, isBelowMinimum: false })
    const rated = estimateWith({ currency: 'CAD' }, 5_000, { exchangeRate: { rate: 1.4, asOf: '2026-01-01' } })
    expect(rated).toMatchObject({ cents: 5_000, isKnown: true, isCertain: false })
    expect(rated.trace[0]).toBe('The gift of $50 counts as CA$70, at a rate of 1.4 from January 1, 2026.')
  })
})

describe('maximums by person, by basis, and through the year', () => {
  test('"retirees (5000 cap)" applies only to retirees', () => {
    const policy: Partial<Policy> = {
      maxPerYearCents: 1_000_000,
      eligibleEmployees: ['employees', 'retirees (5000 cap)'],
    }
    expect(estimateWith(policy, 800_000, { employment: 'retired' }).cents).toBe(500_000)
    expect(estimateWith(policy, 800_000).cents).toBe(800_000)
  })

  test('applies ratio and cap of one qualifier: "board members (1:1, 25000 cap)"', () => {
    const policy: Partial<Policy> = { ratio: '2:1', eligibleEmployees: ['full-time', 'board members (1:1, 25000 cap)'] }
    expect(estimateWith(policy, 3_000_000, { employment: 'board' }).cents).toBe(2_500_000)
    expect(estimateWith(policy, 100_000).cents).toBe(200_000)
  })

  test('"colleges and universities (5000 cap)" applies to colleges', () => {
    const policy: Partial<Policy> = {
      eligibleNonprofits: ['501(c)(3) organizations', 'colleges and universities (5000 cap)'],
    }
    const college = { ...sampleInput.organization, categories: ['Colleges'] }
    expect(estimateWith(policy, 800_000, { organization: college }).cents).toBe(500_000)
    expect(estimateWith(policy, 800_000, { organization: sampleInput.organization }).cents).toBe(800_000)
  })

  test('"first 1000 matched 2:1": the general ratio applies to the rest', () => {
    const policy: Partial<Policy> = { eligibleEmployees: ['employees (North America; first 1000 matched 2:1)'] }
    expect(estimateWith(policy, 150_000).cents).toBe(250_000)
  })

  test("a maximum of the donor's gifts limits the gift before the ratio", () => {
    const policy: Partial<Policy> = { ratio: '3:1', maxPerYearCents: 750_000, maximumBasis: 'gift' }
    expect(estimateWith(policy, 1_000_000).cents).toBe(2_250_000)
    const used = { yearCents: 2_100_000, lifetimeCents: 0, yearDonationCents: 700_000 }
    const half = estimateWith(policy, 100_000, { used })
    expect(half.cents).toBe(150_000)
    expect(half.trace[0]).toMatch(/; this gift is \$1,000, of which \$500 can be matched, so the match is \$1,500\.$/)
    expect(estimateWith(policy, 100_000, { used, gifts: 4 }).trace[0]).toContain(
      '; these 4 gifts total $1,000, of which',
    )
    expect(estimateWith(policy, 100_000, { used: { ...used, yearDonationCents: 750_000 } })).toMatchObject({
      cents: 0,
      usedUp: { span: 'year' },
    })
  })

  test('steps that run through the year continue after the previous gift', () => {
    const steps: Partial<Policy> = { ratioTiers: [{ ratio: '2:1', upToCents: 50_000 }, { ratio: '1:1' }] }
    const used = { yearCents: 80_000, lifetimeCents: 80_000, yearDonationCents: 40_000 }
    expect(estimateWith({ ...steps, tiersRunThrough: 'year' }, 30_000, { used }).cents).toBe(40_000)
    expect(estimateWith({ ...steps, tiersRunThrough: 'gift' }, 30_000, { used }).cents).toBe(60_000)
  })

  test("an empty minimum or maximum of a campaign keeps the company's value", () => {
    const policy = { minAmountCents: 5_000, maxPerGiftCents: 10_000 }
    const campaign = { ...sampleCampaign, minAmountCents: null, maxAmountCents: null }
    expect(estimateWith(policy, 2_000, { campaign }).isBelowMinimum).toBe(true)
    expect(estimateWith(policy, 90_000, { campaign }).cents).toBe(10_000)
  })
})

test('converts a gift into the policy’s currency, and the match back into the gift’s', () => {
  const policy: Partial<Policy> = { currency: 'CAD', minAmountCents: 10_000, maxPerGiftCents: 20_000 }
  expect(estimateWith(policy, 8_000, { exchangeRate: { rate: 1.25, asOf: '2026-01-01' } })).toMatchObject({
    cents: 8_000,
    isBelowMinimum: false,
    isCertain: false,
  })
  expect(estimateWith(policy, 7_999, { exchangeRate: { rate: 1.25, asOf: '2026-01-01' } })).toMatchObject({
    cents: 0,
    isBelowMinimum: true,
  })
  expect(estimateWith(policy, 90_000, { exchangeRate: { rate: 1.25, asOf: '2026-01-01' } }).cents).toBe(16_000)
  const rateOfDay = { rate: 1.371, asOf: '2026-01-01' }
  for (const cents of [2_000, 4_545, 10_001, 99_999]) {
    expect(estimateWith({ currency: 'CAD' }, cents, { exchangeRate: rateOfDay }).cents).toBe(cents)
    expect(estimateWith({ currency: 'CAD', ratio: '2:1' }, cents, { exchangeRate: rateOfDay }).cents).toBe(2 * cents)
  }
  const american = estimateWith({ minAmountCents: 10_000, maxPerYearCents: 20_000 }, 80_000, {
    currency: 'CAD',
    exchangeRate: { rate: 0.8, asOf: '2026-01-01' },
  })
  expect(american.trace.join(' ')).toContain('from US$100; this gift is US$640')
  expect(american.trace.join(' ')).toContain('The limit is US$200 per person per year')
})

test('the sentences contain ratio, amounts, and caps', () => {
  expect(estimateWith({ minAmountCents: 100, ratio: '2:1' }, 5_050).trace).toEqual([
    'Contoso matches 2:1 from $1; this gift is $50.50, so the match is $101.',
  ])
  expect(
    estimateWith({ maxPerYearCents: 1_500_000 }, 500_000, { used: { yearCents: 1_200_000, lifetimeCents: 0 } }).trace,
  ).toContain('$12,000 of the $15,000 limit per person per year is already used, so $3,000 is left.')
})

const cents = fc.oneof(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER))
const maximum = fc.option(cents)
const anyRatio = fc.constantFrom('1:1', '2:1', '.5:1', '1.5:1', '1:3', '0:1', '', 'nonsense')
const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    ratio: fc.option(anyRatio),
    ratioTiers: fc.array(fc.record({ ratio: anyRatio, upToCents: maximum }), { maxLength: 3 }),
    minAmountCents: maximum,
    maxPerGiftCents: maximum,
    maxPerYearCents: maximum,
    maxLifetimeCents: maximum,
    currency: fc.constantFrom('USD' as const, 'CAD' as const),
  })
  .map((terms) => ({ ...samplePolicy, ...terms }))

test('the match is whole cents and never exceeds a cap or its remainder', () => {
  fc.assert(
    fc.property(anyPolicy, cents, cents, cents, (policy, amountCents, yearCents, lifetimeCents) => {
      const used = { yearCents, lifetimeCents }
      const match = estimate({ amountCents, currency: policy.currency, policy, campaign: null, used }).cents
      expect(Number.isSafeInteger(match) && match >= 0).toBe(true)
      expect(match).toBeLessThanOrEqual(policy.maxPerGiftCents || Number.MAX_SAFE_INTEGER)
      expect(match).toBeLessThanOrEqual(
        policy.maxPerYearCents ? Math.max(0, policy.maxPerYearCents - yearCents) : match,
      )
      expect(match).toBeLessThanOrEqual(
        policy.maxLifetimeCents ? Math.max(0, policy.maxLifetimeCents - lifetimeCents) : match,
      )
    }),
  )
})

test('consecutive gifts of a person never exceed the yearly maximum', () => {
  fc.assert(
    fc.property(anyPolicy, fc.array(cents, { maxLength: 8 }), (policy, amounts) => {
      let yearCents = 0
      for (const amountCents of amounts) {
        const used = { yearCents, lifetimeCents: yearCents }
        yearCents += estimate({ amountCents, currency: policy.currency, policy, campaign: null, used }).cents
        if (policy.maxPerYearCents) expect(yearCents).toBeLessThanOrEqual(policy.maxPerYearCents)
      }
    }),
  )
})

test('no number throws', () => {
  const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5))
  fc.assert(
    fc.property(anyNumber, anyNumber, anyNumber, anyNumber, (amountCents, max, yearCents, exchangeRate) => {
      const policy: Policy = { ...samplePolicy, currency: 'CAD', minAmountCents: max, maxPerYearCents: max }
      const match = estimate({
        amountCents,
        currency: 'USD',
        policy,
        campaign: null,
        used: { yearCents, lifetimeCents: yearCents },
        exchangeRate: { rate: exchangeRate, asOf: '' },
      })
      expect(Number.isSafeInteger(match.cents)).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MergeFacts, mergeKey, planMerge, type SmallDonation } from '../index.ts'

const terms = { minimumCents: 2_500, minimumPerGift: false, deadlineRule: 'days:90', timeZone: 'America/New_York' }
const now = new Date('2026-04-16T12:00:00Z')
const gift = (id: number | null, day: string, dollars: number): SmallDonation => ({
  id,
  donatedAt: `${day} 12:00:00`,
  amountCents: dollars * 100,
})

describe('minimum of $25 a year', () => {
  test('two gifts of $10 wait', () => {
    expect(planMerge(terms, [gift(1, '2026-03-01', 10), gift(2, '2026-04-01', 10)], now)).toBeNull()
  })

  test('a third makes one match of $30 on the newest gift', () => {
    const gifts = [gift(null, '2026-04-15', 10), gift(1, '2026-03-01', 10), gift(2, '2026-04-01', 10)]
    expect(planMerge(terms, gifts, now)).toMatchObject({ combinedMatchId: null, partIds: [1, 2], totalCents: 3_000 })
  })

  test('the newest gift becomes the match even if it arrives before an older one', () => {
    const gifts = [gift(null, '2026-03-01', 10), gift(2, '2026-04-01', 15)]
    expect(planMerge(terms, gifts, now)).toMatchObject({ combinedMatchId: 2, partIds: [null] })
  })

  test('excludes a gift after its deadline', () => {
    const gifts = [gift(1, '2026-01-10', 20), gift(2, '2026-04-01', 10)]
    expect(planMerge(terms, gifts, now)).toBeNull()
    expect(planMerge({ ...terms, deadlineRule: null }, gifts, now)).toMatchObject({ totalCents: 3_000 })
  })

  test('the match has the earliest deadline of its parts', () => {
    const plan = planMerge(terms, [gift(1, '2026-03-01', 15), gift(2, '2026-04-01', 15)], now)
    expect(plan?.deadline?.day).toBe('2026-05-30')
  })

  test('a gift that reaches the minimum by itself includes the small one', () => {
    const gifts = [gift(1, '2026-03-01', 10), gift(null, '2026-04-15', 100)]
    expect(planMerge(terms, gifts, now)).toMatchObject({ combinedMatchId: null, partIds: [1], totalCents: 11_000 })
  })

  test('a series has the deadline of its first installment', () => {
    const series = { ...gift(1, '2026-03-15', 15), firstDonatedAt: '2026-01-20' }
    expect(planMerge(terms, [series, gift(2, '2026-04-01', 15)], now)?.deadline?.day).toBe('2026-04-20')
  })

  test('merges nothing if every gift must reach the minimum', () => {
    const gifts = [gift(1, '2026-03-01', 20), gift(2, '2026-04-01', 20)]
    expect(planMerge({ ...terms, minimumPerGift: true }, gifts, now)).toBeNull()
  })

  test('the rest may be too small after a part is refunded', () => {
    const gifts = [gift(1, '2026-03-01', 15), gift(2, '2026-04-01', 15)]
    expect(planMerge(terms, gifts, now)).not.toBeNull()
    expect(planMerge(terms, gifts.slice(1), now)).toBeNull()
  })
})

describe('which gifts merge', () => {
  const facts: MergeFacts = {
    person: 'ada@example.org',
    companyId: 1,
    ein: '12-3456789',
    currency: 'USD',
    donatedAt: '2026-04-15 10:00:00',
    policyYearStart: '07-01',
  }
  test.each<[string, Partial<MergeFacts>, boolean]>([
    ['the same address in capitals', { person: ' Ada@Example.org' }, true],
    ['the same EIN without its hyphen', { ein: '123456789' }, true],
    ['another day of the policy year', { donatedAt: '2025-07-01' }, true],
    ['the next policy year', { donatedAt: '2026-07-01' }, false],
    ['another company', { companyId: 2 }, false],
    ['another nonprofit', { ein: '98-7654321' }, false],
    ['another currency', { currency: 'CAD' }, false],
    ['another person', { person: 'grace@example.org' }, false],
  ])('%s', (_case, change, isSame) => {
    expect(mergeKey({ ...facts, ...change }) === mergeKey(facts)).toBe(isSame)
  })

  test('uses the organization if the EIN is unknown', () => {
    const [one, other] = [1, 2].map((organizationId) => mergeKey({ ...facts, ein: '', organizationId }))
    expect(one).not.toBe(other)
  })

  test('merges nothing if the person or the day is unknown', () => {
    expect(mergeKey({ ...facts, person: ' ' })).toBeNull()
    expect(mergeKey({ ...facts, donatedAt: 'soon' })).toBeNull()
  })
})

const anyDay = fc.integer({ min: 1, max: 105 }).map((n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10))
const anyGifts = fc
  .array(fc.tuple(anyDay, fc.integer({ min: 1, max: 2_499 })), { maxLength: 12 })
  .map((gifts) =>
    gifts.map(([day, amountCents], index) => ({ id: index + 1, donatedAt: `${day} 08:00:00`, amountCents })),
  )

test('the order of the list does not matter', () => {
  const shuffled = anyGifts.chain((gifts) =>
    fc.tuple(fc.constant(gifts), fc.shuffledSubarray(gifts, { minLength: gifts.length })),
  )
  fc.assert(
    fc.property(shuffled, ([gifts, others]) => {
      expect(planMerge(terms, others, now)).toEqual(planMerge(terms, gifts, now))
    }),
  )
})

test('gifts that arrive one by one, in any order, have the same total', () => {
  const mergeInOrder = (gifts: readonly SmallDonation[]): number => {
    let total = 0
    const arrivedGifts: SmallDonation[] = []
    for (const arriving of gifts) {
      arrivedGifts.push(arriving)
      total = planMerge(terms, arrivedGifts, now)?.totalCents ?? 0
    }
    return total
  }
  const orders = anyGifts.chain((gifts) =>
    fc.tuple(fc.constant(gifts), fc.shuffledSubarray(gifts, { minLength: gifts.length })),
  )
  fc.assert(fc.property(orders, ([gifts, others]) => mergeInOrder(gifts) === mergeInOrder(others)))
})

test('a merge is the exact sum of its gifts, contains each once, and reaches the minimum', () => {
  fc.assert(
    fc.property(anyGifts, (gifts) => {
      const plan = planMerge(terms, [...gifts, ...gifts], now)
      if (!plan) return
      const ids = [...plan.partIds, plan.combinedMatchId]
      expect(new Set(ids).size).toBe(ids.length)
      const members = gifts.filter(({ id }) => ids.includes(id))
      expect(members.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(plan.totalCents)
      expect(plan.totalCents).toBeGreaterThanOrEqual(terms.minimumCents)
      expect(
        members.every(
          ({ donatedAt }) => donatedAt <= (gifts.find(({ id }) => id === plan.combinedMatchId)?.donatedAt ?? ''),
        ),
      ).toBe(true)
    }),
  )
})

test('no gift throws', () => {
  const odd = fc.record({ id: fc.option(fc.integer()), donatedAt: fc.string(), amountCents: fc.double() })
  fc.assert(
    fc.property(
      fc.array(odd),
      fc.double(),
      (gifts, minimumCents) => void planMerge({ ...terms, minimumCents }, gifts, now),
    ),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Currency,
  type EmployerFinding,
  type Employment,
  type Evaluation,
  type EvaluationInput,
  employmentIds,
  emptyEmployerFinding,
  evaluate,
  evaluatedStatusIds,
  type GiftKind,
  giftKindIds,
  isMoveAllowed,
  type Policy,
  statusOf,
} from '../index.ts'
import { sampleCampaign, sampleInput, samplePolicy } from './samples.testing.ts'

type Change = Partial<Omit<EvaluationInput, 'donation' | 'organization' | 'policy'>> & {
  readonly donation?: Partial<EvaluationInput['donation']>
  readonly organization?: Partial<EvaluationInput['organization']>
  readonly policy?: Partial<Policy> | null
}

const evaluateWith = ({ donation, organization, policy, ...rest }: Change): Evaluation =>
  evaluate({
    ...sampleInput,
    ...rest,
    donation: { ...sampleInput.donation, ...donation },
    organization: { ...sampleInput.organization, ...organization },
    policy: policy === null ? null : { ...samplePolicy, ...policy },
  })

const unclear: EmployerFinding = { ...emptyEmployerFinding, how: 'unclear', text: 'Smith and Sons' }
const campaign = { ...sampleCampaign, groupSubmit: true }

describe('each rule', () => {
  test.each<[string, Change, number, string]>([
    ['an external match keeps its status', { donation: { inert: true, givenStatusId: 4 } }, 4, 'external_match'],
    ['an external match without one is evaluated', { donation: { inert: true } }, 7, 'method_csr'],
    ['the organization is closed', { organization: { isClosed: true } }, 14, 'organization_closed'],
    ['its setup is not complete', { organization: { isComplete: false } }, 17, 'setup_incomplete'],
    ["its parent's setup is", { organization: { isComplete: false, isParentComplete: true } }, 7, 'method_csr'],
    ['consent is missing', { donation: { optInRequired: true } }, 24, 'awaiting_opt_in'],
    ['consent was given', { donation: { optInRequired: true, hasConsented: true } }, 7, 'method_csr'],
    ['no employer', { employer: emptyEmployerFinding, policy: null }, 23, 'employer_missing'],
    ['an employer nobody knows', { employer: unclear, policy: null }, 2, 'employer_unclear'],
    ['no program', { policy: { program: 'no' } }, 19, 'no_program'],
    ['a program nobody knows of', { policy: { program: 'unknown' } }, 9, 'policy_incomplete'],
    ['no policy at all', { policy: null }, 9, 'policy_incomplete'],
    ['no method', { policy: { method: null } }, 9, 'policy_incomplete'],
    ['a portal without its address', { policy: { method: 'csr', submissionUrl: null } }, 9, 'policy_incomplete'],
    ['a form that is not there', { policy: { method: 'form', formUrl: null } }, 9, 'policy_incomplete'],
    ['mail without an address', { policy: { method: 'mail', contactAddress: '' } }, 9, 'policy_incomplete'],
    ['a contact by post only', { policy: { method: 'contact', contactEmail: null } }, 8, 'method_contact'],
    ['only on its own site', { policy: { ownSiteOnly: true } }, 15, 'own_site_only'],
    ['the deadline has passed', { policy: { deadlineRule: 'days:0' } }, 11, 'deadline_passed'],
    ['below the minimum', { policy: { minAmountCents: 5_001 } }, 10, 'below_minimum'],
    ['exactly the minimum', { policy: { minAmountCents: 5_000 } }, 7, 'method_csr'],
    ['a campaign with group submit', { campaign }, 3, 'group_submit'],
    ['a form', { policy: { method: 'form' } }, 25, 'method_form'],
    ['mail', { policy: { method: 'mail' } }, 6, 'method_mail'],
    ['a portal', { policy: { method: 'csr' } }, 7, 'method_csr'],
    ['a contact', { policy: { method: 'contact' } }, 8, 'method_contact'],
  ])('%s', (_case, change, statusId, reasonCode) => {
    expect(evaluateWith(change)).toMatchObject({ statusId, reasonCode })
  })
})

describe('the first rule with a verdict wins', () => {
  test.each<[string, Change, number]>([
    ['closed before incomplete', { organization: { isClosed: true, isComplete: false } }, 14],
    ['incomplete before consent', { organization: { isComplete: false }, donation: { optInRequired: true } }, 17],
    ['consent before employer', { donation: { optInRequired: true }, employer: emptyEmployerFinding }, 24],
    ['no program before an old deadline', { policy: { program: 'no', deadlineRule: 'window:2026-01-01' } }, 19],
    ['own site before deadline', { policy: { ownSiteOnly: true, deadlineRule: 'window:2026-01-01' } }, 15],
    ['deadline before minimum', { policy: { deadlineRule: 'window:2026-01-01', minAmountCents: 9_900 } }, 11],
    ['minimum before group submit', { campaign: { ...campaign, minAmountCents: 9_900 } }, 10],
    ['group submit before method', { campaign, policy: { method: 'mail' } }, 3],
  ])('%s', (_case, change, statusId) => {
    expect(evaluateWith(change).statusId).toBe(statusId)
  })
})

describe('exclusions of a policy', () => {
  test.each<[string, Partial<Policy>, Partial<EvaluationInput['organization']>, string | null]>([
    [
      'religious organizations',
      { excludedNonprofits: ['religious'] },
      { categories: ['Religious Organizations'] },
      'nonprofit_excluded',
    ],
    ['not those of other kinds', { excludedNonprofits: ['religious'] }, { categories: ['Healthcare'] }, null],
    [
      'an exception is for people to judge',
      { excludedNonprofits: ['religious (except humanitarian aid)'] },
      { categories: ['Religious Organizations'] },
      null,
    ],
    [
      'political organizations',
      { excludedNonprofits: ['fraternal', 'political'] },
      { categories: ['Political Organizations'] },
      'nonprofit_excluded',
    ],
    [
      'all but colleges',
      { eligibleNonprofits: ['colleges and universities'] },
      { categories: ['Animal Protection'] },
      'nonprofit_excluded',
    ],
    [
      'not a nonprofit of unknown kind',
      { eligibleNonprofits: ['colleges and universities'] },
      { categories: [] },
      null,
    ],
    [
      'a category that it names itself',
      { eligibleNonprofits: ['Animal Protection'] },
      { categories: ['Animal Protection'] },
      null,
    ],
    [
      'not one beside the categories that it names',
      { eligibleNonprofits: ['Animal Protection'] },
      { categories: ['Hospitals'] },
      'nonprofit_excluded',
    ],
    ['not a college', { eligibleNonprofits: ['colleges and universities'] }, { categories: ['Colleges'] }, null],
    [
      'a PTA, where only the arts count',
      { eligibleNonprofits: ['arts and culture'] },
      { type: 'edu-pto' },
      'nonprofit_excluded',
    ],
    ['not a PTA, where schools count', { eligibleNonprofits: ['K-12 schools (private)'] }, { type: 'edu-pto' }, null],
    ['Canadian charities', { eligibleNonprofits: ['501(c)(3) organizations'] }, { country: 'CA' }, 'country_excluded'],
    ['American ones', { eligibleNonprofits: ['registered Canadian charities'] }, { country: 'US' }, 'country_excluded'],
    [
      'neither',
      { eligibleNonprofits: ['501(c)(3) organizations', 'registered Canadian charities'] },
      { country: 'CA' },
      null,
    ],
    ['an empty list is unknown', {}, { country: 'CA', categories: ['Religious Organizations'] }, null],
  ])('%s', (_case, policy, organization, reasonCode) => {
    const { statusId, reasonCode: actualCode } = evaluateWith({ policy, organization })
    expect([statusId, actualCode]).toEqual(reasonCode ? [11, reasonCode] : [7, 'method_csr'])
  })

  test.each<[string, readonly string[], Partial<EvaluationInput['organization']>, string | null]>([
    [
      '501(c)(3) and schools leave a Canadian school out',
      ['501(c)(3) organizations', 'K-12 schools'],
      { country: 'CA' },
      'country_excluded',
    ],
    [
      'abroad takes Canada in',
      ['501(c)(3) organizations', 'nonprofits outside the US (approved)'],
      { country: 'CA' },
      null,
    ],
    [
      'abroad in the UK does not',
      ['501(c)(3) organizations', 'nonprofits outside the US (UK)'],
      { country: 'CA' },
      'country_excluded',
    ],
    [
      'colleges alone say nothing of countries',
      ['colleges and universities'],
      { country: 'CA', categories: ['Colleges'] },
      null,
    ],
  ])('by country: %s', (_case, eligibleNonprofits, organization, reasonCode) => {
    expect(evaluateWith({ policy: { eligibleNonprofits }, organization })).toMatchObject(
      reasonCode ? { statusId: 11, reasonCode } : { statusId: 7 },
    )
  })
})

describe('kinds of gifts', () => {
  const benefit = { amountCents: 20_000 } as const

  test.each<[GiftKind, Partial<Policy>, number, string]>([
    ['money', {}, 7, 'method_csr'],
    ['stock', {}, 7, 'method_csr'],
    ['payroll', {}, 15, 'payroll_gift'],
    ['in_kind', {}, 11, 'gift_kind_excluded'],
    ['in_kind', { giftKinds: ['in_kind'] }, 7, 'method_csr'],
    ['auction', {}, 11, 'gift_kind_excluded'],
    ['event_ticket', {}, 11, 'gift_kind_excluded'],
    ['event_ticket', { giftKinds: ['event_ticket'] }, 7, 'method_csr'],
    ['donor_advised_fund', {}, 11, 'gift_kind_excluded'],
    ['donor_advised_fund', { giftKinds: ['donor_advised_fund'] }, 7, 'method_csr'],
    [
      'donor_advised_fund',
      { giftKinds: ['donor_advised_fund'], excludedNonprofits: ['donor-advised funds'] },
      11,
      'gift_kind_excluded',
    ],
    ['pledge', { giftKinds: ['pledge'] }, 11, 'gift_kind_excluded'],
    ['employer_match', {}, 11, 'gift_kind_excluded'],
    ['grant', {}, 11, 'gift_kind_excluded'],
    ['volunteer_hours', {}, 11, 'gift_kind_excluded'],
    ['dues', {}, 11, 'gift_kind_excluded'],
  ])('%s, %o: %d, %s', (giftKind, policy, statusId, reasonCode) => {
    expect(evaluateWith({ policy, donation: { giftKind } })).toMatchObject({ statusId, reasonCode })
  })

  test('matches the deductible part of dues, if known', () => {
    const dues = { giftKind: 'dues', amountCents: 12_000 } as const
    expect(evaluateWith({ donation: { ...dues, deductibleCents: 4_000 } })).toMatchObject({
      statusId: 7,
      estimatedCents: 4_000,
    })
    expect(evaluateWith({ donation: { ...dues, deductibleCents: 0 } }).statusId).toBe(11)
    expect(
      evaluateWith({
        donation: { ...dues, deductibleCents: 4_000 },
        policy: { excludedNonprofits: ['dues and tuition'] },
      }).statusId,
    ).toBe(11)
  })

  test.each<[string, Partial<Policy>, Partial<EvaluationInput['donation']>, [number, number, boolean]]>([
    ['a gift with a benefit', {}, { ...benefit, deductibleCents: 15_000 }, [7, 15_000, true]],
    ['the full amount', { deductiblePartOnly: 'no' }, { ...benefit, deductibleCents: 15_000 }, [7, 20_000, true]],
    ['nothing deductible', {}, { ...benefit, deductibleCents: 0 }, [11, 0, true]],
    ['the minimum', { minAmountCents: 16_000 }, { ...benefit, deductibleCents: 15_000 }, [10, 0, true]],
    ['a ticket', {}, { ...benefit, giftKind: 'event_ticket', deductibleCents: 12_000 }, [7, 12_000, false]],
    ['a ticket without one', {}, { ...benefit, giftKind: 'event_ticket' }, [11, 0, true]],
    [
      'a ticket that the policy excludes',
      { excludedNonprofits: ['event tickets'] },
      { ...benefit, giftKind: 'event_ticket', deductibleCents: 12_000 },
      [11, 0, true],
    ],
  ])('matches the deductible part: %s', (_case, policy, donation, [statusId, estimatedCents, estimateIsCertain]) => {
    const evaluation = evaluateWith({ policy, donation })
    expect(evaluation).toMatchObject({ statusId, estimatedCents, amountCents: 20_000 })
    expect(evaluation.estimateIsCertain).toBe(estimateIsCertain)
  })

  test('adds the deductible parts of installments and merged gifts', () => {
    const instalments = [
      { donatedAt: '2026-01-15', amountCents: 2_000, deductibleCents: 1_500 },
      { donatedAt: '2026-02-15', amountCents: 2_000 },
    ]
    expect(evaluateWith({ recurring: { instalments, hasEnded: true, isReleased: true } })).toMatchObject({
      amountCents: 4_000,
      estimatedCents: 3_500,
    })
    const smallDonations = [{ id: 1, donatedAt: '2026-04-01', amountCents: 3_000, deductibleCents: 1_000 }]
    expect(evaluateWith({ policy: { minAmountCents: 6_000 }, smallDonations }).statusId).toBe(7)
    expect(evaluateWith({ policy: { minAmountCents: 6_500 }, smallDonations }).statusId).toBe(10)
  })
})

describe('kinds of donors', () => {
  test.each<[string, readonly string[], Employment | null, number]>([
    ['unknown counts as employee', ['employees'], null, 7],
    ['an unknown list takes everybody in', [], 'retired', 7],
    ['part-timers are employees', ['employees', 'board members'], 'part_time', 7],
    ['not where full-time is asked for', ['full-time'], 'part_time', 11],
    ['retirees where they are named', ['employees', 'retirees (1:1)'], 'retired', 7],
    ['not where they are not', ['employees'], 'retired', 11],
    ['contractors nowhere', ['employees', 'retirees'], 'contractor', 11],
    ['former employees nowhere', ['employees', 'retirees'], 'former', 11],
    ['spouses where they are named', ['employees', 'spouses'], 'spouse', 7],
    ["a directors' programme is not for employees", ['board members (25000 cap)'], null, 11],
    ["a directors' programme is for directors", ['board members (25000 cap)'], 'board', 7],
    ['executives and directors only', ['board members (10000 cap)', 'executives (10000 cap)'], 'employee', 11],
  ])('%s', (_case, eligibleEmployees, employment, statusId) => {
    expect(evaluateWith({ policy: { eligibleEmployees }, donation: { employment } }).statusId).toBe(statusId)
  })

  test("uses the employer's text if nothing else states the relation", () => {
    const employer = { ...sampleInput.employer, employment: 'retired' as const }
    const policy = { eligibleEmployees: ['employees'] }
    expect(evaluateWith({ policy, employer }).reasonCode).toBe('employee_type_excluded')
    expect(evaluateWith({ policy, employer, donation: { employment: 'employee' } }).statusId).toBe(7)
  })

  test('asks for an unknown relation if it matters, and the estimate is uncertain', () => {
    const policy = { eligibleEmployees: ['employees', 'retirees (0.5:1)'] }
    expect(evaluateWith({ policy })).toMatchObject({ statusId: 7, asksEmployment: true, estimateIsCertain: false })
    expect(evaluateWith({ policy, donation: { employment: 'retired' } })).toMatchObject({
      asksEmployment: false,
      estimatedCents: 2_500,
      estimateIsCertain: true,
    })
    expect(evaluateWith({})).toMatchObject({ asksEmployment: false, estimateIsCertain: true })
    expect(evaluateWith({ policy: { eligibleEmployees: ['board members (25000 cap)'] } }).asksEmployment).toBe(true)
  })
})

test('does not email a donor without an employer', () => {
  const employer: EmployerFinding = { ...emptyEmployerFinding, how: 'no_employer', text: 'Retired' }
  expect(evaluateWith({ employer, policy: null })).toMatchObject({ statusId: 19, reasonCode: 'no_employer' })
})

describe('a maximum is used up', () => {
  test('of the year: returns 11 with the reason', () => {
    const used = { yearCents: 500_000, lifetimeCents: 500_000 }
    const evaluation = evaluateWith({ policy: { maxPerYearCents: 500_000 }, used })
    expect(evaluation).toMatchObject({ statusId: 11, reasonCode: 'yearly_maximum', estimatedCents: 0 })
    expect(evaluation.trace.at(-1)?.text).toBe(
      '$5,000 of the $5,000 limit per person per year is already used, so nothing is left. If another match falls through, we’ll recheck this one.',
    )
  })

  test('of the lifetime: returns 11 with the reason', () => {
    const used = { yearCents: 0, lifetimeCents: 900_000 }
    expect(evaluateWith({ policy: { maxLifetimeCents: 900_000 }, used }).reasonCode).toBe('lifetime_maximum')
  })
})

test('an unknown ratio promises no amount, an unknown maximum no certain one', () => {
  const noRatio = evaluateWith({ policy: { ratio: null } })
  expect(noRatio).toMatchObject({ statusId: 7, estimatedCents: 0, estimateIsKnown: false, estimateIsCertain: false })
  expect(evaluateWith({ policy: { maxPerYearCents: null } })).toMatchObject({
    estimatedCents: 5_000,
    estimateIsCertain: false,
  })
})

test("the platform's entry is sufficient if the company's own address is unknown", () => {
  const policy = { method: 'csr', submissionUrl: null } as const
  const platform = {
    id: 'benevity',
    name: 'Benevity',
    employeeUrl: null,
    employeeSteps: ['Sign in'],
    sourceUrl: '',
    asOf: '',
  }
  expect(evaluateWith({ policy }).statusId).toBe(9)
  expect(evaluateWith({ policy: { ...policy, platform } }).statusId).toBe(7)
  expect(evaluateWith({ policy: { ...policy, platform: { ...platform, employeeSteps: [] } } }).statusId).toBe(9)
})

describe('returns the applied terms', () => {
  const perGift = (ratio: string, upToCents: number | null = null) => ({ ratio, upToCents })
  test.each<[string, Change, { ratio: string; upToCents: number | null }[]]>([
    ["the company's", {}, [perGift('1:1')]],
    [
      'those of retirees',
      { donation: { employment: 'retired' }, policy: { eligibleEmployees: ['employees', 'retirees (0.5:1)'] } },
      [perGift('0.5:1')],
    ],
    [
      'those of each part of the gift',
      { policy: { ratioTiers: [perGift('1:1'), perGift('2:1', 50_000)] } },
      [perGift('2:1', 50_000), perGift('1:1')],
    ],
    ["the campaign's before all", { campaign: { ...campaign, matchRatio: '3:1' } }, [perGift('3:1')]],
    ['none where no ratio is known', { policy: { ratio: null } }, []],
  ])('%s', (_case, change, steps) => {
    expect(evaluateWith(change).terms?.steps).toEqual(steps)
  })

  test('include a minimum that was not reached, and are null without a policy', () => {
    const below = evaluateWith({ policy: { minAmountCents: 9_900 } })
    expect([below.statusId, below.terms?.minCents]).toEqual([10, 9_900])
    expect(evaluateWith({ policy: { program: 'no' } }).terms).toBeNull()
  })
})

describe('a campaign', () => {
  test.each<[string, string, number]>([
    ['the day before', '2026-02-28 23:59:59', 7],
    ['its first day', '2026-03-01 00:00:00', 3],
    ['its last day', '2026-05-31 23:59:59', 3],
    ['the day after', '2026-06-01 00:00:00', 7],
  ])('covers only gifts of its days: %s', (_case, donatedAt, statusId) => {
    expect(evaluateWith({ campaign, donation: { donatedAt } }).statusId).toBe(statusId)
  })

  test('for another company has no effect, for every company it applies', () => {
    expect(evaluateWith({ campaign: { ...campaign, companyId: 2 } })).toMatchObject({ statusId: 7, campaignId: null })
    expect(evaluateWith({ campaign: { ...campaign, companyId: null } })).toMatchObject({ statusId: 3, campaignId: 3 })
  })

  test('does not create a program for a company without one', () => {
    expect(evaluateWith({ campaign, policy: { program: 'no' } }).statusId).toBe(19)
  })
})

describe('deadlines', () => {
  const policy = { deadlineRule: 'days:30', timeZone: 'America/Los_Angeles' }

  test('the last moment is in the zone of the company', () => {
    const at = (now: string): number => evaluateWith({ policy, now: new Date(now) }).statusId
    expect(at('2026-05-16T06:59:59.999Z')).toBe(7)
    expect(at('2026-05-16T07:00:00.000Z')).toBe(11)
  })

  test('are returned as a moment and as a day', () => {
    const evaluation = evaluateWith({ policy })
    expect(evaluation.deadlineDay).toBe('2026-05-15')
    expect(evaluation.deadlineAt?.toISOString()).toBe('2026-05-16T06:59:59.999Z')
  })
})

test('a gift that reaches the minimum by itself includes the small gifts of the year', () => {
  const policy = { minAmountCents: 2_500 }
  const smallDonations = [{ id: 1, donatedAt: '2026-02-01 10:00:00', amountCents: 1_000 }]
  const merged = evaluateWith({ policy, donation: { amountCents: 10_000 }, smallDonations })
  expect(merged).toMatchObject({ statusId: 7, amountCents: 11_000, estimatedCents: 11_000 })
  expect(merged.merge).toMatchObject({ combinedMatchId: 100, partIds: [1] })
})

describe('a series that leaves its hold', () => {
  const instalments = ['2026-01-15', '2026-02-15', '2026-03-15'].map((day) => ({ donatedAt: day, amountCents: 1_000 }))
  const ended = { instalments, hasEnded: true, isReleased: false }

  test('is one match of the total', () => {
    expect(evaluateWith({ recurring: ended, policy: { minAmountCents: 2_500 } })).toMatchObject({
      statusId: 7,
      amountCents: 3_000,
    })
  })

  test('is an open 10 below the minimum and merges like any other', () => {
    const policy = { minAmountCents: 5_000 }
    const withoutHold = evaluateWith({ recurring: ended, policy })
    expect(withoutHold).toMatchObject({ statusId: 10, amountCents: 3_000 })
    expect(withoutHold.trace.at(-1)?.text).toMatch(
      /, and these \d gifts total \$30\. If this donor gives again by .*, we’ll combine the gifts\.$/,
    )
    const smallDonations = [{ id: 1, donatedAt: '2026-02-01', amountCents: 2_000 }]
    expect(evaluateWith({ recurring: ended, policy, smallDonations })).toMatchObject({
      statusId: 7,
      amountCents: 5_000,
    })
  })

  test('does not merge while held', () => {
    const heldSeries = { ...ended, hasEnded: false }
    const smallDonations = [{ id: 1, donatedAt: '2026-02-01', amountCents: 2_000 }]
    expect(evaluateWith({ recurring: heldSeries, policy: { minAmountCents: 5_000 }, smallDonations })).toMatchObject({
      statusId: 22,
      merge: null,
    })
  })
})

test('small gifts of a year become one match when they reach the minimum', () => {
  const policy = { minAmountCents: 2_500 }
  const donation = { amountCents: 1_000 }
  const smallDonations = [
    { id: 1, donatedAt: '2026-02-01 10:00:00', amountCents: 1_000 },
    { id: 2, donatedAt: '2026-03-01 10:00:00', amountCents: 1_000 },
  ]
  expect(evaluateWith({ policy, donation, smallDonations: smallDonations.slice(1) })).toMatchObject({
    statusId: 10,
    merge: null,
  })
  const merged = evaluateWith({ policy, donation, smallDonations })
  expect(merged).toMatchObject({ statusId: 7, amountCents: 3_000, estimatedCents: 3_000 })
  expect(merged.merge).toMatchObject({ combinedMatchId: 100, partIds: [1, 2] })
  expect(evaluateWith({ policy: { ...policy, minimumPerGift: true }, donation, smallDonations }).statusId).toBe(10)
  expect(evaluateWith({ policy: { ...policy, deadlineRule: 'days:120' }, donation, smallDonations }).deadlineDay).toBe(
    '2026-06-01',
  )
})

describe('a recurring gift', () => {
  const instalments = [
    { donatedAt: '2026-02-15', amountCents: 1_000 },
    { donatedAt: '2026-03-15', amountCents: 1_000 },
    { donatedAt: '2026-04-15', amountCents: 1_000 },
  ]
  const recurring = { instalments, hasEnded: false, isReleased: false }

  test('waits with the total of its installments', () => {
    expect(evaluateWith({ recurring })).toMatchObject({ statusId: 22, amountCents: 3_000, estimatedCents: 3_000 })
  })

  test('continues when staff press Submit for Match, and when the yearly maximum is reached', () => {
    expect(evaluateWith({ recurring: { ...recurring, isReleased: true } }).statusId).toBe(7)
    expect(evaluateWith({ recurring, policy: { maxPerYearCents: 3_000 } })).toMatchObject({
      statusId: 7,
      estimatedCents: 3_000,
    })
  })

  test('compares the total with the minimum', () => {
    expect(
      evaluateWith({ recurring: { ...recurring, hasEnded: true }, policy: { minAmountCents: 2_500 } }).statusId,
    ).toBe(7)
    expect(
      evaluateWith({ recurring: { ...recurring, hasEnded: true }, policy: { minAmountCents: 3_500 } }).statusId,
    ).toBe(10)
  })

  test('has the earliest deadline of its installments', () => {
    expect(evaluateWith({ recurring, policy: { deadlineRule: 'days:120' } }).deadlineDay).toBe('2026-06-15')
  })
})

test('the trace lists every checked rule in sentences, with date and source of the policy', () => {
  const { trace } = evaluateWith({ policy: { minAmountCents: 100, deadlineRule: 'year_end' } })
  const text = trace.map((line) => line.text).join(' ')
  expect(text).toContain('Contoso matches gifts (as of 2026-06, source: https://contoso.example/matching).')
  expect(text).toContain('The deadline to request this match is December 31, 2026.')
  expect(text).toContain('Contoso matches 1:1 from $1; this gift is $50, so the match is $50.')
  expect(trace.filter((line) => !/^\p{Lu}|^“/u.test(line.text) || !line.text.endsWith('.'))).toEqual([])
  expect(trace.map(({ rule }) => rule).slice(0, 3)).toEqual(['external_match', 'organization_open', 'setup_complete'])
})

test("a subsidiary's sentences mention that its parent's policy applies", () => {
  const { trace } = evaluateWith({ employer: { ...sampleInput.employer, companyId: 8, companyName: 'Contoso Canada' } })
  expect(trace.find(({ rule }) => rule === 'program')?.text).toMatch(
    /^Contoso Canada uses Contoso’s policy. Contoso matches gifts/,
  )
})

test('no trace promises a merge that the rules do not allow', () => {
  const last = (policy: Partial<Policy>, now = '2026-04-16T12:00:00Z'): string =>
    evaluateWith({
      donation: { amountCents: 100 },
      policy: { minAmountCents: 2_500, ...policy },
      now: new Date(now),
    }).trace.at(-1)?.text ?? ''
  expect(last({ minimumPerGift: true })).toBe(
    'Contoso’s minimum is $25, and this gift is $1. Each gift has to meet it on its own.',
  )
  expect(last({ deadlineRule: 'days:30' })).toContain('by May 15, 2026')
  expect(last({ policyYearStart: '07-01' })).toContain('by June 30, 2026')
  expect(last({}, '2027-02-01T12:00:00Z')).toBe('Contoso’s minimum is $25, and this gift is $1.')
})

test('the trace ends with the rule that decided', () => {
  expect(evaluateWith({ policy: { program: 'no' } }).trace.at(-1)?.rule).toBe('program')
  expect(evaluateWith({ donation: { amountCents: 100 }, policy: { minAmountCents: 2_500 } }).trace.at(-1)?.text).toBe(
    'Contoso’s minimum is $25, and this gift is $1. If this donor gives again by December 31, 2026, we’ll combine the gifts.',
  )
})

const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('2026-04-15', '', '1:1', 'days:30', 'religious'),
)
const oddNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, 5_000, Number.MAX_SAFE_INTEGER))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const currency = fc.constantFrom<Currency>('USD', 'CAD')
const oddInput: fc.Arbitrary<EvaluationInput> = fc.record({
  donation: fc.record({
    id: maybe(fc.integer()),
    amountCents: oddNumber,
    currency,
    donatedAt: oddText,
    optInRequired: fc.boolean(),
    hasConsented: fc.boolean(),
    giftKind: maybe(fc.constantFrom(...giftKindIds)),
    employment: maybe(fc.constantFrom(...employmentIds)),
    deductibleCents: maybe(oddNumber),
  }),
  employer: fc.oneof(
    fc.constantFrom(sampleInput.employer, emptyEmployerFinding),
    oddText.map((text) => ({ ...unclear, text })),
  ),
  organization: fc.record({
    type: fc.constantFrom('non-profit' as const, 'edu-pto' as const, 'chapter' as const),
    country: oddText,
    categories: fc.array(oddText, { maxLength: 3 }),
    isClosed: fc.constantFrom(false, false, false, true),
    isComplete: fc.constantFrom(true, true, true, false),
  }),
  policy: maybe(
    fc
      .record({
        program: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const, 'unknown' as const),
        method: maybe(fc.constantFrom('csr' as const, 'form' as const, 'mail' as const, 'contact' as const)),
        timeZone: oddText,
        ratio: maybe(oddText),
        minAmountCents: maybe(oddNumber),
        maxPerYearCents: maybe(oddNumber),
        currency,
        deadlineRule: maybe(oddText),
        eligibleNonprofits: fc.array(oddText, { maxLength: 2 }),
        eligibleEmployees: fc.array(oddText, { maxLength: 2 }),
        policyYearStart: oddText,
      })
      .map((terms): Policy => ({ ...samplePolicy, ...terms })),
  ),
  campaign: maybe(
    fc
      .record({ startDate: oddText, matchRatio: oddText, groupSubmit: fc.boolean() })
      .map((terms) => ({ ...sampleCampaign, ...terms })),
  ),
  used: fc.record({ yearCents: oddNumber, lifetimeCents: oddNumber }),
  smallDonations: fc.array(fc.record({ id: maybe(fc.integer()), donatedAt: oddText, amountCents: oddNumber }), {
    maxLength: 3,
  }),
  recurring: maybe(
    fc.record({
      instalments: fc.array(fc.record({ donatedAt: oddText, amountCents: oddNumber }), { maxLength: 3 }),
      hasEnded: fc.boolean(),
      isReleased: fc.boolean(),
    }),
  ),
  exchangeRate: maybe(fc.record({ rate: oddNumber, asOf: oddText })),
  now: fc.date({ noInvalidDate: false }),
})

test('ignores invalid kinds of nonprofits', () => {
  const organization = { ...sampleInput.organization, categories: ['Religion'] }
  const [odd, none] = [['\u0000', ' '], []].map((eligibleNonprofits) =>
    evaluate({ ...sampleInput, organization, policy: { ...samplePolicy, eligibleNonprofits } }),
  )
  expect(odd).toEqual(none)
})

test('never throws, and returns a valid status, whole cents, and a trace', () => {
  fc.assert(
    fc.property(oddInput, (input) => {
      const { statusId, estimatedCents, amountCents, trace, deadlineAt } = evaluate(input)
      expect(evaluatedStatusIds).toContain(statusId)
      expect(isMoveAllowed('create', null, statusId, 'import')).toBe(true)
      expect(Number.isSafeInteger(estimatedCents) && estimatedCents >= 0).toBe(true)
      expect(Number.isSafeInteger(amountCents) && amountCents >= 0).toBe(true)
      if (statusOf(statusId).billing === null) expect(estimatedCents).toBe(0)
      expect(trace.length).toBeGreaterThan(0)
      expect(trace.filter(({ text }) => !text.isWellFormed() || text.includes('\u0000'))).toEqual([])
      if (deadlineAt) expect(Number.isNaN(deadlineAt.getTime())).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('returns the same result for the same gift', () => {
  fc.assert(
    fc.property(oddInput, (input) => {
      expect(evaluate(input)).toEqual(evaluate(input))
    }),
    { numRuns: 100 },
  )
})

import { companies } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTenant, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { blankDonation, blankDonor, type NewDonation } from '../../donations/identification/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'
import { listAffected, maxAffectedPerDonor, waitingForSetup } from './affected.queries.ts'
import { applyTimeTransitions, moveMatches } from './index.ts'

const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1', max_per_year_cents: 0 }

let app: TestApp
let organization: number
let north: number
let tenant: Tenant

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-09-15T14:00:00Z'), config: { role: 'web' } })
  await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...portal, min_amount_cents: 2_500 } },
    { name: 'Harrowgate Mills', policy: { ...portal, max_per_year_cents: 500_000 } },
    { name: 'Oldmoor Press', policy: { ...portal, eligible_employees: ['employees', 'retirees (1000 cap)'] } },
    { name: 'Maple Rail', policy: { ...portal, currency: 'CAD', min_amount_cents: 10_000 } },
    { name: 'Tidewater Glass', policy: { ...portal, deadline_rule: 'days:30' } },
    { name: 'Boardroom Steel', policy: { ...portal, eligible_employees: ['board members (25000 cap)'] } },
    { name: 'Homeland Bank', policy: { ...portal, eligible_nonprofits: ['501(c)(3) organizations'] } },
    { name: 'Unsaid Motors', policy: { ...portal, max_per_year_cents: null } },
    { name: 'Silent Foods', policy: { ...portal, ratio: null, max_per_year_cents: null } },
    { name: 'Nobody Knows Inc' },
    {
      name: 'Ladder Tools',
      policy: {
        ...portal,
        ratio_tiers: [{ ratio: '2:1', upToCents: 50_000 }, { ratio: '1:1' }],
        tiers_run_through: 'year',
      },
    },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-09-15T14:00:00Z')
  organization = await app.createOrganization({ ein: '12-3456789' })
  north = await app.createOrganization({ ein: '12-3456789', parent_id: organization, type: 'chapter' })
  tenant = grantTenant(organization, [organization, north])
})

let count = 0
const gift = (dollars: number, employer: string, day: string, more: Partial<NewDonation> = {}): NewDonation => ({
  ...blankDonation,
  row: ++count,
  organizationId: organization,
  transactionId: `t${count}`,
  donatedAt: `${day} 10:00:00`,
  amountCents: dollars * 100,
  currency: 'USD',
  donor: { ...blankDonor, name: 'Ada Byron', email: 'ada@example.net' },
  employer: { companyId: null, text: employer },
  ...more,
})
const context = () => ({
  platform: app.platform,
  tenant,
  directory: createDirectory(app.platform),
  actor: { kind: 'import', userId: null } as const,
  importId: null,
  optIn: false,
  mailWithoutEmployer: false,
})
const upload = (...gifts: readonly NewDonation[]) =>
  inTenant(app.platform.database, tenant, (db) => recordDonations(db, context(), gifts))

type Row = {
  id: string
  organization_id: string
  status_id: number
  amount_cents: string
  estimated_cents: string
  reason_code: string
}
const matches = () =>
  app.query<Row>('SELECT * FROM donations WHERE organization_id = ANY ($1) AND counted ORDER BY donated_at, id', [
    [organization, north],
  ])
const outcomes = async () => (await matches()).map((row) => [row.status_id, Number(row.amount_cents) / 100])
const mails = async () =>
  (await app.query('SELECT FROM notifications WHERE organization_id = ANY ($1)', [[organization, north]])).length

describe('small gifts', () => {
  test('merges $10 and a later $100 into one match of $110', async () => {
    await upload(gift(10, 'Quillfeather Works', '2026-03-01'))
    expect(await outcomes()).toEqual([[10, 10]])
    await upload(gift(100, 'Quillfeather Works', '2026-04-01'))
    expect(await outcomes()).toEqual([[7, 110]])
  })

  test('merges gifts to chapters with the same EIN', async () => {
    await upload(gift(10, 'Quillfeather Works', '2026-03-01', { organizationId: north }))
    await upload(gift(20, 'Quillfeather Works', '2026-04-01'))
    const [whole] = await matches()
    expect(await outcomes()).toEqual([[7, 30]])
    expect(Number(whole?.organization_id)).toBe(organization)
  })

  test('keeps a gift that reaches the minimum by itself separate from merged gifts', async () => {
    await upload(gift(70, 'Quillfeather Works', '2026-05-13'))
    await upload(gift(20, 'Quillfeather Works', '2026-05-17'))
    await upload(gift(300, 'Quillfeather Works', '2026-05-19'))
    const separateGifts = [
      [7, 70],
      [7, 320],
    ]
    expect(await outcomes()).toEqual(separateGifts)
    const ids = (await matches()).map(({ id }) => Number(id))
    await inTenant(app.platform.database, tenant, (db) =>
      moveMatches(
        db,
        { ...context(), actor: { kind: 'system', userId: null } },
        { donationIds: ids, action: 'evaluate' },
      ),
    )
    expect(await outcomes()).toEqual(separateGifts)
  })

  test('keeps a small gift waiting next to an earlier separate match, also after another evaluation', async () => {
    await upload(gift(100, 'Quillfeather Works', '2026-05-13'))
    await upload(gift(10, 'Quillfeather Works', '2026-05-17'))
    const separateGifts = [
      [7, 100],
      [10, 10],
    ]
    expect(await outcomes()).toEqual(separateGifts)
    const ids = (await matches()).map(({ id }) => Number(id))
    await inTenant(app.platform.database, tenant, (db) =>
      moveMatches(
        db,
        { ...context(), actor: { kind: 'system', userId: null } },
        { donationIds: ids, action: 'evaluate' },
      ),
    )
    expect(await outcomes()).toEqual(separateGifts)
    await upload(gift(50, 'Quillfeather Works', '2026-05-19'))
    expect(await outcomes()).toEqual([
      [7, 100],
      [7, 60],
    ])
  })

  test('separates matches again after the higher minimum that merged them is undone', async () => {
    await app.createCompanies([{ name: 'Turncoat Tools', policy: { ...portal, min_amount_cents: 2_500 } }])
    const minimum = (cents: number, perGift = false) =>
      app.query(
        `UPDATE policies SET min_amount_cents = $1, minimum_per_gift = $2
         WHERE company_id = (SELECT id FROM companies WHERE name = 'Turncoat Tools')`,
        [cents, perGift],
      )
    const lookAgain = async () => {
      const ids = (await matches()).map(({ id }) => Number(id))
      await inTenant(app.platform.database, tenant, (db) =>
        moveMatches(
          db,
          { ...context(), actor: { kind: 'system', userId: null } },
          { donationIds: ids, action: 'evaluate' },
        ),
      )
      return outcomes()
    }
    await upload(gift(10, 'Turncoat Tools', '2026-05-01'), gift(30, 'Turncoat Tools', '2026-05-02'))
    await upload(gift(40, 'Turncoat Tools', '2026-06-01'), gift(50, 'Turncoat Tools', '2026-07-01'))
    const own = [
      [7, 40],
      [7, 40],
      [7, 50],
    ]
    expect(await outcomes()).toEqual(own)
    await minimum(12_000)
    expect(await lookAgain()).toEqual([[7, 130]])
    expect(await lookAgain()).toEqual([[7, 130]])
    await minimum(2_500)
    expect(await lookAgain()).toEqual(own)
    await minimum(12_000)
    expect(await lookAgain()).toEqual([[7, 130]])
    await minimum(4_500, true)
    expect(await lookAgain()).toEqual([
      [10, 10],
      [10, 30],
      [10, 40],
      [7, 50],
    ])
  })

  test('keeps the earliest deadline of merged gifts after another evaluation', async () => {
    const company = await app.createCompany({
      name: 'Ninety Day Works',
      policy: {
        method: 'csr',
        submission_url: 'https://match.example.org',
        ratio: '1:1',
        min_amount_cents: 2_500,
        deadline_rule: 'days:90',
      },
    })
    await upload(gift(10, 'Ninety Day Works', '2026-08-01'))
    await upload(gift(20, 'Ninety Day Works', '2026-09-01'))
    const deadline = async () =>
      (
        await app.query<{ day: string }>(
          'SELECT deadline_at::date::text AS day FROM donations WHERE company_id = $1 AND merged_into_id IS NULL AND organization_id = $2',
          [company, organization],
        )
      ).map(({ day }) => day)
    const first = await deadline()
    expect(first).toHaveLength(1)
    const ids = (await matches()).map(({ id }) => Number(id))
    await inTenant(app.platform.database, tenant, (db) =>
      moveMatches(
        db,
        { ...context(), actor: { kind: 'system', userId: null } },
        { donationIds: ids, action: 'evaluate' },
      ),
    )
    expect(await deadline()).toEqual(first)
  })

  test("evaluates one donor's gifts together after the setup, however many others wait", async () => {
    await app.query('UPDATE organizations SET complete = false WHERE id = $1', [organization])
    await upload(gift(50, 'Quillfeather Works', '2026-04-01'), gift(30, 'Quillfeather Works', '2026-05-01'))
    await upload(gift(10, 'Quillfeather Works', '2026-03-01'))
    const [april, may, march] = (await matches()).map(({ id }) => Number(id)).sort((a, b) => a - b)
    const next = (after: number) =>
      inTenant(app.platform.database, tenant, (db) => listAffected(db, waitingForSetup(tenant), after, 1))
    expect(await next(0)).toEqual({ ids: [april, may, march], last: april })
    expect(await next(march ?? 0)).toEqual({ ids: [], last: null })
  })

  test('evaluates gifts of a donor with many waiting gifts batch by batch', async () => {
    await app.query('UPDATE organizations SET complete = false WHERE id = $1', [organization])
    const nobody = { donor: { ...blankDonor, name: 'Anonymous' } }
    const many = Array.from({ length: maxAffectedPerDonor + 1 }, () => gift(10, '', '2026-03-01', nobody))
    await upload(gift(50, 'Quillfeather Works', '2026-04-01'), ...many, gift(30, 'Quillfeather Works', '2026-05-01'))
    const waiting = (await matches()).map(({ id }) => Number(id)).sort((a, b) => a - b)
    const batches: number[][] = []
    let after: number | null = 0
    while (after !== null) {
      const from: number = after
      const batch = await inTenant(app.platform.database, tenant, (db) =>
        listAffected(db, waitingForSetup(tenant), from, 40),
      )
      if (batch.ids.length > 0) batches.push(batch.ids)
      after = batch.last
    }
    const [first = [], ...others] = batches
    expect(first).toEqual([...waiting.slice(0, 40), waiting.at(-1)])
    expect(others).toEqual([waiting.slice(40, 80), [waiting[0], ...waiting.slice(80)]])
  })

  test('ends a batch before the other gifts of its donors exceed the limit', async () => {
    await app.query('UPDATE organizations SET complete = false WHERE id = $1', [organization])
    const of = (email: string) => gift(10, '', '2026-03-01', { donor: { ...blankDonor, name: 'Ada', email } })
    const people = ['a', 'b', 'c'].map((name) => `${name}@example.net`)
    await upload(...people.map(of))
    await upload(...people.flatMap((email) => [of(email), of(email)]))
    const ids = (await matches()).map(({ id }) => Number(id)).sort((a, b) => a - b)
    const batch = await inTenant(app.platform.database, tenant, (db) => listAffected(db, waitingForSetup(tenant), 0, 3))
    expect(batch).toEqual({ ids: [ids[0], ids[1], ids[3], ids[4], ids[5], ids[6]], last: ids[1] })
  })

  test('treats chapters with another EIN as another nonprofit', async () => {
    await app.query('UPDATE organizations SET ein = $2 WHERE id = $1', [north, '98-7654321'])
    await upload(gift(10, 'Quillfeather Works', '2026-03-01', { organizationId: north }))
    await upload(gift(20, 'Quillfeather Works', '2026-04-01'))
    expect(await outcomes()).toEqual([
      [10, 10],
      [10, 20],
    ])
  })
})

describe('a series is one match', () => {
  const days = ['2026-01-15', '2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15', '2026-06-15']
  const instalments = (dollars: number, more: Partial<NewDonation> = { custom: { recurring_id: 's1' } }) =>
    days.map((day) => gift(dollars, 'Quillfeather Works', day, more))

  test('when uploaded at once after its end, with a single email', async () => {
    await upload(...instalments(10))
    expect(await outcomes()).toEqual([[7, 60]])
    expect(await mails()).toBe(1)
  })

  test('when it consists of three gifts of $30', async () => {
    await upload(...instalments(30).slice(0, 3))
    expect(await outcomes()).toEqual([[7, 90]])
    expect(await mails()).toBe(1)
  })

  test('when uploaded out of order in two files', async () => {
    const all = instalments(10)
    await upload(...all.slice(3).reverse())
    await upload(...all.slice(0, 3).reverse())
    expect(await outcomes()).toEqual([[7, 60]])
  })

  test('when uploaded one installment at a time while it runs', async () => {
    for (const one of instalments(10)) {
      app.clock.set(`${one.donatedAt.slice(0, 10)}T18:00:00Z`)
      await upload(one)
    }
    expect(await outcomes()).toEqual([[22, 60]])
  })

  test('when detected by interval and frequency column instead of an id', async () => {
    await upload(...instalments(10, { custom: { frequency: 'Monthly' } }))
    expect(await outcomes()).toEqual([[7, 60]])
  })

  test('but equal gifts without a frequency column are not a series', async () => {
    await upload(...instalments(30, { custom: {} }))
    expect((await outcomes()).length).toBe(6)
  })

  test('below the minimum has status 10 and merges with a later gift', async () => {
    await upload(...instalments(10).slice(0, 2))
    expect(await outcomes()).toEqual([[10, 20]])
    await upload(gift(10, 'Quillfeather Works', '2026-08-01'))
    expect(await outcomes()).toEqual([[7, 30]])
  })
})

describe('the yearly maximum', () => {
  test('is not used by declined matches', async () => {
    await upload(gift(5_000, 'Harrowgate Mills', '2026-03-01'))
    const [first] = await matches()
    const donor = { ...context(), actor: { kind: 'donor', userId: null } as const }
    await inTenant(app.platform.database, tenant, (db) =>
      moveMatches(db, donor, { donationIds: [Number(first?.id)], action: 'decline' }),
    )
    await upload(gift(400, 'Harrowgate Mills', '2026-04-01'))
    expect((await matches()).map((row) => [row.status_id, row.estimated_cents])).toEqual([
      [21, '500000'],
      [7, '40000'],
    ])
  })

  test('leaves a gift at 11, and evaluates it again when the other match is declined', async () => {
    await upload(
      gift(5_000, 'Harrowgate Mills', '2026-03-01'),
      gift(400, 'Harrowgate Mills', '2026-04-01', { organizationId: north }),
    )
    const [first, second] = await matches()
    expect(second).toMatchObject({ status_id: 11, reason_code: 'yearly_maximum', estimated_cents: '0' })
    const donor = { ...context(), actor: { kind: 'donor', userId: null } as const }
    await inTenant(app.platform.database, tenant, (db) =>
      moveMatches(db, donor, { donationIds: [Number(first?.id)], action: 'decline' }),
    )
    app.clock.advance({ seconds: 60 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect((await matches())[1]).toMatchObject({ status_id: 7, estimated_cents: '40000' })
  })
})

test('applies tiers of a ratio across the year: a later gift continues where an earlier one ended', async () => {
  await upload(gift(300, 'Ladder Tools', '2026-03-01'), gift(300, 'Ladder Tools', '2026-04-01'))
  expect((await matches()).map((row) => Number(row.estimated_cents))).toEqual([60_000, 50_000])
})

describe('incomplete policies', () => {
  const evaluated = async (employer: string) => {
    await upload(gift(400, employer, '2026-09-01'))
    const [row] = await app.query<Row & { estimate_is_certain: boolean }>(
      'SELECT * FROM donations WHERE organization_id = $1',
      [organization],
    )
    return row
  }

  test.each([
    ['a program for directors is none for everybody', 'Boardroom Steel', [11, 'employee_type_excluded', '0']],
    [
      'an employer of which nobody knows whether it matches is incomplete',
      'Nobody Knows Inc',
      [9, 'policy_incomplete', '0'],
    ],
    ['an unknown maximum makes the sum the most that it can be', 'Unsaid Motors', [7, 'method_csr', '40000']],
    ['with an unknown ratio the email contains no sum', 'Silent Foods', [7, 'method_csr', '0']],
  ])('%s', async (_case, employer, [status, reason, cents]) => {
    const row = await evaluated(employer)
    expect([row?.status_id, row?.reason_code, row?.estimated_cents]).toEqual([status, reason, cents])
    if (status === 7) expect(row?.estimate_is_certain).toBe(false)
  })

  test('exclude a Canadian charity from a program for 501(c)(3) organizations', async () => {
    await app.query("UPDATE organizations SET country = 'CA' WHERE id = $1", [organization])
    expect(await evaluated('Homeland Bank')).toMatchObject({ status_id: 11, reason_code: 'country_excluded' })
  })
})

test('matches the deductible part of any kind of gift, under any column name', async () => {
  const of = (kind: 'dues' | 'event_ticket' | null, custom: NewDonation['custom']) => ({
    fields: { ...blankDonation.fields, gift_kind: kind },
    custom,
  })
  await upload(
    gift(100, 'Quillfeather Works', '2026-03-01', of('dues', { gift_tax_deductible: '$60.00' })),
    gift(100, 'Quillfeather Works', '2026-03-02', of('dues', { non_deductible_amount: '40.00' })),
    gift(150, 'Quillfeather Works', '2026-03-03', of('event_ticket', { tax_deductible_amount: '90.00' })),
    gift(200, 'Quillfeather Works', '2026-03-04', of(null, { deductible: '150' })),
    gift(200, 'Quillfeather Works', '2026-03-05', of(null, { tax_deductible: '1' })),
    gift(200, 'Quillfeather Works', '2026-03-06', of(null, { deductible_amount: '0.00' })),
    gift(200, 'Quillfeather Works', '2026-03-07', of(null, { benefit_value: '$50.00' })),
    gift(200, 'Quillfeather Works', '2026-03-08', of(null, { fair_market_value: '50.00', deductible: '140' })),
    gift(200, 'Quillfeather Works', '2026-03-09', of(null, { fair_market_value: '200.00' })),
    gift(200, 'Quillfeather Works', '2026-03-10', of(null, { benefit_type: '50' })),
  )
  expect((await matches()).map((row) => [row.status_id, Number(row.estimated_cents)])).toEqual([
    [7, 6_000],
    [7, 6_000],
    [7, 9_000],
    [7, 15_000],
    [7, 20_000],
    [11, 0],
    [7, 15_000],
    [7, 14_000],
    [7, 20_000],
    [7, 20_000],
  ])
})

describe('a campaign', () => {
  const held = (terms: string) =>
    app.query(
      `INSERT INTO campaigns (organization_id, name, start_date, end_date, match_ratio, min_amount_cents, max_amount_cents)
       VALUES ($1, 'Spring', '2026-03-01', '2026-05-31', ${terms})`,
      [organization],
    )

  test.each([
    ["a blank minimum and ratio are the company's", "'', NULL, NULL", 10, 0],
    ['a minimum of 0 is none', "'', 0, NULL", 7, 10],
    ["its ratio goes before the company's, and is in the email", "'3:1', 0, 0", 7, 30],
  ])('%s', async (_case, terms, statusId, dollars) => {
    await held(terms)
    await upload(gift(10, 'Quillfeather Works', '2026-03-10'))
    expect((await matches())[0]).toMatchObject({ status_id: statusId, estimated_cents: String(dollars * 100) })
    const [evaluated] = await app.query<{ terms: { steps: { ratio: string }[] }; ratio: string }>(
      'SELECT terms, ratio FROM evaluations WHERE organization_id = $1',
      [organization],
    )
    const ratio = terms.includes('3:1') ? '3:1' : '1:1'
    expect([evaluated?.ratio, evaluated?.terms.steps[0]?.ratio]).toEqual([ratio, ratio])
  })
})

describe('kinds of gifts and donors', () => {
  test('reads the kind of employee from the employer text and applies its cap', async () => {
    await upload(gift(3_000, 'Oldmoor Press (Retired)', '2026-03-01'))
    expect((await matches())[0]).toMatchObject({ status_id: 7, estimated_cents: '100000' })
  })

  test('reads the kind of gift and the employment from the file', async () => {
    await upload(
      gift(100, 'Oldmoor Press', '2026-03-01', { fields: { ...blankDonation.fields, gift_kind: 'auction' } }),
      gift(100, 'Oldmoor Press', '2026-03-02', { fields: { ...blankDonation.fields, gift_kind: 'payroll' } }),
      gift(100, 'Oldmoor Press', '2026-03-03', { fields: { ...blankDonation.fields, employment: 'former' } }),
      gift(100, 'retired', '2026-03-04'),
    )
    expect((await matches()).map((row) => [row.status_id, row.reason_code])).toEqual([
      [11, 'gift_kind_excluded'],
      [15, 'payroll_gift'],
      [11, 'employee_type_excluded'],
      [19, 'no_employer'],
    ])
  })

  test('converts a minimum in Canadian dollars at the rate of the gift date', async () => {
    await upload(gift(80, 'Maple Rail', '2024-03-01'), gift(70, 'Maple Rail', '2024-05-01'))
    const [whole] = await matches()
    expect(whole).toMatchObject({ status_id: 7, estimate_is_certain: false })
  })
})

test('evaluates open matches of the other currency again after a new rate is entered', async () => {
  await upload(gift(80, 'Maple Rail', '2026-03-01'), gift(80, 'Oldmoor Press', '2026-03-02'))
  expect(await outcomes()).toEqual([
    [7, 80],
    [7, 80],
  ])
  const token = await app.signIn(await app.createUser({ isSuper: true }))
  const body = { since: '2026-01-01', cad_per_usd: 1.2, source: 'Bank of Canada' }
  await app.call(companies.saveExchangeRate, { body }, { token })
  app.clock.advance({ seconds: 60 })
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
  // $80 was C$111.82 and is now C$96.00, below the minimum of C$100.00.
  expect(await outcomes()).toEqual([
    [10, 80],
    [7, 80],
  ])
  await app.query('DELETE FROM exchange_rates WHERE since = $1', ['2026-01-01'])
})

describe('unanswered matches', () => {
  test('without a sent email close only at the deadline, with a separate reason code', async () => {
    await upload(gift(100, 'Tidewater Glass', '2026-09-10', { donor: { ...blankDonor, name: 'Ada Byron' } }))
    app.clock.set('2026-10-09T14:00:00Z')
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect((await matches())[0]?.status_id).toBe(7)
    app.clock.set('2026-10-11T14:00:00Z')
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect((await matches())[0]).toMatchObject({ status_id: 20, reason_code: 'not_reached' })
  })

  test('without a deadline or a sent email stay open', async () => {
    await upload(gift(100, 'Harrowgate Mills', '2026-03-10', { donor: { ...blankDonor, name: 'Ada Byron' } }))
    app.clock.set('2027-03-11T14:00:00Z')
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect((await matches())[0]?.status_id).toBe(7)
  })

  test('stay closed when the donor clicks after the deadline', async () => {
    await upload(gift(100, 'Tidewater Glass', '2026-09-10'))
    app.clock.set('2026-10-11T14:00:00Z')
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    const donor = { ...context(), actor: { kind: 'donor', userId: null } as const }
    const ids = (await matches()).map(({ id }) => Number(id))
    await expect(
      inTenant(app.platform.database, tenant, (db) =>
        moveMatches(db, donor, { donationIds: ids, action: 'open_instructions' }),
      ),
    ).rejects.toThrow('No Response')
    expect((await matches())[0]?.status_id).toBe(20)
  })
})

import { expectedMoney, payouts } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T14:00:00Z') })
})
afterAll(() => app.stop())

const companyNamed = async (name: string): Promise<number> => {
  const [row] = await app.query<{ id: string }>('SELECT id FROM companies WHERE name = $1', [name])
  return Number(row?.id)
}

async function foundation() {
  const id = await app.createOrganization({ name: 'Riverbend Example Foundation' })
  const token = await app.signIn(await app.createMember(id, 'write'))
  const company = await companyNamed('The Home Depot')
  const waits = [30, 40, 50, 60, 70, 80]
  const gift = (transaction: string, cents: number) => ({
    organization: id,
    transaction,
    at: '2026-02-01 10:00',
    cents,
    donor: 'Mira Fableton',
    company,
    estimatedCents: cents,
    status: 4,
  })
  await app.createDonations([...waits.map((days) => gift(`PAID-${days}`, 5000)), gift('LATE', 7550), gift('NEW', 2500)])
  const submitted = async (transaction: string, daysAgo: number) => {
    const at = new Date(app.clock().getTime() - daysAgo * 86_400_000)
    await app.query(
      `WITH moved AS (
         INSERT INTO donation_events (organization_id, donation_id, at, action, from_status_id, to_status_id, actor)
         SELECT organization_id, id, $3, 'submit', 7, 4, 'donor' FROM donations
         WHERE organization_id = $1 AND transaction_id = $2)
       UPDATE donations SET status_changed_at = $3 WHERE organization_id = $1 AND transaction_id = $2`,
      [id, transaction, at],
    )
  }
  for (const days of waits) await submitted(`PAID-${days}`, days)
  await submitted('LATE', 100)
  await submitted('NEW', 7)
  const body = {
    payer: 'The Home Depot Foundation',
    reference: '1001',
    paid_on: '2026-06-15',
    lines: waits.map((days) => ({ amount: 50, note: `PAID-${days}` })),
  }
  await app.call(payouts.addCheck, { params: { id }, body }, { token })
  return { id, token, company, params: { id } }
}

test('lists owed and paid money with payment times per company; overdue money is in the letter', async () => {
  const { company, params, token } = await foundation()
  const { companies, platforms, since } = await app.call(expectedMoney.listExpected, { params }, { token })
  expect(since).toBe('2025-06-15')
  expect(companies).toEqual([
    {
      company: { id: company, name: 'The Home Depot' },
      platform: platforms[0]?.platform ?? null,
      currency: 'USD',
      expected: { matches: 2, sum: 100.5 },
      oldest: '2026-03-07',
      overdue: { matches: 1, sum: 75.5 },
      received: { matches: 6, sum: 300 },
      median_days: 50,
      late_after_days: 94,
    },
  ])
  expect(platforms).toMatchObject([{ expected: { matches: 2 }, overdue: { sum: 75.5 }, received: { sum: 300 } }])
  const letter = await app.call(
    expectedMoney.getOverdue,
    { params: { ...params, companyId: company }, query: { currency: 'USD' } },
    { token },
  )
  expect(letter).toMatchObject({
    company: { name: 'The Home Depot' },
    organization: { name: 'Riverbend Example Foundation', language: 'en' },
    late_after_days: 94,
    overdue: { matches: 1, sum: 75.5 },
    gifts: [
      { donor_name: 'Mira Fableton', given_on: '2026-02-01', submitted_on: '2026-03-07', matched: 75.5, received: 0 },
    ],
  })
})

test('one letter asks a platform for the debts of several companies', async () => {
  const { id, params, token } = await foundation()
  const portal = { method: 'csr', csr_platform: 'benevity', submission_url: 'https://portal.example', ratio: '1:1' }
  const names = ['Quillfeather Works', 'Larkspur Paper'] as const
  const companies = await app.createCompanies(names.map((name) => ({ name, policy: portal })))
  const gifts = names.map((donor, at) => ({
    ...{ organization: id, transaction: `T-${at}`, at: '2026-01-05 10:00', cents: 4000, donor, status: 4 },
    ...{ company: companies.get(donor) ?? 0, estimatedCents: at * 2_500 },
  }))
  await app.createDonations([...gifts, ...gifts.map((gift) => ({ ...gift, transaction: `${gift.transaction}-new` }))])
  await app.query(
    `UPDATE donations SET status_changed_at = $2 WHERE organization_id = $1 AND transaction_id IN ('T-0', 'T-1')`,
    [id, new Date(app.clock().getTime() - 130 * 86_400_000)],
  )
  const { platforms } = await app.call(expectedMoney.listExpected, { params }, { token })
  expect(platforms.find(({ platform }) => platform === 'Benevity')).toMatchObject({
    expected: { matches: 4, sum: 50 },
    overdue: { matches: 2, sum: 25 },
  })
  const letterOf = (of: 'company' | 'platform') =>
    app.call(
      expectedMoney.getOverdue,
      { params: { ...params, companyId: companies.get('Larkspur Paper') ?? 0 }, query: { currency: 'USD', of } },
      { token },
    )
  expect(await letterOf('platform')).toMatchObject({
    late_after_days: 120,
    overdue: { matches: 2, sum: 25 },
    more: 0,
    gifts: [
      { company_name: 'Quillfeather Works', matched: 0 },
      { company_name: 'Larkspur Paper', matched: 25 },
    ],
  })
  expect((await letterOf('company')).gifts.map(({ company_name }) => company_name)).toEqual(['Larkspur Paper'])
  await app.query(`UPDATE donations SET status_changed_at = $2 WHERE organization_id = $1 AND transaction_id = 'T-1'`, [
    id,
    new Date(app.clock().getTime() - 131 * 86_400_000),
  ])
  expect((await letterOf('platform')).gifts.map(({ matched }) => matched)).toEqual([25, 0])
})

test('a letter limited to some gifts names the longest waits of all debtors together', async () => {
  const { id, params, token } = await foundation()
  const portal = { method: 'csr', csr_platform: 'benevity', submission_url: 'https://portal.example', ratio: '1:1' }
  const names = ['Thistledown Mills', 'Copperline Rail'] as const
  const companies = await app.createCompanies(names.map((name) => ({ name, policy: portal })))
  const most = expectedMoney.maxLetterGifts
  const gifts = Array.from({ length: most + 3 }, (_, at) => ({
    ...{
      organization: id,
      transaction: `M-${at}`,
      at: '2025-01-05 10:00',
      cents: 4_000,
      donor: `Donor ${at}`,
      status: 4,
    },
    ...{ company: companies.get(names[at % 2] ?? '') ?? 0, estimatedCents: 1_000 + at },
  }))
  await app.createDonations(gifts.toReversed())
  await app.query(
    `UPDATE donations SET status_changed_at = $2::timestamptz + substr(transaction_id, 3)::int * interval '1 day'
     WHERE organization_id = $1 AND transaction_id LIKE 'M-%'`,
    [id, new Date(app.clock().getTime() - 400 * 86_400_000)],
  )
  const letterOf = (of: 'company' | 'platform') =>
    app.call(
      expectedMoney.getOverdue,
      { params: { ...params, companyId: companies.get(names[0]) ?? 0 }, query: { currency: 'USD', of } },
      { token },
    )
  const whole = await letterOf('platform')
  expect(whole.gifts.map(({ donor_name }) => donor_name)).toEqual(
    Array.from({ length: most }, (_, at) => `Donor ${at}`),
  )
  const cents = gifts.slice(0, most).reduce((sum, { estimatedCents }) => sum + estimatedCents, 0)
  expect(whole.overdue).toEqual({ matches: most, sum: cents / 100 })
  expect(whole.more).toBe(3)
  const { companies: listed } = await app.call(expectedMoney.listExpected, { params }, { token })
  const overdue = listed.flatMap((one) => (names.some((name) => name === one.company?.name) ? one.overdue.matches : []))
  expect(overdue.toSorted()).toEqual([101, 102])
  expect(await letterOf('company')).toMatchObject({ overdue: { matches: 102 }, more: 0 })
})

test('an organization without requests expects nothing, and an unknown company has no letter', async () => {
  const id = await app.createOrganization({ name: 'New here' })
  const token = await app.signIn(await app.createMember(id, 'read'))
  const { companies, platforms } = await app.call(expectedMoney.listExpected, { params: { id } }, { token })
  expect([companies, platforms]).toEqual([[], []])
  const unknown = { params: { id, companyId: 999_999_999 }, query: { currency: 'USD' as const } }
  expect((await app.sendRoute(expectedMoney.getOverdue, unknown, { token })).status).toBe(404)
})

import { donationChanges, donations, donorMerges, publicMatch } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordErasedAddresses } from '../../donations/donor-identity/index.ts'

let app: TestApp
let smtp: FakeMailServer
let riverbend: number
let token: string
let quillon: number
let tinsel: number
let brimstead: number

const policy = {
  program: 'yes',
  method: 'csr',
  submission_url: 'https://give.quillon.example',
  ratio: '2:1',
  max_per_year_cents: 0,
  min_amount_cents: 2_500,
  source_url: 'https://www.quillon.example/giving',
  as_of: '2026-03',
}
const unknownMethod = {
  program: 'yes',
  method: null,
  ratio: '1:1',
  min_amount_cents: 5_000,
  max_per_year_cents: 1_000_000,
  deadline_rule: 'days:90',
}
const gift = { name: 'Dana Donor', email: 'dana@example.org', amount: 50, date: '2026-06-10', employer: 'Quillon' }
const page = (organization: string) => app.call(publicMatch.findPublicOrganizations, { params: { organization } })
const policyOf = (company: number, query: Record<string, unknown> = {}) =>
  app.call(publicMatch.getEmployerPolicy, { params: { company }, query })
const ask = (values: Record<string, unknown> = {}, organization = String(riverbend)) =>
  app.call(publicMatch.requestMatch, {
    params: { organization },
    body: { ...gift, company_id: quillon, ...values },
  })
const refusedFields = async (values: Record<string, unknown>) =>
  (
    await app.refusal(publicMatch.requestMatch, {
      params: { organization: String(riverbend) },
      body: { ...gift, company_id: quillon, ...values },
    })
  ).fields
const found = async (filters: Record<string, string>) =>
  (await app.call(donations.listDonations, { params: { id: riverbend }, query: { filters } }, { token })).donations
const listed = async (word: string) => [
  ...(await found({ donorNameEmail: word })),
  ...(await found({ donorNameEmail: word, unconfirmed: 'yes' })),
]

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0 } })
  riverbend = await app.createOrganization({ name: 'Riverbend Food Bank', city: 'Riverbend', mission: 'Food for all.' })
  token = await app.signIn(await app.createMember(riverbend, 'read'))
  const companies = await app.createCompanies([
    { name: 'Quillon Industries', aliases: ['Quillon'], policy },
    { name: 'Tinsel Toys', policy: { program: 'no' } },
    { name: 'Brimstead', policy: unknownMethod },
  ])
  brimstead = companies.get('Brimstead') ?? 0
  quillon = companies.get('Quillon Industries') ?? 0
  tinsel = companies.get('Tinsel Toys') ?? 0
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

describe("an organization's page", () => {
  it('is found by its lowercase name with a dash for the first space or for all, and by its ID', async () => {
    expect(publicMatch.matchPageName('Riverbend Food Bank')).toBe('riverbend-food bank')
    for (const word of ['riverbend-food bank', 'riverbend-food-bank', 'Riverbend Food Bank', String(riverbend)]) {
      expect((await page(word)).organizations).toMatchObject([{ id: riverbend, name: 'Riverbend Food Bank' }])
    }
  })

  it('shows only public data', async () => {
    const [shown] = (await page('riverbend-food bank')).organizations
    expect(Object.keys(shown ?? {}).sort()).toEqual([
      'city',
      'currency',
      'file_logo',
      'id',
      'mission',
      'name',
      'state',
      'today',
      'url',
    ])
  })

  it('shows the organization’s own texts once its setup is complete', async () => {
    await app.createOrganization({ name: 'New Here', complete: false, mission: 'Buy now', url: 'spam.example' })
    expect((await page('new-here')).organizations).toMatchObject([{ name: 'New Here', mission: '', url: '' }])
  })

  it('lists all organizations that share the name', async () => {
    const one = await app.createOrganization({ name: 'Oak Hill PTA', city: 'Austin' })
    const other = await app.createOrganization({ name: 'Oak Hill PTA', city: 'Boston' })
    expect((await page('oak-hill pta')).organizations.map(({ id }) => id)).toEqual([one, other])
  })

  it('returns 404 for unknown, cancelled and deactivated organizations, which accept no requests', async () => {
    await app.createOrganization({ name: 'Gone Away', cancelled_at: new Date() })
    await app.createOrganization({ name: 'Switched Off', rule_deactivated: true })
    for (const organization of ['gone-away', 'switched-off', 'never-was', '987654321', "x' OR 1=1--", '%00']) {
      const params = { organization }
      expect((await app.refusal(publicMatch.findPublicOrganizations, { params })).status).toBe(404)
      const body = { ...gift, company_id: quillon }
      expect((await app.refusal(publicMatch.requestMatch, { params, body })).status).toBe(404)
    }
  })
})

describe("an employer's policy", () => {
  it('includes the source and the date', async () => {
    expect(await policyOf(quillon)).toMatchObject({
      text: 'Quillon Industries matches employee gifts 2:1, from $25.',
      source_url: 'https://www.quillon.example/giving',
      source_text: 'From Quillon Industries, as of March 2026',
      gift: null,
    })
    expect((await app.refusal(publicMatch.getEmployerPolicy, { params: { company: 9_999_999 } })).status).toBe(404)
  })

  it('states eligible people and unknown facts, and hides a program for directors from employees', async () => {
    const change = (columns: string) => app.query(`UPDATE policies SET ${columns} WHERE company_id = $1`, [quillon])
    await change(
      `eligible_employees = '{"board members (25000 cap)"}', source_url = 'https://github.com/rennochj/proxy-statements/Quillon_DEF%2014A.pdf'`,
    )
    expect(await policyOf(quillon)).toMatchObject({
      has_program: 'unknown',
      text: 'Quillon Industries is known to match gifts only from its board members, not from other employees.',
      source_text: 'From Quillon Industries, proxy statement, as of March 2026',
    })
    const [rules] = await app.query(
      'SELECT max_per_year_cents, max_per_gift_cents FROM policies WHERE company_id = $1',
      [quillon],
    )
    await change(
      `eligible_employees = '{employees,retirees}', ratio = NULL, min_amount_cents = NULL, max_per_year_cents = NULL,
        max_per_gift_cents = NULL`,
    )
    expect((await policyOf(quillon)).text).toBe(
      'Quillon Industries has a matching program, but we don’t know its rules yet. Eligible: employees and retirees.',
    )
    await change(
      `eligible_employees = '{}', ratio = '2:1', min_amount_cents = 2500, max_per_year_cents = ${rules?.max_per_year_cents ?? 'NULL'},
        max_per_gift_cents = ${rules?.max_per_gift_cents ?? 'NULL'}, source_url = 'https://www.quillon.example/giving'`,
    )
  })

  it('previews a gift’s outcome by the rules of its later evaluation', async () => {
    const { gift: matched } = await policyOf(quillon, { amount: 50, organization: 'riverbend-food bank' })
    expect(matched).toMatchObject({ verdict: 'matched', match: 100, total: 150, is_certain: true })
    expect(matched?.text).toBe('Your gift of $50 could become $150.')
    const { gift: small } = await policyOf(quillon, { amount: 10 })
    expect(small).toMatchObject({ verdict: 'below_minimum', match: 0, total: 10 })
    expect(small?.text).toBe('Quillon Industries only matches gifts of $25 or more, and your gift is $10.')
    expect((await policyOf(tinsel, { amount: 50 })).gift).toMatchObject({ verdict: 'no_program', match: 0 })
    await app.query('UPDATE policies SET ratio = NULL WHERE company_id = $1', [quillon])
    const { gift: unknown } = await policyOf(quillon, { amount: 50 })
    await app.query(`UPDATE policies SET ratio = '2:1' WHERE company_id = $1`, [quillon])
    expect(unknown).toMatchObject({ verdict: 'matched', match: 0, is_certain: false })
    expect(unknown?.text).toContain('We don’t know')
  })
})

describe('an employer without a known way to request', () => {
  const outlook = async (query: Record<string, unknown>, columns = '') => {
    if (columns) await app.query(`UPDATE policies SET ${columns} WHERE company_id = $1`, [brimstead])
    return (await policyOf(brimstead, query)).gift
  }
  it('shows the amount and the deadline of an otherwise eligible gift', async () => {
    const date = '2026-06-10'
    const gift = await outlook({ amount: 300, date })
    expect(gift).toMatchObject({ verdict: 'matched', match: 300 })
    expect(gift?.last_day).toBe('2026-09-08')
    expect(gift?.text).toBe('Your gift of $300 could become up to $600. We don’t know yet how to request it.')
  })

  it('promises nothing below the minimum, after the deadline, or for a directors-only program', async () => {
    expect(await outlook({ amount: 40 })).toMatchObject({ verdict: 'below_minimum', match: 0 })
    expect(await outlook({ amount: 300, date: '2024-01-10' })).toMatchObject({ verdict: 'excluded', match: 0 })
    const leaders = await outlook({ amount: 300 }, `eligible_employees = '{"board members"}'`)
    expect(leaders).toMatchObject({ verdict: 'excluded', match: 0 })
    expect(leaders?.text).not.toContain('$600')
  })

  it('names the missing rule and each kind of employee once', async () => {
    const known = `ratio = NULL, eligible_employees = '{"employees (US)","employees (Canada)"}'`
    expect((await outlook({ amount: 300 }, known))?.text).toBe(
      'We don’t know yet how much Brimstead adds or how to request it. Request it anyway, and we’ll look into it and email you.',
    )
    expect((await policyOf(brimstead)).text).not.toContain('Eligible')
  })
})

describe('a match request', () => {
  it('is recorded as an unconfirmed gift of that organization, and one email asks its donor to confirm it', async () => {
    const response = await ask()
    expect(response.message).toContain('We’ll email dana@example.org a link to confirm your request')
    const [recorded] = await listed('dana@example.org')
    expect(recorded).toMatchObject({
      status_id: 24,
      unconfirmed: true,
      amount: 50,
      matched: 0,
      donated_at: '2026-06-10 00:00:00',
      company: { id: quillon },
      custom: { source: 'Match request on the public page' },
    })
    await smtp.received(1)
    expect(smtp.mails[0]?.to).toEqual(['dana@example.org'])
    const audit = await app.query(
      'SELECT action, subject, user_id, after FROM audit_events WHERE organization_id = $1',
      [riverbend],
    )
    expect(audit).toMatchObject([{ action: 'requested', subject: 'match', user_id: null }])
  })

  it('returns the same response and changes nothing when the gift is already recorded', async () => {
    const first = await ask({ email: 'twice@example.org' })
    expect(await ask({ email: 'Twice@Example.org', employer: 'Tinsel Toys', company_id: tinsel })).toEqual({
      ...first,
      steps: null,
      message: first.message.replace('twice@example.org', 'Twice@Example.org'),
    })
    expect(await listed('twice@')).toMatchObject([{ company: { id: quillon } }])
  })

  it('recognizes gifts under a donor’s previous address, by day and by transaction', async () => {
    await ask({ email: 'former@example.org', date: '2026-04-01' })
    await ask({ email: 'present@example.org', date: '2026-04-02' })
    const admin = { token: await app.signIn(await app.createMember(riverbend, 'admin')) }
    const added = await app.call(
      donationChanges.createDonation,
      {
        params: { id: riverbend },
        body: {
          donor_name: 'Dana Donor',
          donor_email: 'present@example.org',
          amount: 50,
          both_are_real: true,
          donated_at: '2026-04-03',
          company_name: 'Quillon',
          transaction_id: 'tx-former',
        },
      },
      admin,
    )
    const [former] = await listed('former@')
    await app.call(
      donorMerges.mergeDonors,
      { params: { id: added.donation.donor.id }, body: { other_id: former?.donor.id ?? 0 } },
      admin,
    )
    expect(await listed('present@')).toHaveLength(3)
    await ask({ email: 'former@example.org', date: '2026-04-02' })
    await ask({ email: 'former@example.org', date: '2026-04-04', transaction_id: 'tx-former' })
    expect(await listed('present@')).toHaveLength(3)
    await ask({ email: 'former@example.org', date: '2026-04-05' })
    expect(await listed('present@')).toHaveLength(4)
    await app.query('DELETE FROM rate_limits')
  })

  it('is temporarily refused while its donor is being erased', async () => {
    const donor = await app.createDonor({ organization: riverbend })
    const erasing = new pg.Client({ connectionString: app.database.connectionString })
    await erasing.connect()
    try {
      await erasing.query('BEGIN')
      await erasing.query('SELECT lock_families(ARRAY[$1::bigint])', [riverbend])
      const params = { organization: String(riverbend) }
      const body = { ...gift, company_id: quillon, email: 'erased@example.org' }
      const refused = app.refusal(publicMatch.requestMatch, { params, body })
      const waiting =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_incoming_donors%'"
      await expect.poll(() => app.query(waiting)).not.toEqual([])
      const person = { organization_id: riverbend, donor_key: 'erased@example.org' }
      await inTenant(app.platform.database, grantTenant(riverbend, [riverbend]), (db) =>
        recordErasedAddresses(db, app.platform, donor, [person]),
      )
      await erasing.query('COMMIT')
      expect((await refused).status).toBe(503)
    } finally {
      await erasing.end()
    }
    expect((await ask({ email: 'erased@example.org' })).message).toContain('Thank you')
  })

  it('keeps an unknown employer as typed', async () => {
    await ask({ email: 'other@example.org', employer: 'Zorblax Anvils', company_id: null })
    expect(await listed('other@')).toMatchObject([{ status_id: 24, company_name: 'Zorblax Anvils' }])
  })

  it('defaults to today in the organization’s time zone', async () => {
    expect((await page(String(riverbend))).organizations[0]?.today).toBe('2026-06-15')
    await ask({ email: 'today@example.org', date: undefined })
    expect(await listed('today@')).toMatchObject([{ donated_at: '2026-06-15 00:00:00' }])
  })

  it('waits while the organization is still being set up', async () => {
    const fresh = await app.createOrganization({ name: 'Fresh Start', complete: false })
    expect((await ask({ email: 'wait@example.org' }, String(fresh))).message).toContain('still setting up matching')
  })

  it('refuses an invalid gift with a message for the field', async () => {
    const { requestMessages: messages } = publicMatch
    expect(await refusedFields({ name: ' ' })).toEqual({ name: messages.name })
    expect(await refusedFields({ name: 'Win at https://spam.example' })).toEqual({ name: messages.name })
    expect(await refusedFields({ email: 'dana' })).toEqual({ email: messages.email })
    expect(await refusedFields({ amount: 0 })).toEqual({ amount: messages.amount })
    expect(await refusedFields({ amount: 10.001 })).toEqual({ amount: messages.amount })
    expect(await refusedFields({ employer: '' })).toEqual({ employer: messages.employer })
    expect(await refusedFields({ date: '2026-06-17' })).toEqual({ date: messages.dateAhead })
    expect(await refusedFields({ date: '2024-01-01' })).toEqual({ date: messages.dateOld })
  })

  it('accepts a bot that fills in the hidden field, but records nothing', async () => {
    expect(await ask({ email: 'robot@example.org', website: 'x' })).toMatchObject({ received: true })
    expect(await listed('robot@')).toEqual([])
  })

  it('limits the emails to one person', async () => {
    for (let day = 1; day <= 5; day++) await ask({ email: 'many@example.org', date: `2026-05-0${day}` })
    const refused = await app.refusal(publicMatch.requestMatch, {
      params: { organization: String(riverbend) },
      body: { ...gift, company_id: quillon, email: 'MANY@example.org', date: '2026-05-09' },
    })
    expect(refused.status).toBe(429)
  })
})

describe('an address that a stranger entered into the form', () => {
  it('gets one email a day across all organizations, each of which shows why its emails wait', async () => {
    const target = 'victim@example.org'
    const names = ['Cedar Shelter', 'Birch Clinic', 'Alder Library']
    const ids = await Promise.all(names.map((name) => app.createOrganization({ name, city: 'Riverbend' })))
    for (const id of ids) await ask({ email: target, name: 'Vic Tim' }, String(id))
    const waiting = async () =>
      (
        await app.query<{ problem: string }>(
          `SELECT problem FROM notifications WHERE organization_id = ANY ($1) AND state = 'queued' AND problem <> ''`,
          [ids],
        )
      ).map(({ problem }) => problem)
    await expect.poll(async () => (await waiting()).length).toBe(2)
    await expect.poll(() => smtp.mails.filter(({ to }) => to.includes(target)).length).toBe(1)
    for (const problem of await waiting()) expect(problem).toContain('more than one email a day')
    expect(smtp.mails.filter(({ to }) => to.includes(target))).toHaveLength(1)
  })
})

describe('texts for donors', () => {
  const languages = ['en', 'fr', 'es'] as const
  const change = (columns: string) => app.query(`UPDATE policies SET ${columns} WHERE company_id = $1`, [quillon])
  const textsOf = (query: Record<string, unknown>) =>
    Promise.all(languages.map(async (language) => (await policyOf(quillon, { ...query, language })).gift?.text))

  it('are in the language of the page', async () => {
    expect(await textsOf({ amount: 50 })).toEqual([
      'Your gift of $50 could become $150.',
      'Votre don de 50\u00a0$\u00a0US pourrait devenir 150\u00a0$\u00a0US.',
      'Su donación de $50 podría convertirse en $150.',
    ])
    expect((await policyOf(quillon, { language: 'fr' })).text).toBe(
      'Quillon Industries jumelle les dons de son personnel à 2:1, à partir de 25\u00a0$\u00a0US.',
    )
    const french = await ask({ email: 'francine@example.org', language: 'fr' })
    expect(french.message).toContain('Nous enverrons à francine@example.org un lien')
    expect(await app.query(`SELECT language FROM donors WHERE email = 'francine@example.org'`)).toEqual([
      { language: 'fr' },
    ])
  })

  it('speak to the donor about an exclusion and name the eligible people and nonprofits', async () => {
    await change(
      `eligible_employees = '{"board members",full-time}', eligible_nonprofits = '{"K-12 schools","United Way"}'`,
    )
    expect((await policyOf(quillon)).text).toBe(
      'Quillon Industries matches employee gifts 2:1, from $25. Eligible: board members and full-time employees. Eligible nonprofits: K-12 schools and United Way.',
    )
    await change(`eligible_employees = '{retirees}', eligible_nonprofits = '{}'`)
    const [english = '', ...others] = await textsOf({ amount: 50, organization: 'riverbend-food bank' })
    expect(english).toBe(
      'This gift probably can’t be matched. Quillon Industries only matches gifts from certain people.',
    )
    expect(new Set([english, ...others]).size).toBe(3)
    for (const text of [english, ...others]) expect(text).not.toMatch(/this donor|\{|undefined/i)
    await change(`eligible_employees = '{}', eligible_nonprofits = '{}'`)
  })
})

describe('pages of other origins', () => {
  const origin = { origin: 'https://charity.example' }

  it('may call public routes, without credentials', async () => {
    for (const path of [
      '/search/company-name/quillon',
      `/api/public/company/${quillon}`,
      '/api/public/organization/x',
    ]) {
      const response = await app.send('GET', path, { headers: origin })
      expect(response.headers.get('access-control-allow-origin'), path).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
    const preflight = await app.send('OPTIONS', '/api/public/organization/x/match-request', { headers: origin })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
  })

  it('may read no other routes', async () => {
    for (const path of ['/api/common', '/api/contact', '/api/companies', `/api/organization/${riverbend}`]) {
      const response = await app.send('GET', path, { headers: origin })
      expect(response.headers.get('access-control-allow-origin'), path).toBeNull()
      expect((await app.send('OPTIONS', path, { headers: origin })).status).toBe(404)
    }
  })
})

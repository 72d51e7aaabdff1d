import { donationChanges, donations, donors } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let organization: number
let token: string
const clock = settableClock('2026-06-10T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...portal, min_amount_cents: 2500 } },
    { name: 'Harrowgate Mills', policy: { ...portal, ratio: '2:1' } },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set('2026-06-10T15:00:00Z')
  organization = await app.createOrganization()
  token = await app.signIn(await app.createMember(organization, 'write'))
})

const add = async (name: string, email: string, more: object = {}) =>
  (
    await app.call(
      donationChanges.createDonation,
      {
        params: { id: organization },
        body: { donor_name: name, donor_email: email, amount: 50, donated_at: '2026-06-01', ...more },
      },
      { token },
    )
  ).donation
const list = (search = '', by = token) =>
  app.call(donors.listDonors, { params: { id: organization }, query: { search } }, { token: by })
const get = async (id: number) => (await app.call(donors.getDonor, { params: { id } }, { token })).donor
const change = async (id: number, body: object) =>
  (await app.call(donors.updateDonor, { params: { id }, body }, { token })).donor
const refusedChange = (id: number, body: object) => app.refusal(donors.updateDonor, { params: { id }, body }, { token })

describe('the list of donors', () => {
  test('is sorted by name, with sums for all found donors', async () => {
    await add('Zoe Quill', 'zoe@example.net')
    await add('ada byron', 'ada@example.net', { company_name: 'Quillfeather Works' })
    await add('Ada Byron', 'ada@example.net', { amount: 20, donated_at: '2026-05-01' })
    const { donors: rows, total } = await list()
    expect(total).toBe(2)
    expect(rows.map(({ name }) => name)).toEqual(['ada byron', 'Zoe Quill'])
    expect(rows[0]).toMatchObject({
      last_gift: '2026-06-01',
      suppression: null,
      sums: [{ currency: 'USD', gifts: 2, given: 70, could_be_matched: 50, submitted: 0 }],
    })
    expect((await list('ZOE')).donors.map(({ email }) => email)).toEqual(['zoe@example.net'])
    expect(await list('nobody')).toEqual({ donors: [], total: 0 })
  })

  test('is paged, and shows donors of chapters to the parent only', async () => {
    const chapter = await app.createOrganization({ name: 'North', parent_id: organization })
    await app.createDonors([
      { organization, name: 'Bea' },
      { organization: chapter, name: 'Abe' },
      { organization, name: 'Cy' },
    ])
    const page = (number: number) =>
      app.call(donors.listDonors, { params: { id: organization }, query: { page: number, per_page: 2 } }, { token })
    expect((await page(1)).donors.map(({ name }) => name)).toEqual(['Abe', 'Bea'])
    expect(await page(2)).toMatchObject({ donors: [{ name: 'Cy', sums: [] }], total: 3 })
    const own = await app.signIn(await app.createMember(chapter, 'read'))
    const { donors: rows } = await app.call(donors.listDonors, { params: { id: chapter } }, { token: own })
    expect(rows.map(({ name }) => name)).toEqual(['Abe'])
  })
})

describe('the page of a donor', () => {
  test('shows gifts, emails, the employer and its source, answers, and unsubscriptions', async () => {
    const gift = await add('Ada Byron', 'ada@example.net', { company_name: 'Quillfeather Works' })
    await app.query(
      `INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, 'ada@example.net', 'unsubscribed', now())`,
      [organization],
    )
    await app.query(
      `INSERT INTO donation_events (organization_id, donation_id, at, action, to_status_id, actor, changes)
       VALUES ($1, $2, now(), 'give_employer', 7, 'donor', '[{"field": "company", "from": null, "to": "Quillfeather Works"}]')`,
      [organization, gift.id],
    )
    expect(await get(gift.donor_id)).toMatchObject({
      name: 'Ada Byron',
      first_gift: '2026-06-01',
      last_gift: '2026-06-01',
      suppression: { reason: 'unsubscribed' },
      sums: [{ given: 50, could_be_matched: 50 }],
      gifts: [{ id: gift.id, amount: 50, matched: 50, status_id: 7, company_name: 'Quillfeather Works' }],
      mails: [{ donation_id: gift.id, kind: 'initial', state: 'queued', bounced: false }],
      employers: [{ name: 'Quillfeather Works', how: 'name', donation_id: gift.id, told_by: { actor: 'donor' } }],
      answers: [{ donation_id: gift.id, action: 'give_employer' }],
    })
  })

  test("shows each gift's own amount, so that gifts add up to the total", async () => {
    const small = { company_name: 'Quillfeather Works', amount: 20 }
    const first = await add('Ada Byron', 'ada@example.net', small)
    await add('Ada Byron', 'ada@example.net', { ...small, amount: 15 })
    const { gifts, sums } = await get(first.donor_id)
    expect(gifts.map(({ amount, own_amount, is_part }) => ({ amount, own_amount, is_part }))).toEqual([
      { amount: 35, own_amount: 15, is_part: false },
      { amount: 20, own_amount: 20, is_part: true },
    ])
    expect(sums).toMatchObject([{ given: 35 }])
  })

  test('lists the same person in chapters', async () => {
    const chapter = await app.createOrganization({ name: 'North', parent_id: organization })
    const [own, there] = await app.createDonors([
      { organization, name: 'Ada Byron', email: 'ada@example.net' },
      { organization: chapter, name: 'Ada B', email: 'ada@example.net' },
    ])
    expect((await get(own ?? 0)).elsewhere).toEqual([
      { id: there, organization: { id: chapter, name: 'North' }, gifts: 0 },
    ])
  })
})

describe('a donor that is changed', () => {
  test('is also found by their former address and stays unsubscribed', async () => {
    const { donor_id } = await add('Ada Byron', 'ada@example.net')
    await app.query(
      `INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, 'ada@example.net', 'unsubscribed', now())`,
      [organization],
    )
    const changed = await change(donor_id, { name: 'Ada Lovelace', email: 'Lovelace@example.net', city: 'Peoria' })
    expect(changed).toMatchObject({
      name: 'Ada Lovelace',
      email: 'Lovelace@example.net',
      city: 'Peoria',
      former_addresses: ['ada@example.net'],
      suppression: { reason: 'unsubscribed' },
      events: [{ action: 'changed' }],
    })
    const again = await add('Ada Byron', 'ada@example.net', { amount: 75 })
    expect(again.donor_id).toBe(donor_id)
    expect((await list('ada@example.net')).donors.map(({ id }) => id)).toEqual([donor_id])
    expect((await list()).total).toBe(1)
    expect(await change(donor_id, { email: 'ada@example.net' })).toMatchObject({
      email: 'ada@example.net',
      former_addresses: ['Lovelace@example.net'],
    })
  })

  test("cannot get another donor's address; the refusal explains what to do", async () => {
    await add('A. Byron', 'bo@example.net')
    const { donor_id } = await add('Ada Byron', 'ada@example.net')
    const { status, fields } = await refusedChange(donor_id, { email: 'BO@example.net' })
    expect({ status, fields }).toEqual({ status: 409, fields: { email: donors.donorMessages.taken } })
    expect((await refusedChange(donor_id, { name: '', email: '' })).fields).toEqual({ name: donors.donorMessages.name })
  })

  test('returns a conflict for each field that another user changed', async () => {
    const { donor_id } = await add('Ada Byron', 'ada@example.net')
    const { version } = await get(donor_id)
    await change(donor_id, { city: 'Peoria', version })
    const { status, message, fields } = await refusedChange(donor_id, { city: 'Pekin', zip: '61554', version })
    expect({ status, message }).toEqual({ status: 409, message: donors.donorMessages.lost })
    expect(fields?.['city']).toMatch(/^Changed by .+ meanwhile: Peoria$/)
    expect(await change(donor_id, { zip: '61554', version })).toMatchObject({ city: 'Peoria', zip: '61554' })
  })

  test('with a new employer, has open matches evaluated again', async () => {
    const open = await add('Ada Byron', 'ada@example.net')
    const settled = await add('Ada Byron', 'ada@example.net', { company_name: 'Quillfeather Works', amount: 60 })
    await app.call(
      donationChanges.confirmDonations,
      { body: { donation_ids: [settled.id], status: 'submitted' } },
      { token },
    )
    expect(open.status_id).toBe(23)
    const changed = await change(open.donor_id, { company_name: 'Harrowgate Mills' })
    expect(changed.gifts.find(({ id }) => id === open.id)).toMatchObject({ status_id: 7, matched: 100 })
    expect(changed.gifts.find(({ id }) => id === settled.id)).toMatchObject({
      status_id: 4,
      company_name: 'Quillfeather Works',
    })
    const { donation } = await app.call(donations.getDonation, { params: { id: open.id } }, { token })
    expect(donation.events.at(-1)).toMatchObject({ action: 'edit', to_status_id: 7 })
    expect((await refusedChange(open.donor_id, { company_id: 999_999 })).fields).toEqual({
      company: donors.donorMessages.unknownCompany,
    })
  })
})

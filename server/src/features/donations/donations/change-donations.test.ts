import { donationChanges, donations, matchNotes } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { lockIncomingDonors } from '../../matches/family/index.ts'
import { applyTimeTransitions } from '../../matches/matches/index.ts'

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
    { name: 'Capstone Foods', policy: { ...portal, max_per_year_cents: 10_000 } },
    { name: 'Oldmoor Press', policy: { ...portal, eligible_employees: ['employees', 'retirees (30 cap)'] } },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set('2026-06-10T15:00:00Z')
  organization = await app.createOrganization()
  token = await app.signIn(await app.createMember(organization, 'write'))
})

/** Sessions expire. */
const later = async (days: number): Promise<void> => {
  clock.advance({ days })
  token = await app.signIn(await app.createMember(organization, 'write'))
}

let count = 0
const add = async (more: object = {}, by = token) =>
  (
    await app.call(
      donationChanges.createDonation,
      {
        params: { id: organization },
        body: {
          donor_name: 'Ada Byron',
          donor_email: `ada${++count}@example.net`,
          amount: 50,
          donated_at: '2026-06-01',
          company_name: 'Quillfeather Works',
          ...more,
        },
      },
      { token: by },
    )
  ).donation
const get = async (id: number) => (await app.call(donations.getDonation, { params: { id } }, { token })).donation
const change = (id: number, body: object, by = token) =>
  app.call(donationChanges.updateDonation, { params: { id }, body }, { token: by })
const refusedChange = (id: number, body: object, by = token) =>
  app.refusal(donationChanges.updateDonation, { params: { id }, body }, { token: by })
const confirm = (ids: number[], status: donationChanges.ConfirmStatus) =>
  app.call(donationChanges.confirmDonations, { body: { donation_ids: ids, status } }, { token })
const refusedConfirm = (ids: number[], status: donationChanges.ConfirmStatus) =>
  app.refusal(donationChanges.confirmDonations, { body: { donation_ids: ids, status } }, { token })
const undo = (given: donationChanges.Undo | null) =>
  app.call(donationChanges.undoChange, { params: { id: organization }, body: { undo_id: given?.id ?? '' } }, { token })
const refusedUndo = (given: donationChanges.Undo | null) =>
  app.refusal(
    donationChanges.undoChange,
    { params: { id: organization }, body: { undo_id: given?.id ?? '' } },
    { token },
  )
const mailsOf = (id: number) =>
  app.query('SELECT status_id, state FROM notifications WHERE donation_id = $1 ORDER BY id', [id])
const trail = () =>
  app.query('SELECT action, subject_id, before, after FROM audit_events WHERE organization_id = $1 ORDER BY id', [
    organization,
  ])

describe('another employer for a submitted match', () => {
  const companyId = async (name: string) =>
    (await app.query<{ id: number }>('SELECT id::int FROM companies WHERE name = $1', [name]))[0]?.id
  const submitted = async () => {
    const gift = await add()
    await app.query("UPDATE notifications SET state = 'sent', sent_at = $2 WHERE donation_id = $1", [gift.id, clock()])
    await confirm([gift.id], 'submitted')
    return get(gift.id)
  }

  test('keeps the match submitted if that employer already has the request, and logs that no request was sent', async () => {
    const gift = await submitted()
    const mails = await mailsOf(gift.id)
    const { donation } = await change(gift.id, { company_id: await companyId('Harrowgate Mills') })
    expect([donation.status_id, donation.company?.name, donation.matched]).toEqual([4, 'Harrowgate Mills', 50])
    expect(donation.payment_state).toBe('expected')
    const lastEvent = donation.events.at(-1)
    expect([lastEvent?.action, lastEvent?.changes.map(({ field }) => field).includes('company')]).toEqual([
      'edit',
      true,
    ])
    expect(lastEvent?.why).toContain('nobody was asked again')
    expect(await mailsOf(gift.id)).toEqual(mails)
    expect((await refusedChange(gift.id, { company_name: 'Somewhere Else' })).fields).toEqual({
      company: 'This match is submitted: choose its employer from the list.',
    })
  })

  test('restarts the match if that employer has no request yet: new rules, new email, no expected money, and an undo', async () => {
    const gift = await submitted()
    const body = { company_id: await companyId('Harrowgate Mills'), reprocess: true }
    const preview = await app.call(donationChanges.previewChange, { params: { id: gift.id }, body }, { token })
    expect([preview.status_id, preview.review.mails]).toEqual([7, 1])
    expect((await get(gift.id)).status_id).toBe(4)
    const { donation, undo: way } = await change(gift.id, body)
    expect([donation.status_id, donation.company?.name, donation.matched]).toEqual([7, 'Harrowgate Mills', 100])
    expect(donation.payment_state).toBe('none')
    expect(donation.events.at(-1)).toMatchObject({ action: 'give_employer', from_status_id: 4, to_status_id: 7 })
    expect((await mailsOf(gift.id)).at(-1)).toEqual({ status_id: 7, state: 'queued' })
    await undo(way)
    expect(await get(gift.id)).toMatchObject({ status_id: 4, payment_state: 'expected', matched: 50 })
  })

  test('is the only change that restarts a submitted match', async () => {
    const gift = await submitted()
    expect((await refusedChange(gift.id, { amount: 60, reprocess: true })).status).toBe(409)
    expect((await refusedChange(gift.id, { company_id: gift.company_id, reprocess: true })).status).toBe(409)
    expect((await get(gift.id)).status_id).toBe(4)
  })
})

describe('a gift entered by hand', () => {
  test('is evaluated immediately, with an audit entry and a delayed email', async () => {
    const gift = await add({ custom: { campaign: 'Spring gala', history: 'not ours to say' } })
    expect(gift).toMatchObject({
      amount: 50,
      status_id: 7,
      matched: 50,
      donated_at: '2026-06-01 00:00:00',
      custom: { campaign: 'Spring gala' },
      events: [{ action: 'create', actor: 'user' }],
    })
    expect(await mailsOf(gift.id)).toEqual([{ status_id: 7, state: 'queued' }])
    expect(await trail()).toMatchObject([{ action: 'added', subject_id: String(gift.id), after: { amount: 50 } }])
  })

  test('is not recorded twice; the refusal contains the existing gift', async () => {
    const body = { donor_email: 'twice@example.net' }
    const { id } = await add(body)
    const refused = await app.refusal(
      donationChanges.createDonation,
      {
        params: { id: organization },
        body: { donor_name: 'Ada Byron', ...body, amount: 50, donated_at: '2026-06-01' },
      },
      { token },
    )
    expect(refused.status).toBe(409)
    expect(refused.message).toContain(`as match ${id}`)
    expect((await add({ ...body, transaction_id: 'second' })).id).not.toBe(id)
  })

  test('can name a currency, decodes HTML entities in names, and refuses unknown fields', async () => {
    const gift = await add({ donor_name: 'Pat O&#39;Brien', company_name: 'AT&amp;T', currency: 'CAD', amount: 38 })
    expect(gift).toMatchObject({ donor_name: "Pat O'Brien", currency: 'CAD', company_name: 'AT&T' })
    const refuse = async (body: object) => {
      const given = { donor_name: 'Ada', amount: 5, donated_at: '2026-06-01', ...body }
      const refused = await app.refusal(
        donationChanges.createDonation,
        { params: { id: organization }, body: given },
        { token },
      )
      return [refused.status, refused.message]
    }
    expect(await refuse({ currency: 'MXN' })).toEqual([422, 'currency should be one of: USD, CAD.'])
    expect(await refuse({ benefit_value: 4 })).toEqual([422, 'The request can’t have benefit_value.'])
  })

  test('requires donor, amount and a day that is not in the future', async () => {
    const refuse = async (body: object) =>
      (
        await app.refusal(
          donationChanges.createDonation,
          {
            params: { id: organization },
            body: { donor_name: 'Ada', amount: 5, donated_at: '2026-06-01', ...body },
          },
          { token },
        )
      ).fields
    expect(await refuse({ donor_name: ' ' })).toEqual({ donor_name: 'Enter the donor’s name' })
    expect(await refuse({ donor_name: 'x'.repeat(201) })).toEqual({ donor_name: 'Use at most 200 characters' })
    expect(await refuse({ amount: 0 })).toEqual({ amount: 'Enter an amount like 25' })
    expect(await refuse({ donated_at: '2026-02-30' })).toEqual({ donated_at: 'Enter a date like 2026-11-20' })
    expect(await refuse({ donated_at: '2026-06-11' })).toEqual({ donated_at: 'The date is in the future' })
    expect(await refuse({ company_id: 999_999_999 })).toEqual({ company_id: 'That company isn’t in the directory.' })
  })
})

describe('an edit', () => {
  test('evaluates the gift again, logs old and new values, and can be undone completely', async () => {
    const { id } = await add({ amount: 20 })
    expect((await get(id)).status_id).toBe(10)
    const { donation, undo: back } = await change(id, { amount: 40, custom: { fund: 'Roof' } })
    expect(donation).toMatchObject({ amount: 40, status_id: 7, matched: 40, custom: { fund: 'Roof' } })
    expect(donation.events.at(-1)).toMatchObject({
      action: 'edit',
      from_status_id: 10,
      to_status_id: 7,
      changes: [
        { field: 'amount', from: 20, to: 40 },
        { field: 'custom.fund', from: null, to: 'Roof' },
      ],
    })
    expect((await trail()).at(-1)).toMatchObject({
      action: 'changed',
      before: { amount: 20 },
      after: { amount: 40, 'custom.fund': 'Roof' },
    })
    await undo(back)
    expect(await get(id)).toMatchObject({ amount: 20, status_id: 10, matched: 0, custom: {} })
    expect((await get(id)).events.at(-1)).toMatchObject({ action: 'undone', from_status_id: 7, to_status_id: 10 })
    expect((await mailsOf(id)).filter(({ state }) => state === 'queued')).toEqual([{ status_id: 10, state: 'queued' }])
  })

  test('takes a gift out of a merge again when undone', async () => {
    const donor = { donor_email: 'merging@example.net', amount: 15 }
    const first = await add({ ...donor, donated_at: '2026-05-01' })
    const second = await add({ ...donor, amount: 5 })
    const { undo: back } = await change(second.id, { amount: 15 })
    expect(await get(second.id)).toMatchObject({ amount: 30, status_id: 7 })
    expect((await get(first.id)).merged_into_id).toBe(second.id)
    await undo(back)
    expect(await get(second.id)).toMatchObject({ amount: 5, status_id: 10, recurring_history: [] })
    expect(await get(first.id)).toMatchObject({ amount: 15, status_id: 10, merged_into_id: null })
  })

  test("of the donor's relation to the employer applies the policy for that relation", async () => {
    const { id } = await add({ company_name: 'Oldmoor Press' })
    const { donation } = await change(id, { employment: 'retired' })
    expect(donation).toMatchObject({ status_id: 7, employment: 'retired', matched: 30 })
    const { donation: spouse } = await change(id, { employment: 'spouse' })
    expect(spouse).toMatchObject({ status_id: 11, reason_code: 'employee_type_excluded' })
  })

  test.each([
    ['2026-06-01T10:15:00Z', '2026-06-01 06:15:00'],
    ['2026-06-01T02:15:00.250Z', '2026-05-31 22:15:00'],
    ['2026-06-01T23:30:00-08:00', '2026-06-02 03:30:00'],
    ['06/01/2026', '2026-06-01 00:00:00'],
  ])("reads %s in the organization's time zone", async (given, stored) => {
    const gift = await add({ donated_at: given })
    expect(gift.donated_at).toBe(stored)
    const other = await add()
    expect((await change(other.id, { donated_at: given })).donation.donated_at).toBe(stored)
  })

  test('refuses a future day and accepts an unchanged unknown employment', async () => {
    const { id } = await add()
    expect((await refusedChange(id, { donated_at: '2099-06-20' })).fields).toEqual({
      donated_at: 'The date is in the future',
    })
    expect((await change(id, { employment: null, gift_kind: null, amount: 51 })).donation).toMatchObject({
      amount: 51,
      employment: null,
    })
  })

  test('without new values changes nothing', async () => {
    const gift = await add()
    const { donation, undo: back } = await change(gift.id, { amount: 50, company_name: 'Quillfeather Works' })
    expect(back).toBeNull()
    expect(donation.version).toBe(gift.version)
    expect(await trail()).toHaveLength(1)
  })

  test('of the same field by two users returns a conflict with the first value; other fields are saved', async () => {
    const gift = await add()
    const other = await app.createUser({ name: 'Ines Falk' })
    await app.addMember(organization, other, 'write')
    await change(gift.id, { amount: 60, version: gift.version }, await app.signIn(other))
    const refused = await refusedChange(gift.id, { amount: 70, version: gift.version })
    expect(refused.status).toBe(409)
    expect(refused.fields).toEqual({ amount: 'Changed by Ines Falk meanwhile: 60.00' })
    const { donation } = await change(gift.id, { custom: { fund: 'Roof' }, version: gift.version })
    expect(donation).toMatchObject({ amount: 60, custom: { fund: 'Roof' } })
    expect((await change(gift.id, { amount: 70, version: donation.version })).donation.amount).toBe(70)
  })

  test('of a submitted match is saved and restarts nothing', async () => {
    const { id } = await add()
    await confirm([id], 'submitted')
    expect((await change(id, { amount: 75 })).donation).toMatchObject({ amount: 75, status_id: 4 })
    const refused = await refusedChange(id, { reprocess: true })
    expect([refused.status, refused.message]).toEqual([
      409,
      'The company already has the request, so this match can’t restart and no email will be sent.',
    ])
  })

  test('of a part evaluates its match again and can be undone', async () => {
    const donor = { donor_email: 'part@example.net', amount: 15 }
    const first = await add({ ...donor, donated_at: '2026-05-01' })
    const second = await add(donor)
    const whole = async () => {
      const { amount, status_id } = await get(second.id)
      return [amount, status_id]
    }
    expect(await whole()).toEqual([30, 7])
    const { undo: back } = await change(first.id, { amount: 20 })
    expect(await whole()).toEqual([35, 7])
    await undo(back)
    expect(await whole()).toEqual([30, 7])
    await change(first.id, { amount: 5 })
    expect(await whole()).toEqual([15, 10])
    expect((await get(first.id)).merged_into_id).toBeNull()
    await change(first.id, { amount: 15 })
    expect(await whole()).toEqual([30, 7])
    expect((await refusedChange(first.id, { reprocess: true })).message).toContain('part of another match')
    await confirm([second.id], 'submitted')
    await change(first.id, { amount: 12, donated_at: '2026-05-02' })
    expect(await whole()).toEqual([27, 4])
    expect((await get(second.id)).matched).toBe(30)
    expect((await refusedChange(second.id, { amount: 20 })).fields).toEqual({
      amount:
        'This match combines several gifts, and its amount is their total. Change the amount of a single gift instead.',
    })
  })

  test('moves all gifts of a match to another donor, and the undo moves them back', async () => {
    const donor = { donor_email: 'several@example.net', amount: 15 }
    const first = await add({ ...donor, donated_at: '2026-05-01' })
    const whole = await add(donor)
    const other = await add({ amount: 10 })
    const stands = async () =>
      Promise.all(
        [first, whole].map(async ({ id }) => {
          const { amount, status_id, matched, merged_into_id, donor_id } = await get(id)
          return { amount, status_id, matched, merged_into_id, donor_id }
        }),
      )
    const before = await stands()
    expect(before[1]).toMatchObject({ amount: 30, status_id: 7, matched: 30 })
    const { undo: back } = await change(whole.id, { donor_id: other.donor_id })
    expect(await stands()).toEqual(before.map((row) => ({ ...row, donor_id: other.donor_id })))
    expect((await get(first.id)).events.at(-1)).toMatchObject({
      changes: [{ field: 'donor', from: 'several@example.net', to: other.donor.email }],
    })
    await undo(back)
    expect(await stands()).toEqual(before)
    // same for a submitted match
    await confirm([whole.id], 'submitted')
    await change(whole.id, { donor_id: other.donor_id })
    const asked = before.map((row, place) => ({ ...row, donor_id: other.donor_id, ...(place && { status_id: 4 }) }))
    expect(await stands()).toEqual(asked)
  })

  test("leaves another chapter's gift with its donor, outside of the moved match", async () => {
    await app.query("UPDATE organizations SET ein = '12-3456789' WHERE id = $1", [organization])
    const chapter = await app.createOrganization({ ein: '12-3456789', parent_id: organization, type: 'chapter' })
    const gift = { donor_email: 'chapters@example.net', amount: 15 }
    const body = { donor_name: 'Ada Byron', company_name: 'Quillfeather Works', donated_at: '2026-05-01', ...gift }
    const theirs = (await app.call(donationChanges.createDonation, { params: { id: chapter }, body }, { token }))
      .donation
    const whole = await add(gift)
    expect(await get(whole.id)).toMatchObject({ amount: 30, status_id: 7 })
    const other = await add()
    await change(whole.id, { donor_id: other.donor_id })
    expect(await get(whole.id)).toMatchObject({ amount: 15, status_id: 10, donor_id: other.donor_id })
    expect(await get(theirs.id)).toMatchObject({
      amount: 15,
      status_id: 10,
      merged_into_id: null,
      donor_id: theirs.donor_id,
    })
  })

  test('moves the gift to another donor of the same organization only', async () => {
    const [one, other] = [await add(), await add()]
    expect((await change(one.id, { donor_id: other.donor_id })).donation.donor.email).toBe(other.donor.email)
    expect((await refusedChange(one.id, { donor_id: 999_999_999 })).fields).toEqual({
      donor_id: 'There’s no donor with this ID.',
    })
  })

  test('silences and un-silences, once', async () => {
    const { id } = await add()
    expect((await change(id, { silenced: true })).donation.silenced).toBe(true)
    expect((await change(id, { silenced: true })).undo).toBeNull()
    const { donation, undo: back } = await change(id, { silenced: false })
    expect(donation.silenced).toBe(false)
    await undo(back)
    expect((await get(id)).silenced).toBe(true)
  })
})

test("'& Re-Email' restarts a match that its donor had begun and repeats its emails", async () => {
  const { id } = await add()
  await app.query(`UPDATE notifications SET state = 'sent', sent_at = now() WHERE donation_id = $1`, [id])
  const { donation, undo: back } = await change(id, { reprocess: true, company_name: 'Harrowgate Mills' })
  expect(donation).toMatchObject({ status_id: 7, matched: 100 })
  expect(await mailsOf(id)).toEqual([
    { status_id: 7, state: 'sent' },
    { status_id: 7, state: 'queued' },
  ])
  await undo(back)
  expect(await get(id)).toMatchObject({ matched: 50, company_name: 'Quillfeather Works' })
  expect(await mailsOf(id)).toEqual([
    { status_id: 7, state: 'sent' },
    { status_id: 7, state: 'skipped' },
  ])
})

test('a preview returns the resulting status and emails without changing anything', async () => {
  const gift = await add({ donor_email: 'preview@example.net' })
  await app.query(`UPDATE notifications SET state = 'sent', sent_at = now() WHERE donation_id = $1`, [gift.id])
  const preview = (body: object) =>
    app.call(donationChanges.previewChange, { params: { id: gift.id }, body }, { token })
  expect(await preview({ reprocess: true, amount: 20 })).toMatchObject({
    status_id: 10,
    review: { mails: 1, sample: { to: expect.stringContaining('preview@example.net') } },
  })
  await change(gift.id, { silenced: true })
  expect(await preview({ reprocess: true })).toMatchObject({
    status_id: 7,
    review: { mails: 0, not_sent: [{ why: 'The match is silenced.', count: 1 }] },
  })
  expect(await get(gift.id)).toMatchObject({ amount: 50, status_id: 7 })
  expect(await mailsOf(gift.id)).toHaveLength(1)
})

describe('concurrent changes', () => {
  const waitingFor = (name: string) =>
    app.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${name}%'`,
    )

  test('wait for changes of the same person and for bulk work, but not for other people', async () => {
    const held = await add()
    const same = await add({ donor_email: held.donor.email, amount: 51 })
    const other = await add()
    const holder = new pg.Client({ connectionString: app.database.connectionString })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query(`SELECT hold_people(ARRAY[$1::bigint], ARRAY[$2::bigint], '{}')`, [organization, held.id])
      expect((await change(other.id, { amount: 60 })).donation.amount).toBe(60)
      await confirm([other.id], 'submitted')
      expect((await add()).amount).toBe(50)
      const changed = change(same.id, { amount: 70 })
      await expect.poll(() => waitingFor('hold_people')).toHaveLength(1)
      const added = add({ donor_email: held.donor.email, amount: 52 })
      await expect.poll(() => waitingFor('lock_incoming_donors')).toHaveLength(1)
      const forAll = confirm([other.id, same.id], 'submitted')
      await expect.poll(() => waitingFor('lock_families')).toHaveLength(1)
      await holder.query('COMMIT')
      expect((await changed).donation.amount).toBe(70)
      expect((await added).amount).toBe(52)
      expect((await forAll).donations).toHaveLength(2)
    } finally {
      await holder.end()
    }
  })

  test("also lock the gift's new donor if it changed while waiting", async () => {
    const [gift, otherGift] = [await add(), await add()]
    const client = () => new pg.Client({ connectionString: app.database.connectionString })
    const [first, second, third] = [client(), client(), client()]
    const clients = [first, second, third]
    const hold = (client: pg.Client, id: number) =>
      client.query(`SELECT hold_people(ARRAY[$1::bigint], ARRAY[$2::bigint], '{}')`, [organization, id])
    try {
      for (const client of clients) {
        await client.connect()
        await client.query('BEGIN')
      }
      await hold(first, gift.id)
      const held = hold(second, gift.id)
      await expect.poll(() => waitingFor('hold_people')).toHaveLength(1)
      await first.query('UPDATE donations SET donor_id = $1 WHERE id = $2', [otherGift.donor.id, gift.id])
      await first.query('COMMIT')
      await held
      const waits = hold(third, otherGift.id)
      await expect.poll(() => waitingFor('hold_people')).toHaveLength(1)
      await second.query('COMMIT')
      await waits
    } finally {
      for (const client of clients) await client.end()
    }
  })

  test('return 409 after the statement timeout and change nothing', async () => {
    const held = await add()
    const holder = new pg.Client({ connectionString: app.database.connectionString })
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT lock_families(ARRAY[$1::bigint])', [organization])
      const refused = [
        app.refusal(donationChanges.updateDonation, { params: { id: held.id }, body: { amount: 60 } }, { token }),
        app.refusal(
          donationChanges.confirmDonations,
          { body: { donation_ids: [held.id], status: 'submitted' } },
          { token },
        ),
      ]
      await expect.poll(() => waitingFor('hold_people')).toHaveLength(2)
      // Same effect as the statement timeout.
      await app.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%hold_people%'`,
      )
      for (const { status, message } of await Promise.all(refused))
        expect([status, message]).toEqual([409, donationChanges.changeMessages.othersAtWork])
    } finally {
      await holder.end()
    }
    expect((await change(held.id, { silenced: true })).donation).toMatchObject({ amount: 50, status_id: 7 })
  })

  test('return not_found if the organization was erased while waiting for its lock', async () => {
    const gone = await app.createOrganization()
    await app.query('DELETE FROM organizations WHERE id = $1', [gone])
    const locked = inTenant(app.platform.database, grantTenant(gone, [gone]), (db) =>
      lockIncomingDonors(db, gone, { donorKeys: ['ada@example.net'], giftKeys: [] }),
    )
    await expect(locked).rejects.toMatchObject({ code: 'not_found' })
  })

  test('never use the same remaining maximum twice', async () => {
    const donor_email = `ada${++count}@example.net`
    const gifts = []
    for (let amount = 10; amount < 18; amount++) {
      gifts.push(await add({ donor_email, amount, company_name: 'Capstone Foods' }))
    }
    await Promise.all(gifts.map(({ id, amount }) => change(id, { amount: amount + 20 })))
    const [sums] = await app.query(
      `SELECT sum(estimated_cents)::int AS matched, sum(amount_cents)::int AS given FROM donations
       WHERE organization_id = $1`,
      [organization],
    )
    expect(sums).toEqual({ matched: 10_000, given: 26_800 })
    const summed = `SELECT sum(amount_cents)::int AS given FROM
      (SELECT amount_cents FROM donation_days WHERE organization_id = $1
       UNION ALL SELECT amount_cents FROM donation_deltas WHERE organization_id = $1)`
    expect(await app.query(summed, [organization])).toEqual([{ given: 26_800 }])
  })

  test('use a maximum once for simultaneous gifts of one person, and record a shared transaction ID once', async () => {
    const donor_email = `ada${++count}@example.net`
    const amounts = [31, 32, 33, 34, 35, 36]
    await Promise.all(amounts.map((amount) => add({ donor_email, amount, company_name: 'Capstone Foods' })))
    const sums = 'SELECT sum(estimated_cents)::int AS matched FROM donations WHERE organization_id = $1'
    expect(await app.query(sums, [organization])).toEqual([{ matched: 10_000 }])
    const answers = await Promise.allSettled(amounts.map(() => add({ transaction_id: 'of one gift' })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const of = 'SELECT id FROM donations WHERE organization_id = $1 AND transaction_id = $2'
    const [known] = await app.query(of, [organization, 'of one gift'])
    const again = {
      params: { id: organization },
      body: { donor_name: 'Bea Byron', amount: 9, donated_at: '2026-06-02', transaction_id: 'of one gift' },
    }
    const refused = await app.refusal(donationChanges.createDonation, again, { token })
    expect(refused.status).toBe(409)
    expect(refused.message).toContain(`as match ${known?.id}`)
  })

  test("complete when two gifts are moved to each other's donors", async () => {
    const one = await add()
    const other = await add()
    await Promise.all([change(one.id, { donor_id: other.donor.id }), change(other.id, { donor_id: one.donor.id })])
    expect((await get(one.id)).donor).toEqual(other.donor)
    expect((await get(other.id)).donor).toEqual(one.donor)
  })
})

describe('status changes by staff', () => {
  test.each(['in the organization', 'in a chapter that the presser does not see'])(
    'schedule a waiting match when a maximum becomes available %s',
    async (where) => {
      const chapters = await Promise.all(
        ['North', 'South'].map((name) => app.createOrganization({ name, parent_id: organization, type: 'chapter' })),
      )
      const [from, to] = where === 'in the organization' ? [organization, organization] : chapters
      const by = await app.signIn(await app.createMember(from ?? 0, 'write'))
      const donor_email = `ada${++count}@example.net`
      const given = { donor_email, company_name: 'Capstone Foods', amount: 100 }
      const addTo = (id = 0, more: object = {}) =>
        app.call(
          donationChanges.createDonation,
          { params: { id }, body: { donor_name: 'Ada Byron', donated_at: '2026-06-01', ...given, ...more } },
          { token },
        )
      const used = await addTo(from)
      const waiting = await addTo(to, { amount: 60 })
      expect(waiting.donation).toMatchObject({ status_id: 11 })
      const isDue = async () =>
        app.query('SELECT look_again_at IS NOT NULL AS due FROM donations WHERE id = $1', [waiting.donation.id])
      expect(await isDue()).toEqual([{ due: false }])
      await app.call(
        donationChanges.confirmDonations,
        { body: { donation_ids: [used.donation.id], status: 'no-charge' } },
        { token: by },
      )
      expect(await isDue()).toEqual([{ due: true }])
    },
  )

  test('do not pass on a maximum if the change is undone shortly after', async () => {
    const given = { donor_email: `ada${++count}@example.net`, company_name: 'Capstone Foods' }
    const used = await add({ ...given, amount: 100 })
    const waiting = await add({ ...given, amount: 60 })
    const standing = async () => [(await get(used.id)).status_id, (await get(waiting.id)).status_id]
    const { undo: back } = await confirm([used.id], 'no-charge')
    clock.advance({ seconds: 3 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    await undo(back)
    expect(await standing()).toEqual([7, 11])
    clock.advance({ minutes: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect(await standing()).toEqual([7, 11])
    await confirm([used.id], 'no-charge')
    clock.advance({ minutes: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect(await standing()).toEqual([13, 7])
  })

  test('withdraw a maximum from a newer gift when the change is undone', async () => {
    const given = { donor_email: `ada${++count}@example.net`, company_name: 'Capstone Foods' }
    const used = await add({ ...given, amount: 100 })
    const { undo: back } = await confirm([used.id], 'no-charge')
    clock.advance({ seconds: 3 })
    const newer = await add({ ...given, amount: 60 })
    const standing = async () => [(await get(used.id)).status_id, (await get(newer.id)).status_id]
    expect(await standing()).toEqual([13, 7])
    await undo(back)
    clock.advance({ seconds: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect(await standing()).toEqual([7, 11])
  })

  test.each<[donationChanges.ConfirmStatus, number]>([
    ['submitted', 4],
    ['no-charge', 13],
  ])('%s leads to %s, can be undone within ten seconds, and applies once', async (status, to) => {
    const { id } = await add()
    const { donations: moved, undo: back } = await confirm([id], status)
    expect(moved).toEqual([{ id, from_status_id: 7, status_id: to }])
    expect((await confirm([id], status)).undo).toBeNull()
    clock.advance({ seconds: 9 })
    await undo(back)
    expect(await get(id)).toMatchObject({ status_id: 7, payment_state: 'none' })
    await undo(back)
    expect((await get(id)).events.map(({ action }) => action).slice(-2)).toEqual([
      status === 'submitted' ? 'submit' : 'no_charge',
      'undone',
    ])
  })

  test('Refund requires a bill, and No Charge requires that there is none', async () => {
    const { id } = await add()
    expect((await refusedConfirm([id], 'refunded')).message).toContain('wasn’t charged')
    await app.query('UPDATE donations SET eligible_bill_id = 12 WHERE id = $1', [id])
    expect((await refusedConfirm([id], 'no-charge')).message).toContain('Refund it instead')
    await confirm([id], 'refunded')
    expect(await get(id)).toMatchObject({ status_id: 16, refunded_bill_id: 12 })
    await confirm([id], 'restored')
    expect(await get(id)).toMatchObject({ status_id: 7, refunded_bill_id: null })
  })

  test('exclude closed matches from expected money until the undo', async () => {
    for (const aside of ['refunded', 'no-charge'] as const) {
      const { id } = await add()
      await confirm([id], 'submitted')
      await app.query('UPDATE donations SET eligible_bill_id = $2 WHERE id = $1', [
        id,
        aside === 'refunded' ? 12 : null,
      ])
      expect(await get(id)).toMatchObject({ status_id: 4, payment_state: 'expected' })
      await confirm([id], aside)
      expect(await get(id)).toMatchObject({ payment_state: 'none' })
      await confirm([id], 'restored')
      expect(await get(id)).toMatchObject({ status_id: 4, payment_state: 'expected' })
    }
  })

  test('apply to all matches or none, and return the reason of the first refusal', async () => {
    const [one, other] = [await add(), await add()]
    await confirm([other.id], 'no-charge')
    const refused = await refusedConfirm([one.id, other.id], 'submitted')
    expect([refused.status, refused.message]).toEqual([409, '“No Charge” matches can’t be marked as submitted.'])
    expect((await get(one.id)).status_id).toBe(7)
  })

  test('work across two chapters for the parent, and return 404 for another organization', async () => {
    const chapters = [
      await app.createOrganization({ parent_id: organization, type: 'chapter' }),
      await app.createOrganization({ parent_id: organization, type: 'chapter' }),
    ]
    const ids = await Promise.all(chapters.map((chapter) => app.createDonation({ organization: chapter })))
    expect((await confirm(ids, 'submitted')).donations).toHaveLength(2)
    const theirs = await app.createDonation({ organization: await app.createOrganization() })
    expect((await refusedConfirm([...ids, theirs], 'submitted')).status).toBe(404)
  })

  test('Cancel/Delete can be undone at once and restored for thirty days', async () => {
    const { id } = await add()
    const { donation, undo: back } = await app.call(donationChanges.deleteDonation, { params: { id } }, { token })
    expect(donation.status_id).toBe(12)
    clock.advance({ seconds: 21 })
    expect((await refusedUndo(back)).message).toBe('It’s too late to undo this.')
    await later(29)
    await confirm([id], 'restored')
    expect((await get(id)).status_id).toBe(7)
    await app.call(donationChanges.deleteDonation, { params: { id } }, { token })
    await later(31)
    expect((await refusedConfirm([id], 'restored')).message).toContain('more than 30 days ago')
  })

  test('restore a match with its reason, and evaluate it when a maximum becomes available', async () => {
    const given = { donor_email: `ada${++count}@example.net`, company_name: 'Capstone Foods' }
    const used = await add({ ...given, amount: 100 })
    const { id } = await add({ ...given, amount: 60 })
    const reason = async () => {
      const { status_id, reason_code } = await get(id)
      return { status_id, reason_code }
    }
    expect(await reason()).toEqual({ status_id: 11, reason_code: 'yearly_maximum' })
    await app.call(donationChanges.deleteDonation, { params: { id } }, { token })
    await confirm([used.id], 'no-charge')
    clock.advance({ minutes: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    await confirm([id], 'restored')
    expect(await reason()).toEqual({ status_id: 11, reason_code: 'yearly_maximum' })
    clock.advance({ minutes: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect(await reason()).toEqual({ status_id: 7, reason_code: 'method_csr' })
  })

  test('keep later changes when undone', async () => {
    const { id } = await add()
    const { undo: back } = await confirm([id], 'submitted')
    await change(id, { amount: 60 })
    expect((await refusedUndo(back)).status).toBe(409)
    expect(await get(id)).toMatchObject({ status_id: 4, amount: 60 })
  })

  test('cannot be undone by another organization or made by read-only users', async () => {
    const { id } = await add()
    const { undo: back } = await confirm([id], 'submitted')
    const other = await app.createOrganization()
    const stranger = await app.signIn(await app.createMember(other, 'admin'))
    const asked = { params: { id: other }, body: { undo_id: back?.id ?? '' } }
    expect((await app.refusal(donationChanges.undoChange, asked, { token: stranger })).status).toBe(404)
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    expect((await refusedChange(id, { amount: 5 }, reader)).status).toBe(403)
  })
})

test('notes show their author; the author or an administrator can delete them', async () => {
  const { id } = await add()
  const author = await app.createUser({ name: 'Ines Falk' })
  await app.addMember(organization, author, 'write')
  const ines = await app.signIn(author)
  const write = (text: string) => app.call(matchNotes.addNote, { params: { id }, body: { text } }, { token: ines })
  await write('Called, she will ask her HR team')
  const { donation } = await write('Second call')
  expect(donation.notes).toMatchObject([
    { text: 'Called, she will ask her HR team', user_name: 'Ines Falk', user_id: author.id },
    { text: 'Second call' },
  ])
  const [first, second] = donation.notes
  const params = (noteId = 0) => ({ params: { id, noteId } })
  const refused = await app.refusal(matchNotes.removeNote, params(first?.id), { token })
  expect(refused.message).toBe('Only the person who wrote a note, or an administrator, can remove it.')
  await app.call(matchNotes.removeNote, params(first?.id), { token: ines })
  const admin = await app.signIn(await app.createMember(organization, 'admin'))
  const left = await app.call(matchNotes.removeNote, params(second?.id), { token: admin })
  expect(left.donation.notes).toEqual([])
  expect((await app.refusal(matchNotes.removeNote, params(first?.id), { token: ines })).status).toBe(404)
  expect((await trail()).map(({ action }) => action)).toEqual([
    'added',
    'noted',
    'noted',
    'removed a note of',
    'removed a note of',
  ])
})

test('webhooks are sent ten seconds later, and not for undone changes', async () => {
  await app.query(
    `INSERT INTO webhooks (organization_id, event, url, token_sealed, secret_sealed, created_at)
     VALUES ($1, 'status', 'hooks.example.org', '', '', now())`,
    [organization],
  )
  const { id } = await add()
  const deliveries = () =>
    app.query(
      `SELECT status_id, extract(epoch FROM send_at - happened_at)::int AS later FROM webhook_deliveries
       WHERE donation_id = $1 ORDER BY id`,
      [id],
    )
  clock.advance({ minutes: 1 })
  const { undo: back } = await confirm([id], 'submitted')
  expect(await deliveries()).toEqual([
    { status_id: 7, later: 10 },
    { status_id: 4, later: 10 },
  ])
  clock.advance({ seconds: 5 })
  await undo(back)
  expect(await deliveries()).toEqual([{ status_id: 7, later: 10 }])
})

describe('a gift entered by hand that is probably already recorded', () => {
  test('is refused with the existing gift, and recorded after confirmation that both are real', async () => {
    const person = { donor_email: 'lars@example.net', donor_name: 'Lars Emms' }
    const known = await add({ ...person, transaction_id: 'crm-1' })
    const again = { ...person, transaction_id: '77', amount: 51.5, donated_at: '2026-06-02' }
    await expect(add(again)).rejects.toMatchObject({
      status: 409,
      message: `This is probably a gift you already have: Lars Emms, 50.00, 2026-06-01 (match ${known.id}). Add it only if both are real.`,
    })
    const added = await add({ ...again, both_are_real: true })
    expect(await get(added.id)).toMatchObject({ amount: 51.5 })
  })

  test('is a separate gift if its ID has the same form as existing IDs from the same source', async () => {
    const person = { donor_email: 'ola@example.net' }
    await add({ ...person, transaction_id: 'ch_1' })
    await expect(add({ ...person, transaction_id: 'ch_2' })).resolves.toMatchObject({ transaction_id: 'ch_2' })
  })
})

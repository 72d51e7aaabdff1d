import { type Level, mails, organizations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function newOrganization(columns: Readonly<Record<string, unknown>> = {}, level: Level = 'admin') {
  const id = await app.createOrganization(columns)
  const user = await app.createMember(id, level)
  const token = await app.signIn(user)
  const params = { id }
  return {
    id,
    user,
    token,
    get: () => app.call(organizations.getOrganization, { params }, { token }),
    change: async (body: object) =>
      (await app.call(organizations.changeOrganization, { params, body }, { token })).organization,
    refused: (body: object) => app.refusal(organizations.changeOrganization, { params, body }, { token }),
  }
}

const audit = (id: number) =>
  app.query<{ action: string; user_id: string; before: object; after: object }>(
    "SELECT action, user_id, before, after FROM audit_events WHERE organization_id = $1 AND subject = 'organization' ORDER BY id",
    [id],
  )

test('a new organization has blank fields', async () => {
  const organization = await newOrganization({ name: 'Elm House', street: '', city: '', category_ids: [] })
  expect(await organization.get()).toMatchObject({
    name: 'Elm House',
    address_id: null,
    address: { id: null, street: '', country: 'US' },
    documents: [],
    file_logo: null,
    file_w9: null,
    file_irs: null,
    needed: ['billing_contact'],
    notify_contact: { name: 'Casey Contact', email: 'casey@example.org', phone: '' },
    email_who: 'all',
    email_min: 0,
    email_limit: 4,
    thank_donors: false,
    custom: { donation_fields: [], amply: { feature: null } },
    category_id_array: [],
    users: [{ id: organization.user.id, email: organization.user.email, level: 'admin' }],
    shadowedPermissions: [{ user: { id: organization.user.id }, level: 'admin' }],
    private_key: null,
    private_key_set: false,
    onboarded: null,
    level: 'admin',
  })
})

test('writes only the changed fields, from a query as in the specification', async () => {
  const organization = await newOrganization({ name: 'Old Name', mission: 'Stays.' })
  const query =
    'name=New%20Name&email_who=company&email_min=25.5&email_limit=6&thank_donors=1&category_id_array=3,1,3&address[city]=Peoria' +
    '&notify_contact[email]=dana@example.org&custom[amply][feature]=more-filters&custom[donation_fields][]=Fund' +
    '&custom[donation_fields][]=Table&url=example.org'
  const response = await app.send('PUT', `/api/organization/${organization.id}/partial?${query}`, {
    token: organization.token,
  })
  expect(response.status).toBe(200)
  expect(await organization.get()).toMatchObject({
    name: 'New Name',
    mission: 'Stays.',
    email_who: 'company',
    email_min: 25.5,
    email_limit: 6,
    thank_donors: true,
    category_id_array: [1, 3],
    address: { street: '1 River Road', city: 'Peoria' },
    notify_contact: { name: 'Casey Contact', email: 'dana@example.org' },
    custom: { donation_fields: ['Fund', 'Table'], amply: { feature: 'more-filters' } },
    url: 'https://example.org',
    version: 2,
  })
})

test('trims the sender of emails to donors, resets it with blanks, and records it in the trail', async () => {
  const organization = await newOrganization()
  const mail_sender = { name: ' Ána “the Bank” O’Neill & Co. ', reply_to: ' Gifts@Example.org ' }
  const saved = await organization.change({ mail_sender })
  expect(saved.mail_sender).toEqual({ name: 'Ána “the Bank” O’Neill & Co.', reply_to: 'Gifts@Example.org' })
  const [event] = await app.query(
    `SELECT before, after FROM audit_events WHERE organization_id = $1 AND subject = 'organization' ORDER BY id DESC LIMIT 1`,
    [organization.id],
  )
  expect(event).toEqual({
    before: { 'mail_sender.name': '', 'mail_sender.reply_to': '' },
    after: { 'mail_sender.name': saved.mail_sender.name, 'mail_sender.reply_to': 'Gifts@Example.org' },
  })
  const blank = await organization.change({ mail_sender: { name: '', reply_to: '' } })
  expect(blank.mail_sender).toEqual({ name: '', reply_to: '' })
})

test('ignores fields that cannot be set', async () => {
  const organization = await newOrganization({ is_premium: null })
  const before = await organization.get()
  await organization.change({
    id: 1,
    is_premium: 'elig_5',
    plan: 'elig_5',
    parent_id: 1,
    creator_id: 1,
    rule_invoiced: true,
    stripe_customer_id: 'cus_1',
    file_logo: 'x',
    onboarded: '2020-01-01',
    currency: 'CAD',
    custom: { amply: { feature: 'other' }, is_premium: true },
    organization_id: 1,
  })
  expect(await organization.get()).toEqual({
    ...before,
    version: 2,
    custom: { donation_fields: [], amply: { feature: 'other' } },
  })
})

test('refuses a chapter name that a sibling has, also in concurrent changes', async () => {
  const parent = await newOrganization({ name: 'Lakeside Clubs' })
  const chapter = (name: string) => newOrganization({ name, type: 'chapter', parent_id: parent.id })
  const [chess, rowing, tennis] = await Promise.all(['Chess', 'Rowing', 'Tennis'].map(chapter))
  if (!chess || !rowing || !tennis) throw new Error('three were made')
  const refused = await rowing.refused({ name: ' CHESS', phone: '555 010 0100' })
  expect([refused.status, refused.fields]).toEqual([409, { name: 'You already have a chapter with this name.' }])
  expect(await rowing.get()).toMatchObject({ name: 'Rowing', phone: '' })
  const [params, body] = [{ id: rowing.id }, { name: 'chess', ein: '98-7654321' }]
  expect((await app.refusal(mails.reviewOrganizationChange, { params, body }, { token: parent.token })).status).toBe(
    409,
  )
  await newOrganization({ name: 'Golf', type: 'chapter', parent_id: (await newOrganization()).id })
  for (const name of ['ROWING', 'Lakeside Clubs', 'Golf', 'Rowing'])
    expect(await rowing.change({ name })).toMatchObject({ name })
  await app.query(`UPDATE organizations SET name = 'Chess' WHERE id = $1`, [tennis.id])
  expect(await tennis.change({ name: 'Chess', phone: '1' })).toMatchObject({ name: 'Chess', phone: '1' })
  const outcomes = await Promise.all(
    [chess, rowing, tennis].map(async ({ id, token }) => {
      const input = { params: { id }, body: { name: 'Sailing' } }
      return (await app.sendRoute(organizations.changeOrganization, input, { token })).status
    }),
  )
  expect(outcomes.toSorted()).toEqual([200, 409, 409])
})

test('chapter names must differ in more than diacritics, invisible characters, punctuation and case', async () => {
  const parent = await newOrganization({ name: 'Lakeside Clubs' })
  const chapter = (name: string) => newOrganization({ name, type: 'chapter', parent_id: parent.id })
  const [rowing, cafe, arts] = await Promise.all(['Rowing', 'Café', 'Arts & Crafts'].map(chapter))
  if (!rowing || !cafe || !arts) throw new Error('three were made')
  for (const name of [
    'Cafe',
    'cafe\u0301',
    'Ca\u200bfé',
    'Café\u200b',
    'Café.',
    'arts  and crafts',
    'Arts\u00a0&\u00a0Crafts',
  ])
    expect((await rowing.refused({ name })).fields, name).toEqual({
      name: 'You already have a chapter with this name.',
    })
  for (const name of ['Cafe 2', '漕艇', '茶道', '***', '!!!'])
    expect(await rowing.change({ name })).toMatchObject({ name })
})

test('two concurrent changes of a field never overwrite each other silently', async () => {
  const organization = await newOrganization({ phone: '+1 217 555 0100', mission: 'Before' })
  const { version } = await organization.get()
  await organization.change({ phone: '+1 217 555 0101', version })
  const refused = await organization.refused({ phone: '+1 217 555 0102', version })
  expect([refused.status, refused.code]).toEqual([409, 'conflict'])
  expect(refused.fields).toEqual({ phone: 'Someone else saved: +1 217 555 0101' })
  expect((await organization.change({ mission: 'Another field', version })).mission).toBe('Another field')
  expect((await organization.change({ phone: '+1 217 555 0101', version })).version).toBe(3)
  const fresh = (await organization.get()).version
  expect((await organization.change({ phone: '+1 217 555 0102', version: fresh })).phone).toBe('+1 217 555 0102')
})

test('of twenty simultaneous changes of a field exactly one succeeds', async () => {
  const organization = await newOrganization()
  const { version } = await organization.get()
  const tries = Array.from({ length: 20 }, (_, at) => organization.change({ name: `Name ${at}`, version }))
  const settled = await Promise.allSettled(tries)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('audits every change with the values before and after', async () => {
  const organization = await newOrganization({ name: 'Before' })
  await organization.change({ name: 'After', fax: '' })
  expect(await audit(organization.id)).toEqual([
    { action: 'changed', user_id: String(organization.user.id), before: { name: 'Before' }, after: { name: 'After' } },
  ])
})

test('encrypts a private key, never returns it, and requires its deletion before a new one', async () => {
  const organization = await newOrganization()
  expect(await organization.change({ public_key: 'pk_live_1', private_key: 'sk_live_secret' })).toMatchObject({
    public_key: 'pk_live_1',
    private_key: null,
    private_key_set: true,
  })
  const [row] = await app.query('SELECT * FROM organizations WHERE id = $1', [organization.id])
  expect(JSON.stringify(row)).not.toContain('sk_live_secret')
  expect(JSON.stringify(await audit(organization.id))).not.toContain('sk_live_secret')
  const second = await organization.refused({ private_key: 'sk_live_other' })
  expect(second.fields).toEqual({ private_key: 'Delete the saved private key before you enter another one.' })
  expect(await organization.change({ private_key: '' })).toMatchObject({ private_key_set: false })
  expect(await organization.change({ private_key: 'sk_live_other' })).toMatchObject({ private_key_set: true })
})

test('members below admin see no keys and can change only their feature request', async () => {
  const organization = await newOrganization({ public_key: 'pk_live_1', stripe_customer_id: 'cus_1' }, 'write')
  expect(await organization.get()).toMatchObject({ public_key: '', private_key_set: false, stripe_customer_id: null })
  expect((await organization.refused({ name: 'Mine' })).status).toBe(403)
  expect((await organization.refused({ complete: true })).status).toBe(403)
  expect((await organization.change({ custom: { amply: { feature: 'better-reporting' } } })).custom.amply.feature).toBe(
    'better-reporting',
  )
  const reader = await newOrganization({}, 'read')
  expect((await reader.refused({ custom: { amply: { feature: 'other' } } })).status).toBe(403)
})

test.each([
  [{ name: ' ' }, { name: 'Organization name is required' }],
  [{ type: 'club' }, { type: 'Organization type is required' }],
  [{ type: 'chapter' }, { type: 'Only a parent organization can make a chapter, and a chapter stays one.' }],
  [{ url: 'javascript:alert(1)' }, { url: 'Use a web address like https://example.org' }],
  [{ category_id_array: [1, 17] }, { 'category_id_array.1': 'Choose a category from the list' }],
  [{ email_min: 'lots' }, { email_min: 'Use an amount like 25' }],
  [{ email_limit: 13 }, { email_limit: 'Use a number from 1 to 12' }],
  [{ notify_contact: { email: 'nobody' } }, { 'notify_contact.email': 'Please enter a valid email address' }],
  [{ mail_sender: { reply_to: 'nobody' } }, { 'mail_sender.reply_to': 'Please enter a valid email address' }],
  [
    { mail_sender: { reply_to: 'a@example.org\r\nBcc: b@example.org' } },
    { 'mail_sender.reply_to': 'Please enter a valid email address' },
  ],
  [
    { mail_sender: { name: 'Ann\r\nBcc: b@example.org' } },
    { 'mail_sender.name': 'Use a name on one line, without < and >' },
  ],
  [
    { mail_sender: { name: 'Bank <b@bank.example>' } },
    { 'mail_sender.name': 'Use a name on one line, without < and >' },
  ],
  [{ mail_sender: { name: '\u202egnp.exe' } }, { 'mail_sender.name': 'Use a name on one line, without < and >' }],
  [{ mail_sender: { name: 'x'.repeat(101) } }, { 'mail_sender.name': 'Use at most 100 characters' }],
  [{ address: { state: 'Illinois' } }, { 'address.state': 'Use the two letters of the state or province' }],
])('%j is refused at its field', async (body, fields) => {
  const organization = await newOrganization()
  const refused = await organization.refused(body)
  expect([refused.status, refused.fields]).toEqual([422, fields])
})

test('accepts free-form values that the specification does not validate', async () => {
  const organization = await newOrganization()
  expect(
    await organization.change({ ein: '371550142', phone: 'ask for Jo', fax: '1', address: { zip: '?' } }),
  ).toMatchObject({
    ein: '37-1550142',
    phone: 'ask for Jo',
    fax: '1',
    address: { zip: '?' },
  })
  expect((await organization.change({ ein: 'applied for' })).ein).toBe('applied for')
})

test('refuses a changed EIN that starts with unassigned digits, but not a stored one', async () => {
  const organization = await newOrganization({ ein: '07-3456789' })
  const message = 'EINs don’t start with 08. Check the number.'
  expect((await organization.refused({ ein: '083456789' })).fields).toEqual({ ein: message })
  expect((await organization.change({ ein: '073456789', phone: '+1 217 555 0100' })).phone).toBe('+1 217 555 0100')
  expect((await organization.change({ ein: '083456789', country: 'CA' })).ein).toBe('08-3456789')
})

test('completing the setup sets the onboarding date and evaluates waiting gifts, including those of chapters', async () => {
  const organization = await newOrganization({ complete: false })
  const chapter = await app.createOrganization({ type: 'chapter', parent_id: organization.id, complete: false })
  const waiting = [
    await app.createDonation({ organization: organization.id, status: 17, donor: 'One' }),
    await app.createDonation({ organization: chapter, status: 17, donor: 'Two' }),
  ]
  const done = await app.createDonation({ organization: organization.id, status: 4, donor: 'Three' })
  const changed = await organization.change({ complete: true })
  expect([changed.complete, changed.onboarded]).toEqual([true, app.clock().toISOString()])
  const statusOf = async (id: number) =>
    Number(
      (await app.query<{ status_id: number }>('SELECT status_id FROM donations WHERE id = $1', [id]))[0]?.status_id,
    )
  for (const id of waiting) await expect.poll(() => statusOf(id)).toBe(23)
  expect(await statusOf(done)).toBe(4)
})

test('uses the server’s clock for running jobs and for the current day', async () => {
  app.clock.set('2027-03-15T03:30:00Z')
  const columns = { time_zone: 'America/New_York', onboarded: app.clock(), reevaluation_started_at: app.clock() }
  const organization = await newOrganization(columns)
  const readState = async () => {
    const { today, just_onboarded, reevaluating } = await organization.get()
    return [today, just_onboarded, reevaluating]
  }
  expect(await readState()).toEqual(['2027-03-14', true, true])
  app.clock.advance({ minutes: 31 })
  expect(await readState()).toEqual(['2027-03-15', true, false])
  app.clock.set('2027-03-16T03:30:01Z')
  const token = await app.signIn(organization.user)
  const later = await app.call(organizations.getOrganization, { params: { id: organization.id } }, { token })
  expect([later.today, later.just_onboarded]).toEqual(['2027-03-15', false])
})

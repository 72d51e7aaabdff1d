import { auth, registration } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'
import { slugOf } from './registration.routes.ts'

let app: TestApp
let smtp: FakeMailServer
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'] } })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

let count = 0
const payload = (changed: Record<string, unknown> = {}) => {
  const number = ++count
  return {
    return_json: 1,
    name: `Willow Creek Shelter ${number}`,
    type: 'non-profit' as const,
    phone: '+1 217 555 0100',
    mission: 'A bed for everybody.',
    ein: `47-${String(1_000_000 + number)}`,
    url: 'willowcreek.example.org',
    address: { street: '1 Mill Lane', city: 'Springfield', state: 'il', zip: '62701', country: 'US' as const },
    categoryId: [23, 1],
    contact_name: 'Robin Hale',
    contact_email: `robin${number}@example.org`,
    ...changed,
  }
}
const forgetCounts = () => app.query('DELETE FROM rate_limits')
const asBrowser = (token?: string) => ({
  headers: { origin: app.address, 'sec-fetch-site': 'same-origin', ...(token ? { 'x-csrf-token': token } : {}) },
})
const register = (body: object, options: { headers?: Record<string, string> } = {}) =>
  app.send('POST', '/organization/register', {
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify(body),
  })
const organizationCount = async () =>
  (await app.query<{ n: number }>('SELECT count(*)::int AS n FROM organizations'))[0]?.n

describe('registering', () => {
  it('creates an incomplete organization whose administrator sets a password by mail and signs in', async () => {
    await forgetCounts()
    const body = payload()
    const { token } = await app.call(registration.getRegistrationToken)
    app.clock.advance({ seconds: 20 })
    const response = await app.call(registration.registerOrganization, { body: { ...body, token } }, asBrowser(token))
    expect(response).toEqual({ registered: true, already_registered: false, email: body.contact_email })

    const [row] = await app.query(
      `SELECT id, slug, complete, ein, url, state, category_ids, contact_name, contact_email, time_zone, currency
       FROM organizations WHERE name = $1`,
      [body.name],
    )
    expect(row).toMatchObject({
      slug: 'willow-creek-shelter-1',
      complete: false,
      url: 'https://willowcreek.example.org',
      state: 'IL',
      category_ids: [1, 23],
      contact_name: 'Robin Hale',
      contact_email: body.contact_email,
      time_zone: 'America/Chicago',
      currency: 'USD',
    })
    const audit = await app.query('SELECT action, subject, after FROM audit_events WHERE organization_id = $1', [
      row?.id,
    ])
    expect(audit).toMatchObject([{ action: 'registered', subject: 'organization', after: { name: body.name } }])

    const mail = () => smtp.mails.find(({ to }) => to.includes(body.contact_email))
    await expect.poll(mail).toBeDefined()
    expect(mail()?.parsed.subject).toBe('Your organization is registered: create your Twofold password')
    const link = /token=([\w-]+)/.exec(mail()?.parsed.text ?? '')?.[1] ?? ''
    app.clock.advance({ days: 2 })
    expect(await app.call(auth.getPasswordLink, { body: { token: link } })).toEqual({
      kind: 'first',
      email: body.contact_email,
      name: 'Robin Hale',
      organization: body.name,
      invited_by: null,
    })
    const first = { token: link, password: 'otter-lantern-seven' }
    const { signed_in } = await app.call(auth.resetPassword, { body: first })
    if (!signed_in || 'second_step' in signed_in) throw new Error('nobody was signed in')
    const me = await app.call(auth.getCurrentUser, {}, { token: signed_in.access_token })
    expect(me.orgs).toEqual([{ id: Number(row?.id), name: body.name, level: 'admin' }])
  })

  it('names the administrator of an existing organization, never the address', async () => {
    await forgetCounts()
    const body = payload({ ein: '471234567' })
    await app.call(registration.registerOrganization, { body })
    const before = await organizationCount()
    const again = payload({ ein: '47-1234567', contact_name: 'Somebody Else' })
    expect(await app.call(registration.registerOrganization, { body: again })).toEqual({
      registered: false,
      already_registered: true,
      email: 'Robin Hale',
    })
    await app.query("UPDATE users SET name = 'robin@example.org' WHERE email = $1", [body.contact_email])
    const response = await app.call(registration.registerOrganization, { body: payload({ ein: '47 1234567' }) })
    expect(response.email).toBe('an administrator')
    expect(await organizationCount()).toBe(before)
  })

  it('creates one organization for concurrent registrations', async () => {
    await forgetCounts()
    const bodies = Array.from({ length: 5 }, () => payload({ ein: '47-7654321', name: 'Same Name' }))
    const responses = await Promise.all(bodies.map((body) => app.call(registration.registerOrganization, { body })))
    expect(responses.filter(({ registered }) => registered)).toHaveLength(1)
    expect(responses.filter((response) => response.already_registered)).toHaveLength(4)
  })

  it('gives a second organization with the same name a different web address', async () => {
    await forgetCounts()
    for (let attempt = 0; attempt < 2; attempt++)
      await app.call(registration.registerOrganization, { body: payload({ name: 'Otter Fund' }) })
    const rows = await app.query("SELECT slug FROM organizations WHERE name = 'Otter Fund' ORDER BY id")
    expect(rows).toEqual([{ slug: 'otter-fund' }, { slug: 'otter-fund-2' }])
  })

  it('makes an existing user the administrator and keeps their name and password', async () => {
    await forgetCounts()
    const user = await app.createUser({ name: 'Kim Known' })
    const body = payload({ contact_email: user.email.toUpperCase(), contact_name: 'Not Kim' })
    await app.call(registration.registerOrganization, { body })
    const me = await app.call(auth.getCurrentUser, {}, { token: await app.signIn(user) })
    expect(me).toMatchObject({ name: 'Kim Known', orgs: [{ name: body.name, level: 'admin' }] })
    const mail = () => smtp.mails.find(({ to }) => to.includes(user.email))
    await expect.poll(mail).toBeDefined()
    expect(mail()?.parsed.text).not.toContain('token=')
  })

  it('registers Canadian organizations with Canadian dollars', async () => {
    await forgetCounts()
    const address = { street: '9 Rue Verte', city: 'Halifax', state: 'NS', zip: 'B3H 1A1', country: 'CA' }
    await register(payload({ name: 'Maison du Phare', ein: '123456789RR0001', address }))
    const rows = await app.query("SELECT currency, time_zone, slug FROM organizations WHERE name = 'Maison du Phare'")
    expect(rows).toEqual([{ currency: 'CAD', time_zone: 'America/Halifax', slug: 'maison-du-phare' }])
  })
})

it('returns every message of the specification', async () => {
  await forgetCounts()
  const blank = {
    name: ' ',
    type: 'chapter',
    phone: '',
    mission: '',
    ein: '',
    url: '',
    address: { street: '', city: '', country: 'FR' },
    categoryId: [],
    contact_name: '',
    contact_email: 'nobody',
  }
  const response = await register(blank)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    fields: {
      name: 'Organization name is required',
      type: 'Organization type is required',
      phone: 'Phone is required',
      mission: 'Mission statement is required',
      ein: 'EIN is required',
      url: 'Website is required',
      'address.street': 'Street address is required',
      'address.city': 'City is required',
      'address.country': 'Country is required',
      categoryId: 'At least one category must be selected',
      contact_name: 'Contact name is required',
      contact_email: 'Valid email is required',
    },
  })
  const typo = await register(payload({ ein: '07-3456789' }))
  expect(await typo.json()).toMatchObject({ fields: { ein: 'EINs don’t start with 07. Check the number.' } })
  const hostile = await register(payload({ url: 'javascript:alert(1)' }))
  expect(hostile.status).toBe(422)
})

describe('bots', () => {
  it('are detected by speed, by forged, expired or missing tokens, and by hidden fields', async () => {
    await forgetCounts()
    const before = await organizationCount()
    const { token } = await app.call(registration.getRegistrationToken)
    const tooFast = await register({ ...payload(), token }, asBrowser(token))
    expect(tooFast.status).toBe(429)
    expect(tooFast.headers.get('retry-after')).toBe('3')
    app.clock.advance({ seconds: 5 })
    const forged = `${Date.now()}.abcdefghijkl.${'A'.repeat(27)}`
    for (const wrong of [forged, `${token}x`, 'x']) {
      expect((await register({ ...payload(), token: wrong }, asBrowser(wrong))).status).toBe(403)
    }
    expect((await register({ ...payload(), token }, asBrowser('another'))).status).toBe(403)
    expect((await register(payload(), asBrowser())).status).toBe(403)
    expect((await register({ ...payload(), token, leave_empty: 'hello' }, asBrowser(token))).status).toBe(403)
    app.clock.advance({ hours: 13 })
    expect((await register({ ...payload(), token }, asBrowser(token))).status).toBe(403)
    expect(await organizationCount()).toBe(before)
  })

  it('on a foreign page cannot change anything', async () => {
    await forgetCounts()
    const before = await organizationCount()
    const { token } = await app.call(registration.getRegistrationToken)
    app.clock.advance({ seconds: 5 })
    const body = { ...payload(), token }
    const foreign = { origin: 'https://evil.example' }
    for (const headers of [
      { ...foreign, 'sec-fetch-site': 'cross-site' },
      foreign,
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await register(body, { headers })).status).toBe(403)
    }
    const asText = await app.send('POST', '/organization/register', {
      headers: { 'content-type': 'text/plain', ...foreign },
      body: JSON.stringify(body),
    })
    expect(asText.status).toBeGreaterThanOrEqual(400)
    expect(await organizationCount()).toBe(before)
  })

  it('register at most twenty organizations an hour per client', async () => {
    await forgetCounts()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 21; attempt++) statuses.push((await register(payload())).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  it('cannot set fields other than those of the form', async () => {
    await forgetCounts()
    const body = payload({
      level: 'super',
      globalPermission: 'super',
      is_premium: 'parent',
      complete: true,
      parent_id: 1,
    })
    expect((await register(body)).status).toBe(200)
    const [row] = await app.query(
      `SELECT o.is_premium, o.complete, o.parent_id, u.global_permission FROM organizations o
       JOIN users u ON u.id = o.creator_id WHERE o.name = $1`,
      [body.name],
    )
    expect(row).toEqual({ is_premium: 'flat_0', complete: false, parent_id: null, global_permission: null })
  })
})

it.each([
  ['Riverbend Food Bank', 'riverbend-food-bank'],
  ["St. Mary's  Häuschen & Co.", 'st-marys-hauschen-co'],
  ['!!!', 'organization'],
  ['東京 の家', '東京-の家'],
])('%s gets the slug %s', (name, slug) => expect(slugOf(name)).toBe(slug))

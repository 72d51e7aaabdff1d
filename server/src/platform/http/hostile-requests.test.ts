import net from 'node:net'
import { auth, donationChanges, donations, matchRequests, reports } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'

let app: TestApp
let token: string
let organizationId: number

beforeAll(async () => {
  app = await startTestApp()
  organizationId = await app.createOrganization()
  token = await app.signIn(await app.createMember(organizationId, 'read'))
})
afterAll(() => app.stop())

test.each(['//', '//evil.test/%2e%2e', '/portal//donations', '/%00', '/assets/%00'])(
  'returns 404 for the path %s, without an error',
  async (path) => {
    const { status } = await app.send('GET', path, { headers: { accept: '*/*' } })
    expect(status).toBe(404)
  },
)

test.each([
  '/portal/faq',
  '/widget.js',
  '/match/nobody',
  '/api/nope',
  '/api/contact',
  '/assets/none.js',
  '/%',
  '/m/c/x',
])('the response to %s has security headers and does not reveal the server software', async (path) => {
  const { headers } = await app.send('GET', path, { headers: { accept: '*/*' } })
  expect(headers.get('content-security-policy')).toMatch(/default-src '(self|none)'.*frame-ancestors 'none'/)
  const isPortal = path.startsWith('/portal/') && path !== '/portal/faq'
  if (!isPortal) expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
})

/** Returns the status codes of all responses on a connection that sends the bytes. */
async function statusesOf(head: string, rest = ''): Promise<string[]> {
  const { hostname, port } = new URL(app.address)
  const socket = net.connect(Number(port), hostname)
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  socket.end(`${head}\r\nHost: portal.example\r\nConnection: close\r\n${rest}`)
  await new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
  return [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status)
}
const hidden = 'GET /healthz HTTP/1.1\r\nHost: portal.example\r\n\r\n'

test.each([
  [
    'a length and chunks',
    `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['an unknown last encoding', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['a length with a sign', `Content-Length: +${hidden.length}\r\n\r\n${hidden}`],
  ['a blank before the colon', `Content-Length : ${hidden.length}\r\n\r\n${hidden}`],
])('a request with %s is refused, and its body is not taken as a second request', async (_, rest) => {
  expect(await statusesOf('POST /api/contact HTTP/1.1', rest)).toEqual(['400'])
})

test.each(['TRACE', 'TRACK', 'CONNECT'])('%s is refused', async (method) => {
  const statuses = await statusesOf(`${method} /portal HTTP/1.1`, '\r\n')
  expect(statuses.filter((status) => !['400', '404', '405'].includes(status))).toEqual([])
})

test.each(['https://evil.test', 'null'])(
  'other sites, such as %s, cannot read responses of the API',
  async (origin) => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    }
    for (const response of [
      await app.send('GET', '/api/account', { token, headers }),
      await app.send('OPTIONS', '/api/account', { headers }),
    ]) {
      const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-allow'))
      expect(allowed).toEqual([])
    }
  },
)

test.each(['/%', '/search/company-name/%ED%A0%80abc', '/match-request/%C0'])(
  'an undecodable address, %s, gets the usual refusal format',
  async (path) => {
    const response = await app.send('GET', path)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'malformed',
      message: 'That address could not be read.',
      request_id: expect.any(String),
    })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test.each(['9999-11-30', '9999-12-01', '9999-12-31', '1000-01-01'])(
  'the list accepts the first and last days of the calendar: %s',
  async (day) => {
    for (const filters of [{ dateFrom: day }, { dateTo: day }, { dateFrom: day, dateTo: day }]) {
      const { status } = await app.sendRoute(
        donations.listDonations,
        { params: { id: organizationId }, query: { filters } },
        { token },
      )
      expect([200, 422], JSON.stringify(filters)).toContain(status)
    }
  },
)

test('a sign-in without its fields gets the messages of the form', async () => {
  const response = await app.send('POST', auth.login.path, {
    headers: { 'content-type': 'application/json' },
    body: '{"password":["123456"]}',
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    fields: { email: auth.messages.invalidEmail, password: auth.messages.passwordTooShort },
  })
})

test('an empty JSON body is valid if a route takes none, and malformed otherwise', async () => {
  const { report } = await app.call(
    reports.saveReport,
    { params: { id: organizationId }, body: { name: 'Mine', columns: { amount: '' } } },
    { token },
  )
  const json = { token, headers: { 'content-type': 'application/json' } }
  expect((await app.send('DELETE', `/api/reports/${report.id}`, json)).status).toBe(200)
  expect((await app.send('POST', `/api/reports/${report.id}/restore`, json)).status).toBe(200)
  expect((await app.send('DELETE', `/api/reports/${report.id}`, { ...json, body: '{' })).status).toBe(400)
  expect((await app.send('POST', `/api/organization/${organizationId}/reports`, json)).status).toBe(400)
})

test.each([
  '/portal',
  '/portal/',
  '/portal?from=2026-01-01&to=2026-11-21',
  '/portal/donations?donor=Ann+Lee&company=AT%26T&status=6%2C7',
  '/donor-match-update/12',
])('%s is allowed after a sign-in', (place) => {
  expect(auth.safeRedirect.safeParse(place).success).toBe(true)
})

test.each([
  '//evil.test',
  'https://evil.test',
  '/\\evil.test',
  '/portal@evil.test',
  '/portalevil',
  '/portal/../../evil',
  '/portal/%2e%2e/evil',
  '/portal//evil.test',
  '/portal/\r\nset-cookie: a=b',
  '/donor-match-update/1x',
  'javascript:alert(1)',
])('%j is not', (place) => {
  expect(auth.safeRedirect.safeParse(place).success).toBe(false)
})

test.each([
  ['page=abc', 'page', 'page should be a number.'],
  ['page=0', 'page', 'page should be at least 1.'],
  ['per_page=1000', 'per_page', 'per_page should be at most 200.'],
  ['page=1&page=2', 'page', 'page should be a number.'],
  ['sort_field=evil', 'sort_field', 'sort_field should be one of: donated_at, amount, id.'],
  ['filters[status]=7&filters[status]=8', 'filters.status', 'filters.status should be a text.'],
  ['filters=1', 'filters', 'filters should be an object.'],
  ['filters[nonsense]=1', 'filters', 'filters can’t have nonsense.'],
])('the query %s is refused with a readable message', async (query, field, text) => {
  const response = await app.send('GET', `/api/organization/${organizationId}/donation?${query}`, { token })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ message: text, fields: { [field]: text } })
})

test.each([
  [[1204, 0], 'donation_ids.1', 'Entry 2 of donation_ids isn’t an ID.'],
  [['abc'], 'donation_ids.0', 'Entry 1 of donation_ids isn’t an ID.'],
  [[1.5], 'donation_ids.0', 'Entry 1 of donation_ids isn’t an ID.'],
  [
    Array.from({ length: donationChanges.maxDonationsPerCall + 1 }, (_, at) => at + 1),
    'donation_ids',
    'donation_ids should have at most 500 entries.',
  ],
])('names the invalid entry of a list of ids', async (ids, field, text) => {
  const body = JSON.stringify({ donation_ids: ids, status: 'submitted' })
  const json = { token, headers: { 'content-type': 'application/json' } }
  const response = await app.send('POST', donationChanges.confirmDonations.path, { ...json, body })
  expect(response.status).toBe(422)
  const message = expect.stringContaining(text)
  expect(await response.json()).toMatchObject({ message, fields: { [field]: message } })
})

test.each([
  auth.redeemMagicLink,
  auth.redeemDonorLink,
  auth.confirmEmail,
  auth.getPasswordLink,
  matchRequests.readEmailTransfer,
  matchRequests.transferMatchRequest,
])('a truncated email link is refused like an expired one: $name', async (route) => {
  const headers = { 'content-type': 'application/json' }
  const response = await app.send(route.method, route.path, { headers, body: JSON.stringify({ token: 'cut-o' }) })
  expect(response.status).toBe(410)
})

test("no cache stores a token, an organization's response, or a refusal", async () => {
  const user = await app.createUser()
  const signIn = await app.send('POST', auth.login.path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  })
  expect(signIn.status).toBe(200)
  const responses = [
    signIn,
    await app.send('GET', `/api/organization/${organizationId}`, { token }),
    await app.send('GET', '/api/organization/987654321', { token }),
    await app.send('GET', '/api/common'),
  ]
  expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual(responses.map(() => 'no-store'))
})

import { createHmac } from 'node:crypto'
import { auth } from '@twofold/contract'
import { base64url, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { resetToken } from '../links.testing.ts'
import { createSessionReader } from '../sessions/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { trustProxy: ['127.0.0.1', '::1'] } })
})
afterAll(() => app.stop())
beforeEach(() => app.query('DELETE FROM rate_limits'))

const login = (email: string, password: string, from = '192.0.2.1', cookie = '') =>
  app.sendRoute(auth.login, { body: { email, password } }, { headers: { 'x-forwarded-for': from, cookie } })
const knownCookie = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((one) => one.startsWith('twofold_known_'))
    ?.split(';')[0] ?? ''
const addresses = Array.from({ length: 12 }, (_, number) => `198.51.100.${number + 1}`)
const count = (responses: readonly { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length

describe('guessing', () => {
  it('evaluates at most five wrong passwords per account and address in 15 minutes, even in parallel', async () => {
    const user = await app.createUser()
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, attempt) => login(user.email, `wrong-${attempt}`)),
    )
    expect(count(responses, 401)).toBe(5)
    expect(count(responses, 429)).toBe(35)
    const refused = await login(user.email, 'wrong-again')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('evaluates at most ten from forty addresses', async () => {
    const user = await app.createUser()
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, attempt) => login(user.email, `wrong-${attempt}`, `203.0.113.${attempt}`)),
    )
    expect(count(responses, 401)).toBe(10)
    expect(count(responses, 429)).toBe(30)
  })

  it('lets the owner sign in from any browser after a stranger’s ten wrong passwords', async () => {
    const user = await app.createUser()
    for (let attempt = 0; attempt < 10; attempt++) await login(user.email, 'wrong-password')
    expect((await login(user.email, user.password, '192.0.2.2')).status).toBe(200)
  })

  it('lets the owner request a link from any browser after a stranger’s three requests', async () => {
    const user = await app.createUser()
    const requestLink = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      return (await app.sendRoute(auth.requestMagicLink, { body: { email: user.email } }, { headers })).status
    }
    const statuses: number[] = []
    for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
      statuses.push(await requestLink(from))
    expect(statuses).toEqual([200, 200, 200, 429, 200])
    const others = await Promise.all(addresses.map(requestLink))
    expect(others.filter((status) => status === 200)).toHaveLength(2)
  })

  it('lets the owner sign in from a known browser after wrong passwords from twelve addresses and their own', async () => {
    const user = await app.createUser()
    const cookie = knownCookie(await login(user.email, user.password, '192.0.2.2'))
    const foreign = [...addresses, '192.0.2.2'].flatMap((from) => [from, from])
    const responses = await Promise.all(foreign.map((from) => login(user.email, 'wrong-password', from)))
    expect(count(responses, 401)).toBe(10)
    await app.query("UPDATE rate_limits SET points = 100 WHERE key = 'login-client:192.0.2.2'")
    expect((await login('nobody@example.org', 'wrong-password', '192.0.2.2')).status).toBe(429)
    expect((await login(user.email, user.password, '192.0.2.2')).status).toBe(429)
    const known = await login(user.email, user.password, '192.0.2.2', cookie)
    expect(known.status).toBe(200)
    expect(knownCookie(known)).not.toBe('')
    expect((await login(user.email, user.password, '203.0.113.9', cookie)).status).toBe(200)
  })

  it('evaluates ten wrong passwords of a known browser, and fifty of all known browsers', async () => {
    const user = await app.createUser()
    for (let browser = 0; browser < 6; browser++) {
      const cookie = knownCookie(await login(user.email, user.password))
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => login(user.email, 'wrong-password', '192.0.2.1', cookie)),
      )
      expect(count(responses, 401)).toBe(browser < 5 ? 10 : 0)
    }
  })

  it('treats a cookie of another account, a forged one or one older than 400 days as a stranger’s', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()]
    const ofOther = knownCookie(await login(other.email, other.password))
    const own = knownCookie(await login(user.email, user.password))
    for (let attempt = 0; attempt < 10; attempt++) await login(user.email, 'wrong-password', addresses[attempt])
    const moved = `twofold_known_${user.id}=${ofOther.split('=')[1]}`
    for (const cookie of [ofOther, moved, `twofold_known_${user.id}=k1.AAAA`, `${own.slice(0, -2)}AA`]) {
      expect((await login(user.email, user.password, '192.0.2.7', cookie)).status, cookie).toBe(429)
    }
    app.clock.advance({ days: 399 })
    expect((await login(user.email, user.password, '192.0.2.7', own)).status).toBe(200)
    app.clock.advance({ days: 2 })
    expect((await login(user.email, user.password, '192.0.2.7', own)).status).toBe(429)
  })

  it('hides the known browser’s cookie from scripts and other sites, without a name or an address in it', async () => {
    const user = await app.createUser()
    const set = (await login(user.email, user.password)).headers.getSetCookie().join('\n')
    expect(set).toMatch(/^twofold_known_\d+=k1\.[\w-]+; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/)
    expect((await login(user.email, 'wrong-password')).headers.getSetCookie()).toEqual([])
  })

  it('leaves the magic link available, names it, and ends after 15 minutes', async () => {
    const user = await app.createUser()
    for (const from of addresses) await login(user.email, 'wrong-password', from)
    const refused = await login(user.email, user.password)
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('choose Magic Link')])
    const link = await app.sendRoute(auth.requestMagicLink, { body: { email: user.email } })
    expect(await link.text()).toContain('on its way')
    await app.query('UPDATE rate_limits SET expire = expire - 900001')
    expect((await login(user.email, user.password)).status).toBe(200)
  })

  it('does not count correct passwords: thirty at once succeed after four wrong ones', async () => {
    const user = await app.createUser()
    for (let attempt = 0; attempt < 4; attempt++) expect((await login(user.email, 'wrong-password')).status).toBe(401)
    const responses = await Promise.all(Array.from({ length: 30 }, () => login(user.email, user.password)))
    expect(count(responses, 200)).toBe(30)
    expect((await login(user.email, 'wrong-password')).status).toBe(401)
    expect((await login(user.email, 'wrong-password')).status).toBe(429)
  })

  it('stops one password for a thousand accounts after a hundred attempts from one IPv6 network', async () => {
    const responses = await Promise.all(
      Array.from({ length: 120 }, (_, number) =>
        login(`nobody-${number}@example.org`, 'spring-2026', `2001:db8:1:2::${number}`),
      ),
    )
    expect(count(responses, 401)).toBe(100)
    expect(count(responses, 429)).toBe(20)
  })

  it('returns the same response whether or not the account exists', async () => {
    const user = await app.createUser()
    const [known, unknown] = [
      await login(user.email, 'wrong-password'),
      await login('no@example.org', 'wrong-password'),
    ]
    const body = async (response: Response) => ({ ...Object(await response.json()), request_id: '' })
    expect(known.status).toBe(unknown.status)
    expect(await body(known)).toEqual(await body(unknown))
  })
})

it('stores passwords as argon2id with 19 MiB, two passes, one lane, and a separate salt', async () => {
  const [row] = await app.query<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = $1', [
    await resetUser(),
  ])
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

async function resetUser(): Promise<number> {
  const user = await app.createUser()
  const token = await resetToken(app, user.id)
  await app.call(auth.resetPassword, { body: { token, password: 'quiet-harbor-lamp' } })
  return user.id
}

describe('a forged token', () => {
  const encode = (value: object) => base64url.encode(JSON.stringify(value))
  const partsOf = (token: string) => {
    const [head = '', body = '', signature = ''] = token.split('.')
    const payload: Record<string, unknown> = JSON.parse(new TextDecoder().decode(base64url.decode(body)))
    return { head, body, signature, payload }
  }
  const sign = (payload: Record<string, unknown>, head: Record<string, unknown> = {}, key?: Uint8Array) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...head })
      .sign(key ?? app.platform.secrets.keyFor('session'))
  const hs256 = (head: object, payload: object, key: Uint8Array) => {
    const text = `${encode(head)}.${encode(payload)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }

  it('is refused, regardless of the change', async () => {
    const { head, body, signature, payload } = partsOf(await app.signIn(await app.createUser()))
    const { exp: _exp, ...withoutExpiry } = payload
    const key = app.platform.secrets.keyFor('session')
    const ownKey = new TextEncoder().encode('a key of the attacker, which is long enough')
    const jwk = { kty: 'oct', k: base64url.encode(ownKey) }
    const forgeries = {
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'alg None with the old signature': `${encode({ alg: 'None', typ: 'JWT' })}.${body}.${signature}`,
      'alg in small letters': hs256({ alg: 'hs256', typ: 'JWT' }, payload, key),
      'another algorithm': await sign(payload, { alg: 'HS512' }, new Uint8Array([...key, ...key])),
      'no signature': `${head}.${body}.`,
      'another body': `${head}.${encode({ ...payload, sub: '1' })}.${signature}`,
      'signed with another key': await sign(payload, {}, ownKey),
      'a key of its own (jwk)': await sign(payload, { jwk }, ownKey),
      'a key elsewhere (jku)': await sign(payload, { jku: 'https://evil.example/keys' }, ownKey),
      'a key by path (kid)': await sign(payload, { kid: '../../../../dev/null' }, new Uint8Array(32)),
      'a key by SQL (kid)': await sign(payload, { kid: "x' UNION SELECT 'k" }, ownKey),
      'signed for donors': await sign(payload, {}, app.platform.secrets.keyFor('donor-link')),
      'without expiry': await sign(withoutExpiry),
      'another audience': await sign({ ...payload, aud: 'elsewhere' }),
      'another issuer': await sign({ ...payload, iss: 'elsewhere' }),
      'another type': await sign(payload, { typ: 'at+jwt' }),
      'no session': await sign({ ...payload, sid: undefined }),
      'a session that never was': await sign({ ...payload, sid: '3f0e9a52-0d7b-4c39-9d6e-111111111111' }),
      'a session that is no id': await sign({ ...payload, sid: "' OR 1=1" }),
      'a link instead of a token': 'A'.repeat(43),
    }
    for (const [name, token] of Object.entries(forgeries)) {
      expect((await app.refusal(auth.getCurrentUser, {}, { token })).status, name).toBe(401)
    }
    expect(await app.call(auth.getCurrentUser, {}, { token: await sign(payload) })).toHaveProperty('email')
  })

  it('is valid until just before its expiry', async () => {
    const user = await app.createUser()
    const token = await app.signIn(user)
    const { payload } = partsOf(token)
    const exp = Math.floor(app.clock().getTime() / 1000) + 60
    const short = await sign({ ...payload, exp })
    app.clock.advance({ seconds: 59 })
    expect(await app.call(auth.getCurrentUser, {}, { token: short })).toMatchObject({ id: user.id })
    app.clock.advance({ seconds: 1 })
    expect((await app.refusal(auth.getCurrentUser, {}, { token: short })).status).toBe(401)
    app.clock.advance({ seconds: 1 })
    expect((await app.refusal(auth.getCurrentUser, {}, { token: short })).status).toBe(401)
  })
})

it('a logged-out session is refused by another node within a second', async () => {
  const other = await startTestApp({ database: app.database, clock: app.clock })
  const token = await app.signIn(await app.createUser())
  expect((await other.sendRoute(auth.getCurrentUser, {}, { token })).status).toBe(200)
  const left = await app.sendRoute(auth.logout, {}, { token })
  expect(left.headers.get('clear-site-data')).toContain('"cache"')
  expect((await app.sendRoute(auth.getCurrentUser, {}, { token })).status).toBe(401)
  app.clock.advance({ seconds: 1 })
  expect((await other.sendRoute(auth.getCurrentUser, {}, { token })).status).toBe(401)
  await other.stop()
})

function readerThatHangs(at: number) {
  const { database } = app.platform
  const blocked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let connections = 0
  const connect = async () => {
    connections += 1
    if (connections === at) {
      blocked.resolve()
      await released.promise
    }
    return database.pool.connect()
  }
  const pool = Object.create(database.pool, { connect: { value: connect } })
  const reader = createSessionReader({ ...app.platform, database: { ...database, pool } })
  return { reader, hangs: blocked.promise, letGo: released.resolve }
}

it('a hanging lookup is not shared after its result would no longer be trusted', async () => {
  const token = await app.signIn(await app.createUser())
  const { reader, hangs, letGo } = readerThatHangs(1)
  const both = [reader.callerOf(token), reader.callerOf(token)]
  await hangs
  app.clock.advance({ seconds: 1 })
  expect(await reader.callerOf(token)).not.toBeNull()
  await app.sendRoute(auth.logout, {}, { token })
  app.clock.advance({ seconds: 1 })
  expect(await reader.callerOf(token)).toBeNull()
  letGo()
  expect(await Promise.all(both)).toEqual([null, null])
})

it('a session that ends during a hanging lookup is refused within a second', async () => {
  const token = await app.signIn(await app.createUser())
  app.clock.advance({ minutes: 2 })
  // The second connection records the last use of the session.
  const { reader, hangs, letGo } = readerThatHangs(2)
  const waiting = reader.callerOf(token)
  await hangs
  await app.sendRoute(auth.logout, {}, { token })
  app.clock.advance({ seconds: 1 })
  expect(await reader.callerOf(token)).toBeNull()
  letGo()
  await waiting
  expect(await reader.callerOf(token)).toBeNull()
})

it.each([
  '//evil.example',
  'https:evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/portal%0d%0aSet-Cookie:a=b',
  '/portal\r\nSet-Cookie: a=b',
  '/portal@evil.example',
  '/portal/../..//evil.example',
  '/portal?x=<script>',
  '/donor-match-update/1x',
])('a link never redirects to %j', async (redirect) => {
  const refused = await app.refusal(auth.requestMagicLink, { body: { email: 'a@example.org', redirect } })
  expect(refused.status).toBe(422)
})

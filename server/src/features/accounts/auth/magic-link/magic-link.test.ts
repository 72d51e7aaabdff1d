import { auth } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'

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
beforeEach(() => app.query('DELETE FROM rate_limits'))

type Asked = { readonly token: string; readonly code: string; readonly cookie: string }

async function ask(email: string, cookie = ''): Promise<Asked> {
  const mails = () => smtp.mails.filter(({ to }) => to.includes(email))
  const before = mails().length
  const response = await app.sendRoute(auth.requestMagicLink, { body: { email } }, { headers: { cookie } })
  await expect.poll(() => mails().length).toBe(before + 1)
  const text = mails().at(-1)?.parsed.text ?? ''
  return {
    token: /token=([\w-]+)/.exec(text)?.[1] ?? '',
    code: /enter this code:\s+(\d{3} \d{3})/.exec(text)?.[1] ?? '',
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}

const submit = (token: string, { cookie = '', code }: { cookie?: string; code?: string } = {}) =>
  app.sendRoute(auth.redeemMagicLink, { body: { token, ...(code ? { code } : {}) } }, { headers: { cookie } })
const typeIn = (email: string, code: string, cookie = '') =>
  app.sendRoute(auth.redeemLinkCode, { body: { email, code } }, { headers: { cookie } })
const other = (code: string) => (code.replace(' ', '') === '000000' ? '111111' : '000000')
const count = (responses: readonly Response[], status: number) =>
  responses.filter((one) => one.status === status).length

describe('a sign-in link', () => {
  it('signs in once after a click in the requesting browser, regardless of the number of clicks', async () => {
    const user = await app.createUser()
    const { token, cookie } = await ask(user.email)
    const responses = await Promise.all(Array.from({ length: 50 }, () => submit(token, { cookie })))
    expect([count(responses, 200), count(responses, 410)]).toEqual([1, 49])
  })

  it('is not used up by scanners that open its page or click its button', async () => {
    const user = await app.createUser()
    const { token, code, cookie } = await ask(user.email)
    for (const method of ['HEAD', 'GET', 'GET', 'GET', 'GET', 'GET']) {
      await app.send(method, `/portal/magic-link?token=${token}`, { headers: { 'user-agent': 'SafeLinks scanner' } })
    }
    for (const foreign of ['', 'twofold_asked=', `twofold_asked=${'A'.repeat(43)}`]) {
      const response = await submit(token, { cookie: foreign })
      expect(await response.json()).toEqual({ code_needed: true })
    }
    expect(await app.query('SELECT 1 FROM sessions WHERE user_id = $1', [user.id])).toEqual([])
    expect((await submit(token, { code: other(code) })).status).toBe(401)
    const elsewhere = await submit(token, { code })
    expect(await elsewhere.json()).toMatchObject({ me: { email: user.email }, redirect: '/portal' })
    expect((await submit(token, { cookie })).status).toBe(410)
  })

  it('works for ten minutes, only the newest one, and cannot be derived from the database', async () => {
    const user = await app.createUser()
    const first = await ask(user.email)
    const second = await ask(user.email, first.cookie)
    const third = await ask(user.email, first.cookie)
    expect([second.cookie, third.cookie]).toEqual([first.cookie, first.cookie])
    expect(first.token).toMatch(/^[\w-]{43}$/)
    const { cookie } = first
    for (const old of [first, second]) {
      expect((await submit(old.token, { cookie })).status).toBe(410)
      if (old.code !== third.code) expect((await typeIn(user.email, old.code, cookie)).status).toBe(401)
    }
    const stored = JSON.stringify([
      await app.query('SELECT l::text AS row FROM links l'),
      await app.query('SELECT m::text AS row FROM account_mails m'),
    ])
    for (const secret of [third.token, third.code, third.code.replace(' ', ''), cookie.split('=')[1]]) {
      expect(stored).not.toContain(secret)
    }
    app.clock.advance({ minutes: 10, seconds: 1 })
    expect((await submit(third.token, { cookie })).status).toBe(410)
    expect((await typeIn(user.email, third.code, cookie)).status).toBe(401)
  })

  it('hides its cookie from scripts and other sites', async () => {
    const { headers } = await app.sendRoute(auth.requestMagicLink, { body: { email: 'nobody@example.org' } })
    expect(headers.get('set-cookie')).toMatch(
      /^twofold_asked=[\w-]{43}; Path=\/api\/auth\/otp; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    )
  })
})

describe('the six digits of its mail', () => {
  it('sign in once in the requesting browser, in any format', async () => {
    const user = await app.createUser()
    const { token, code, cookie } = await ask(user.email)
    const responses = await Promise.all(
      [code, code.replace(' ', ''), code.replace(' ', '-'), ` ${code} `].map((typed) =>
        typeIn(user.email.toUpperCase(), typed, cookie),
      ),
    )
    expect(count(responses, 200)).toBe(1)
    expect((await submit(token, { cookie })).status).toBe(410)
  })

  it('do not work for another person with the address, and leave the owner’s attempts unchanged', async () => {
    const user = await app.createUser()
    const { code, cookie } = await ask(user.email)
    for (let attempt = 0; attempt < 8; attempt++) expect((await typeIn(user.email, code)).status).toBe(401)
    expect((await typeIn(user.email, code, cookie)).status).toBe(200)
  })

  it('allow five attempts, parallel or sequential, and the link keeps working', async () => {
    const user = await app.createUser()
    const { token, code, cookie } = await ask(user.email)
    const guesses = await Promise.all(Array.from({ length: 10 }, () => typeIn(user.email, other(code), cookie)))
    expect(count(guesses, 401)).toBe(10)
    expect(await app.query("SELECT detail ->> 'tries' AS tries FROM links WHERE user_id = $1", [user.id])).toEqual([
      { tries: '5' },
    ])
    const late = await app.refusal(auth.redeemLinkCode, { body: { email: user.email, code } }, { headers: { cookie } })
    expect(late).toMatchObject({ status: 401, fields: { code: auth.messages.wrongMailCode } })
    expect((await submit(token, { cookie })).status).toBe(200)
  })

  it('must be six digits', async () => {
    const refused = await app.refusal(auth.redeemLinkCode, { body: { email: 'a@example.org', code: '12345' } })
    expect(refused).toMatchObject({ status: 422, fields: { code: auth.messages.sixDigits } })
  })
})

describe('emails', () => {
  it('use addresses from the settings, regardless of the requested host', async () => {
    const user = await app.createUser()
    for (const headers of [{ 'x-forwarded-host': 'evil.test' }, { forwarded: 'host=evil.test' }]) {
      await app.sendRoute(auth.requestMagicLink, { body: { email: user.email } }, { headers })
    }
    await rawRequest(app.address, `http://evil.test/api/auth/otp`, JSON.stringify({ email: user.email }))
    const mails = () => smtp.mails.filter(({ to }) => to.includes(user.email))
    await expect.poll(() => mails().length).toBe(3)
    for (const { raw } of mails()) expect(raw).not.toContain('evil.test')
  })

  it('are limited to three per hour and address and twenty per client, over all kinds', async () => {
    const one = await Promise.all(
      Array.from({ length: 12 }, (_, attempt) =>
        attempt % 2
          ? app.sendRoute(auth.requestMagicLink, { body: { email: 'often@example.org' } })
          : app.sendRoute(auth.forgotPassword, { body: { email: 'Often@example.org' } }),
      ),
    )
    expect([count(one, 200), count(one, 429)]).toEqual([3, 9])
    await app.query('DELETE FROM rate_limits')
    const many = await Promise.all(
      Array.from({ length: 30 }, (_, attempt) =>
        app.sendRoute(auth.forgotPassword, { body: { email: `many-${attempt}@example.org` } }),
      ),
    )
    expect([count(many, 200), count(many, 429)]).toEqual([20, 10])
  })

  it('allow three more for a known browser after strangers used up the limits', async () => {
    const user = await app.createUser()
    const { token, cookie: asked } = await ask(user.email)
    const known = (await submit(token, { cookie: asked })).headers.getSetCookie().join().split(';')[0] ?? ''
    const unknownBrowsers = await Promise.all(
      Array.from({ length: 30 }, (_, attempt) =>
        app.sendRoute(auth.requestMagicLink, {
          body: { email: attempt < 5 ? user.email : `other-${attempt}@example.org` },
        }),
      ),
    )
    expect(count(unknownBrowsers, 429)).toBeGreaterThan(10)
    const link = (cookie: string) =>
      app.sendRoute(auth.requestMagicLink, { body: { email: user.email } }, { headers: { cookie } })
    expect((await link('')).status).toBe(429)
    const forgot = await app.sendRoute(
      auth.forgotPassword,
      { body: { email: user.email } },
      { headers: { cookie: known } },
    )
    const own = [forgot, await link(known), await link(known), await link(known)]
    expect([count(own, 200), count(own, 429)]).toEqual([3, 1])
    const foreign = await app.sendRoute(
      auth.requestMagicLink,
      { body: { email: 'often@example.org' } },
      { headers: { cookie: known } },
    )
    expect(foreign.status).toBe(429)
  })
})

async function rawRequest(address: string, target: string, body: string): Promise<void> {
  const { request } = await import('node:http')
  const { hostname, port } = new URL(address)
  const headers = { host: 'evil.test', 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  await new Promise<void>((resolve, reject) => {
    const sent = request({ hostname, port, method: 'POST', path: target, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve())
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

import { auth, outgoing } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
  type TestDatabase,
} from '../../../testing/index.ts'

const lettersTo = (smtp: FakeMailServer, address: string) => smtp.mails.filter(({ to }) => to.includes(address)).length

describe('OUTGOING=paused', () => {
  let smtp: FakeMailServer
  let database: TestDatabase
  let app: TestApp
  const lines: string[] = []
  const clock = settableClock()
  const start = (outgoingSetting: 'on' | 'paused') =>
    startTestApp({
      database,
      clock,
      logged: (line) => lines.push(line),
      config: { smtpUrl: smtp.url, mailAllow: ['example.org'], outgoing: outgoingSetting, role: 'all' },
    })
  const queueLetter = (recipient: string) =>
    database.query(
      `INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
       SELECT 'password-changed', $1, jsonb_build_object('userId', id), gen_random_uuid() || '@x.example', $2, $2
       FROM users ORDER BY id LIMIT 1`,
      [recipient, clock()],
    )

  beforeAll(async () => {
    smtp = await startFakeMailServer()
    database = await createTestDatabase()
    app = await start('paused')
  })
  afterAll(async () => {
    await app.stop()
    await database.drop()
    await smtp.stop()
  })

  it('holds emails until a super user releases them, except sign-in emails', async () => {
    const boss = await app.createUser({ email: 'boss@example.org', isSuper: true })
    await queueLetter('old@example.org')
    await app.sendRoute(auth.requestMagicLink, { body: { email: boss.email } })
    await expect.poll(() => lettersTo(smtp, 'boss@example.org')).toBe(1)
    expect(lettersTo(smtp, 'old@example.org')).toBe(0)
    const token = await app.signIn(boss)
    expect(await app.call(outgoing.getOutgoing, {}, { token })).toMatchObject({
      held_since: clock().toISOString(),
      waiting: { emails: 1, webhooks: 0 },
    })
    expect(lines.join('')).toContain('are held until a super user releases them')

    // Other nodes share the state, whatever their own setting; a node that joins changes nothing.
    const other = await start('on')
    expect(await other.call(outgoing.getOutgoing, {}, { token })).toMatchObject({ held_since: expect.any(String) })
    expect(await other.call(outgoing.releaseOutgoing, {}, { token })).toMatchObject({ held_since: null })
    await expect.poll(() => lettersTo(smtp, 'old@example.org')).toBe(1)
    await other.stop()
    const joining = await start('paused')
    expect(await joining.call(outgoing.getOutgoing, {}, { token })).toMatchObject({ held_since: null })
    await joining.stop()
  })

  it('pauses again when no other node is running', async () => {
    await app.stop()
    app = await start('paused')
    const token = await app.signIn(await app.createUser({ isSuper: true }))
    expect((await app.call(outgoing.getOutgoing, {}, { token })).held_since).not.toBeNull()
  })
})

describe('an unreachable mail server', () => {
  it('adds one log line for all emails, and shows super users the outage and the recovery', async () => {
    const smtp = await startFakeMailServer()
    const lines: string[] = []
    const clock = settableClock()
    const config = { smtpUrl: smtp.url, mailAllow: ['example.org'] }
    const app = await startTestApp({ clock, config, logged: (line) => lines.push(line) })
    const token = await app.signIn(await app.createUser({ isSuper: true }))
    const state = async () => (await app.call(outgoing.getOutgoing, {}, { token })).mail_server
    const countLogged = (text: string) => lines.filter((line) => line.includes(text)).length
    expect(await state()).toBeNull()

    smtp.behave('away')
    const people = await Promise.all([1, 2, 3].map(() => app.createUser()))
    for (const { email } of people) await app.sendRoute(auth.requestMagicLink, { body: { email } })
    const attempted = () => app.query("SELECT FROM account_mails WHERE state = 'queued' AND attempts = 1")
    await expect.poll(async () => (await attempted()).length).toBe(3)
    expect(await state()).toEqual({ away_since: clock().toISOString(), back_at: null, problem: expect.any(String) })
    expect([countLogged('the mail server is away'), countLogged('the mail server is back')]).toEqual([1, 0])

    smtp.behave('accept')
    clock.advance({ minutes: 2 })
    await expect.poll(async () => (await state())?.back_at).toBe(clock().toISOString())
    expect([countLogged('the mail server is away'), countLogged('the mail server is back')]).toEqual([1, 1])
    await app.stop()
    await smtp.stop()
  })
})

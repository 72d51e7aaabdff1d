import { auth, donationChanges, members, organizations } from '@twofold/contract'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../../../testing/factories.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'

let app: TestApp
let smtp: FakeMailServer
const clock = settableClock()
const lines: string[] = []
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    clock,
    config: { smtpUrl: smtp.url, mailAllow: ['example.org'] },
    logged: (line) => lines.push(line),
  })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(async () => {
  await app.query('DELETE FROM rate_limits')
  lines.length = 0
})

const secret = 'wrong-otter-lantern'
const guess = (email: string) => app.refusal(auth.login, { body: { email, password: secret } })
const trailOf = async (user: TestUser) =>
  await app.query<{ action: string; detail: string; address: string; request_id: string }>(
    `SELECT e.action, e.detail, e.address, e.request_id FROM account_events e JOIN users u ON u.id = e.user_id
     WHERE u.email = $1 AND e.action LIKE '%refused' ORDER BY e.id`,
    [user.email],
  )
const refusalsOf = async (user: TestUser) => (await trailOf(user)).map(({ action, detail }) => `${action}: ${detail}`)
const subject = 'Failed attempts on your Twofold account'
const mailsTo = (user: TestUser) =>
  smtp.mails.filter(({ to, parsed }) => to.includes(user.email) && parsed.subject === subject)
const queuedFor = async (user: TestUser) =>
  (await app.query(`SELECT FROM account_mails WHERE recipient = $1 AND kind = 'attempts-refused'`, [user.email])).length

test('a wrong password adds a line to the log and one to the account’s trail, without secrets', async () => {
  const user = await app.createUser()
  const refused = await guess(user.email)
  expect(refused.status).toBe(401)
  await expect.poll(() => refusalsOf(user)).toEqual(['sign_in_refused: password'])
  const [event] = await trailOf(user)
  const [line, ...more] = lines.map((text) => JSON.parse(text))
  expect(more).toEqual([])
  expect(line).toMatchObject({ client: event?.address, call: 'POST /api/auth/login', refused: 'unauthenticated' })
  expect(line.request_id).toBe(event?.request_id)
  for (const hidden of [secret, user.email]) expect(lines.join('')).not.toContain(hidden)
})

test('an unknown address gets the same response and a log line, and no mail is sent', async () => {
  const user = await app.createUser()
  const known = await guess(user.email)
  const unknown = await guess('nobody.here@example.org')
  expect([unknown.status, unknown.message]).toEqual([known.status, known.message])
  expect(lines).toHaveLength(2)
  await expect.poll(() => refusalsOf(user)).toHaveLength(1)
})

test('the owner sees it in the account’s history, in the words of the screen', async () => {
  const user = await app.createUser()
  await guess(user.email)
  await expect.poll(() => refusalsOf(user)).toHaveLength(1)
  const { events } = await app.call(auth.listAccountEvents, {}, { token: await app.signIn(user) })
  expect(events.map(({ action, detail }) => [action, detail])).toEqual([
    ['signed_in', 'password'],
    ['sign_in_refused', 'password'],
  ])
})

test('notifies the owner once an hour about a burst, also of concurrent guesses', async () => {
  const user = await app.createUser()
  for (let attempt = 0; attempt < 4; attempt++) await guess(user.email)
  await expect.poll(() => refusalsOf(user)).toHaveLength(4)
  expect(await queuedFor(user)).toBe(0)
  await app.query('DELETE FROM rate_limits')
  await Promise.all(Array.from({ length: 6 }, () => guess(user.email)))
  await expect.poll(() => mailsTo(user).length).toBe(1)
  const text = mailsTo(user)[0]?.parsed.text ?? ''
  expect(text).toContain('5 attempts to use your account with a wrong password or code were refused')
  expect(text).not.toContain('got past the first step')
  await expect.poll(() => refusalsOf(user)).toHaveLength(9)
  expect(await queuedFor(user)).toBe(1)

  app.clock.advance({ minutes: 61 })
  await app.query('DELETE FROM rate_limits')
  for (let attempt = 0; attempt < 5; attempt++) await guess(user.email)
  await expect.poll(() => mailsTo(user).length).toBe(2)
})

test('distinguishes refused second steps, which follow a correct first step', async () => {
  const user = await app.createUser()
  const token = await app.signIn(user)
  const begun = await app.call(auth.beginTotp, { body: { password: user.password } }, { token })
  const epoch = Math.floor(app.clock().getTime() / 1000)
  const code = await generate({ secret: begun.secret, epoch })
  await app.call(auth.confirmTotp, { body: { code } }, { token })
  const response = await app.call(auth.login, { body: { email: user.email, password: user.password } })
  if (!('second_step' in response)) throw new Error('no second step was asked for')
  const { step } = response.second_step
  const wrong = code === '000000' ? '111111' : '000000'
  for (let attempt = 0; attempt < 5; attempt++) await app.refusal(auth.finishWithCode, { body: { step, code: wrong } })
  await expect.poll(() => mailsTo(user).length).toBe(1)
  expect(mailsTo(user)[0]?.parsed.text).toMatch(/of them got past the first step/)
  await expect.poll(() => refusalsOf(user)).toEqual(Array(5).fill('sign_in_refused: second step'))
  expect(lines).toHaveLength(5)
  expect(lines.join('')).not.toContain(step)
})

test('also records a wrong password when changing the account', async () => {
  const user = await app.createUser()
  const token = await app.signIn(user)
  const body = { current: secret, password: 'otter-lantern-seven' }
  expect((await app.refusal(auth.changePassword, { body }, { token })).status).toBe(422)
  await expect.poll(() => refusalsOf(user)).toEqual(['identity_refused: password'])
  expect(lines).toHaveLength(1)
})

test('records denied access: an insufficient level, and foreign or missing data', async () => {
  const organization = await app.createOrganization()
  const other = await app.createOrganization()
  const user = await app.createMember(organization, 'read')
  const token = await app.signIn(user)
  const ask = (id: number) => app.refusal(organizations.getOrganization, { params: { id } }, { token })
  const remove = { body: { org_id: organization, user_id: user.id } }
  expect((await app.refusal(members.removePermission, remove, { token })).status).toBe(403)
  await expect.poll(() => refusalsOf(user)).toHaveLength(1)
  expect([(await ask(other)).status, (await ask(999_999)).status]).toEqual([404, 404])
  for (let attempt = 0; attempt < 5; attempt++) await ask(other)
  const what = `access_refused: ${organizations.getOrganization.summary}`
  await expect.poll(() => refusalsOf(user)).toEqual([`access_refused: ${members.removePermission.summary}`, what, what])
  expect(lines).toHaveLength(8)
  expect(await queuedFor(user)).toBe(0)
})

test('a member of one organization is refused on gifts of others until they join there', async () => {
  const [organization, other] = [await app.createOrganization(), await app.createOrganization()]
  const user = await app.createMember(organization, 'write')
  const token = await app.signIn(user)
  const [own, theirs] = [await app.createDonation({ organization }), await app.createDonation({ organization: other })]
  const bodyOf = (...ids: number[]) => ({ body: { donation_ids: ids, status: 'no-charge' as const } })
  const submitAction = (...ids: number[]) => app.call(donationChanges.confirmDonations, bodyOf(...ids), { token })
  const refused = (...ids: number[]) => app.refusal(donationChanges.confirmDonations, bodyOf(...ids), { token })
  expect((await refused(theirs)).status).toBe(404)
  await submitAction(own)
  expect([(await refused(theirs)).status, (await refused(own, theirs)).status]).toEqual([404, 404])
  const refusals = lines.map((line) => JSON.parse(line).refused)
  expect(refusals).toEqual(['not_found', 'not_found', 'not_found'])
  await expect.poll(() => refusalsOf(user)).toEqual([`access_refused: ${donationChanges.confirmDonations.summary}`])
  await app.query('INSERT INTO members (organization_id, user_id, level) VALUES ($1, $2, $3)', [
    other,
    user.id,
    'write',
  ])
  clock.advance({ seconds: 1 })
  expect((await submitAction(theirs)).donations).toHaveLength(1)
})

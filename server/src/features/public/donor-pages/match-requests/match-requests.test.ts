import { auth, donorMerges, donors, matchRequests } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { recordDonation, testCompanies } from '../../../email/notifications/record-donation.testing.ts'

let app: TestApp
let smtp: FakeMailServer
let organization: number
let number = 0

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0 } })
  await app.createCompanies(testCompanies)
  organization = await app.createOrganization({ name: 'Riverside Pantry' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
// All donors of these tests have the same client address.
beforeEach(() => app.query('DELETE FROM rate_limits'))

type Gift = Parameters<TestApp['createDonation']>[0]

const askForLink = (id: number, email: string) =>
  app.sendRoute(
    auth.followLinkRequest,
    { query: { email, redirect: `/donor-match-update/${id}`, press: '1' } },
    { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' } },
  )

async function opened(gift: Partial<Gift> = {}) {
  const email = `dana${++number}@example.org`
  const id = await app.createDonation({ organization, status: 23, donor: 'Dana Reyes', email, ...gift })
  await askForLink(id, email)
  const { key } = await app.call(auth.redeemDonorLink, { body: { token: await tokenIn('token', email) } })
  return { id, email, key }
}

async function tokenIn(name: 'token' | 'handover', to: string): Promise<string> {
  const link = new RegExp(`/donor-match-update/\\d+\\?${name}=([\\w-]+)`)
  const find = () =>
    smtp.mails.filter((mail) => mail.to.includes(to)).map((mail) => link.exec(mail.parsed.text ?? '')?.[1])
  await expect.poll(() => find().some(Boolean)).toBe(true)
  return find().findLast(Boolean) ?? ''
}

const read = (key: string) => app.call(matchRequests.readMatchRequest, { body: { key } })
const correct = async (
  key: string,
  changes: Partial<matchRequests.CorrectionForm> & { company_id?: number | null },
) => {
  const { donor_name, email, company, employment } = await read(key)
  const body = { key, donor_name, email, company: company || 'Somewhere', company_id: null, employment, ...changes }
  return app.call(matchRequests.updateMatchRequest, { body })
}
const companyId = async (name: string) =>
  (await app.query<{ id: number }>('SELECT id::int FROM companies WHERE name = $1', [name]))[0]?.id ?? 0

test('refuses "retired" without an employer and asks for it, unless the donor has none', async () => {
  const { id, key } = await opened()
  for (const employment of ['retired', null] as const) {
    await expect(correct(key, { company: 'I am retired', employment })).rejects.toThrow(
      matchRequests.formerEmployerQuestion,
    )
  }
  expect(await correct(key, { company: 'Portal Works', employment: 'retired' })).toMatchObject({
    company: 'Portal Works',
    employment: 'retired',
  })
  await correct(key, { company: 'Retired', employment: 'none' })
  const [row] = await app.query('SELECT status_id::int, employer_how FROM donations WHERE id = $1', [id])
  expect(row).toEqual({ status_id: 19, employer_how: 'no_employer' })
})

test('evaluates a new employer immediately and returns the new state of the match', async () => {
  const { id, key } = await opened()
  expect(await read(key)).toMatchObject({
    id,
    organization: 'Riverside Pantry',
    donor_name: 'Dana Reyes',
    can_change: true,
  })
  const after = await correct(key, {
    company: 'Portal Works',
    company_id: await companyId('Portal Works'),
    employment: 'retired',
  })
  expect(after).toMatchObject({ company: 'Portal Works', employment: 'retired', can_change: true })
  const [row] = await app.query('SELECT status_id::int, employment FROM donations WHERE id = $1', [id])
  expect(row).toEqual({ status_id: 7, employment: 'retired' })
  const events = await app.query(
    'SELECT action, actor FROM donation_events WHERE donation_id = $1 ORDER BY id DESC LIMIT 1',
    [id],
  )
  expect(events).toEqual([{ action: 'give_employer', actor: 'donor' }])
})

test('sends an unknown employer to review and saves a corrected name immediately', async () => {
  const { id, key, email } = await opened()
  const after = await correct(key, { company: 'Quillon Harbor Tools', donor_name: 'Dana M. Reyes' })
  expect(after).toMatchObject({ donor_name: 'Dana M. Reyes', company: 'Quillon Harbor Tools', company_id: null })
  expect(await app.query('SELECT status_id::int FROM donations WHERE id = $1', [id])).toEqual([{ status_id: 2 }])
  expect(await app.query('SELECT name FROM donors WHERE email = $1', [email])).toEqual([{ name: 'Dana M. Reyes' }])
})

test('a correction waits for the family’s evaluation without holding locks that it needs', async () => {
  const { key, email } = await opened()
  const judging = new pg.Client({ connectionString: app.database.connectionString })
  await judging.connect()
  try {
    await judging.query('BEGIN')
    await judging.query('SELECT lock_families(ARRAY[$1::bigint])', [organization])
    const corrected = correct(key, { donor_name: 'Dana M. Reyes', company: 'Quillon Harbor Tools' })
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_families%'"
    await expect.poll(() => app.query(waiting)).not.toEqual([])
    const { rowCount } = await judging.query('SELECT FROM donors WHERE email = $1 FOR UPDATE NOWAIT', [email])
    expect(rowCount).toBe(1)
    await judging.query('COMMIT')
    expect(await corrected).toMatchObject({ donor_name: 'Dana M. Reyes' })
  } finally {
    await judging.end()
  }
})

test('a new address waits for confirmation by the stored one, then owns the request, and the old key is invalid', async () => {
  const { id, key, email } = await opened()
  const asked = await correct(key, { email: 'sam.new@example.org', donor_name: 'Sam Reyes' })
  expect(asked).toMatchObject({
    email,
    donor_name: 'Dana Reyes',
    waiting_email: 'sam.new@example.org',
    waiting_name: 'Sam Reyes',
  })
  const token = await tokenIn('handover', email)
  const waiting = { email: 'sam.new@example.org', donor_name: 'Sam Reyes' }
  const meanwhile = await correct(key, { ...waiting, employment: 'retired' })
  expect(meanwhile).toMatchObject({ email, donor_name: 'Dana Reyes', employment: 'retired', waiting_name: 'Sam Reyes' })
  expect(smtp.mails.filter((mail) => mail.to.includes('sam.new@example.org'))).toEqual([])

  const asking = { body: { token } }
  expect(await app.call(matchRequests.readEmailTransfer, asking)).toEqual({ email: 'sam.new@example.org' })

  const requests = Array.from({ length: 3 }, () =>
    app.sendRoute(matchRequests.transferMatchRequest, { body: { token } }),
  )
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 410, 410])
  const [row] = await app.query(
    'SELECT p.email, p.name FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id WHERE d.id = $1',
    [id],
  )
  expect(row).toEqual({ email: 'sam.new@example.org', name: 'Sam Reyes' })
  expect((await app.refusal(matchRequests.readEmailTransfer, asking)).status).toBe(410)
  expect((await app.refusal(matchRequests.readMatchRequest, { body: { key } })).status).toBe(410)
})

test('the new owner gets an email with the next step, regardless of the old address’s emails', async () => {
  const company = { company: 'Portal Works', company_id: await companyId('Portal Works') }
  for (const isDownloadOnly of [true, false]) {
    const { id, key, email } = await opened()
    const theirs = `kim${id}@example.org`
    if (isDownloadOnly) await app.query("UPDATE donors SET language = 'fr' WHERE email = $1", [email])
    await correct(key, company)
    const initials = () =>
      app.query<{ id: number; email: string; state: string }>(
        `SELECT n.id, p.email, n.state FROM notifications n
         JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
         WHERE n.donation_id = $1 AND n.kind = 'initial' AND n.status_id = 7 ORDER BY n.id`,
        [id],
      )
    const [first] = await initials()
    expect(first?.email).toBe(email)
    await app.query('UPDATE notifications SET state = $2, sent_at = now() WHERE id = $1', [
      first?.id,
      isDownloadOnly ? 'sent' : 'skipped',
    ])
    await correct(key, { email: theirs })
    await app.call(matchRequests.transferMatchRequest, { body: { token: await tokenIn('handover', email) } })
    expect((await initials()).map((mail) => mail.email)).toEqual([email, theirs])
    await expect.poll(() => smtp.mails.filter((mail) => mail.to.includes(theirs)).length).toBe(1)
    const [mail] = smtp.mails.filter(({ to }) => to.includes(theirs))
    expect(mail?.parsed.text?.includes('jumelage')).toBe(isDownloadOnly)
  }
})

test('the new owner of a request for several gifts gets all of them with their joint estimate', async () => {
  const email = 'several@example.org'
  const day = app.clock().toISOString().slice(0, 10)
  for (const amountCents of [600, 600, 500])
    await recordDonation(app, organization, { email, employer: 'Letter Lane', amountCents, day })
  const combinedMatches = () =>
    app.query(
      `SELECT p.email, d.id::int, d.status_id::int, d.amount_cents::int, d.estimated_cents::int FROM donations d
       JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
       WHERE p.email IN ($1, 'several.new@example.org') AND d.counted`,
      [email],
    )
  const [whole, ...others] = await combinedMatches()
  expect([others.length, whole]).toMatchObject([0, { email, amount_cents: 1_700, estimated_cents: 3_400 }])
  await askForLink(Number(whole?.id), email)
  const { key } = await app.call(auth.redeemDonorLink, { body: { token: await tokenIn('token', email) } })
  await correct(key, { email: 'several.new@example.org' })
  await app.call(matchRequests.transferMatchRequest, { body: { token: await tokenIn('handover', email) } })
  expect(await combinedMatches()).toEqual([{ ...whole, email: 'several.new@example.org' }])
  const left = await app.query('SELECT FROM donations d JOIN donors p ON p.id = d.donor_id WHERE p.email = $1', [email])
  expect(left).toEqual([])
})

test('a handover link reveals nothing once the match is closed or has another owner', async () => {
  const closed = await opened()
  await correct(closed.key, { email: 'closed.new@example.org' })
  await app.query('UPDATE donations SET status_id = 4 WHERE id = $1', [closed.id])
  const token = await tokenIn('handover', closed.email)
  expect((await app.refusal(matchRequests.transferMatchRequest, { body: { token } })).status).toBe(409)

  const given = await opened()
  await correct(given.key, { email: 'given.new@example.org' })
  const theirs = await tokenIn('handover', given.email)
  const outsider = await app.createDonor({ organization })
  await app.query('UPDATE donations SET donor_id = $2 WHERE id = $1', [given.id, outsider])
  expect((await app.refusal(matchRequests.transferMatchRequest, { body: { token: theirs } })).status).toBe(410)
  const moved = "SELECT FROM donors WHERE email IN ('closed.new@example.org', 'given.new@example.org')"
  expect(await app.query(moved)).toEqual([])
})

test('a link from before a handover does not open the new owner’s request', async () => {
  const { id, key, email } = await opened()
  const used = await tokenIn('token', email)
  await askForLink(id, email)
  await expect.poll(() => tokenIn('token', email)).not.toBe(used)
  const unused = await tokenIn('token', email)
  await correct(key, { email: 'pat.new@example.org' })
  await app.call(matchRequests.transferMatchRequest, { body: { token: await tokenIn('handover', email) } })
  expect((await app.refusal(auth.redeemDonorLink, { body: { token: unused } })).status).toBe(410)
  const sentMails = smtp.mails.filter((mail) => mail.to.includes(email)).length
  await askForLink(id, email)
  await askForLink(id, 'pat.new@example.org')
  await tokenIn('token', 'pat.new@example.org')
  expect(smtp.mails.filter((mail) => mail.to.includes(email))).toHaveLength(sentMails)
})

async function correctAddress(email: string, right: string): Promise<void> {
  const [donor] = await app.query<{ id: number; version: number }>(
    'SELECT id::int, version::int FROM donors WHERE organization_id = $1 AND email = $2',
    [organization, email],
  )
  const token = await app.signIn(await app.createMember(organization, 'admin'))
  const body = { version: donor?.version ?? 0, email: right }
  await app.call(donors.updateDonor, { params: { id: donor?.id ?? 0 }, body }, { token })
}

test('a link and its key stop working after staff correct the address', async () => {
  const { id, email, key } = await opened()
  const used = await tokenIn('token', email)
  await askForLink(id, email)
  await expect.poll(() => tokenIn('token', email)).not.toBe(used)
  await correctAddress(email, `right.${email}`)
  const unused = await tokenIn('token', email)
  expect((await app.refusal(auth.redeemDonorLink, { body: { token: unused } })).status).toBe(410)
  expect((await app.refusal(matchRequests.readMatchRequest, { body: { key } })).status).toBe(410)
})

test('links of a donor who was merged into one with another address return 410', async () => {
  const { id, key, email } = await opened()
  const used = await tokenIn('token', email)
  await askForLink(id, email)
  await expect.poll(() => tokenIn('token', email)).not.toBe(used)
  await correct(key, { email: `sam.${email}` })
  const asking = { body: { token: await tokenIn('handover', email) } }
  expect(await app.call(matchRequests.readEmailTransfer, asking)).toEqual({ email: `sam.${email}` })
  const other = await app.createDonation({ organization, status: 23, donor: 'D. Reyes', email: `d.${email}` })
  const donorOf = async (donation: number) =>
    Number(
      (await app.query<{ donor_id: string }>('SELECT donor_id FROM donations WHERE id = $1', [donation]))[0]?.donor_id,
    )
  const token = await app.signIn(await app.createMember(organization, 'admin'))
  await app.call(
    donorMerges.mergeDonors,
    { params: { id: await donorOf(other) }, body: { other_id: await donorOf(id) } },
    { token },
  )
  const unused = { body: { token: await tokenIn('token', email) } }
  expect((await app.refusal(matchRequests.readMatchRequest, { body: { key } })).status).toBe(410)
  expect((await app.refusal(auth.redeemDonorLink, unused)).status).toBe(410)
  expect((await app.refusal(matchRequests.readEmailTransfer, asking)).status).toBe(410)
  expect((await app.refusal(matchRequests.transferMatchRequest, asking)).status).toBe(410)
})

test('a handover link ends when staff correct the address that it was sent to', async () => {
  const { key, email } = await opened()
  await correct(key, { email: `sam.${email}` })
  const asking = { body: { token: await tokenIn('handover', email) } }
  expect(await app.call(matchRequests.readEmailTransfer, asking)).toEqual({ email: `sam.${email}` })
  await correctAddress(email, `right.${email}`)
  expect((await app.refusal(matchRequests.readEmailTransfer, asking)).status).toBe(410)
  expect((await app.refusal(matchRequests.transferMatchRequest, asking)).status).toBe(410)
})

test('keeping the address makes the handover link invalid', async () => {
  const { key, email } = await opened()
  await correct(key, { email: 'sam.other@example.org' })
  const token = await tokenIn('handover', email)
  expect(await correct(key, {})).toMatchObject({ waiting_email: null })
  expect((await app.refusal(matchRequests.transferMatchRequest, { body: { token } })).status).toBe(410)
})

test('refuses changes once the employer has the request, and names missing fields', async () => {
  const { key } = await opened({ status: 4 })
  expect(await read(key)).toMatchObject({ can_change: false })
  const body = {
    key,
    donor_name: 'Dana',
    email: 'x@example.org',
    company: 'Portal Works',
    company_id: null,
    employment: null,
  }
  expect((await app.refusal(matchRequests.updateMatchRequest, { body })).status).toBe(409)
  const blank = await app.refusal(matchRequests.updateMatchRequest, { body: { ...body, donor_name: ' ' } })
  expect(blank.fields).toEqual({ donor_name: 'Please fill in all required fields.' })
})

test('uses French or Spanish in emails, pages and refusals, from the link on', async () => {
  const email = `lise${++number}@example.org`
  const id = await app.createDonation({ organization, status: 23, donor: 'Lise Roy', email })
  await app.query("UPDATE donors SET language = 'fr' WHERE email = $1", [email])
  const ask = (query: object, redirect = `/donor-match-update/${id}`) =>
    app.sendRoute(
      auth.followLinkRequest,
      { query: { email, redirect, ...query } },
      { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'accept-language': 'es-MX,es;q=0.9' } },
    )
  const sent = await (await ask({ press: '1' })).text()
  expect(sent).toMatch(/<html lang="es-US">.*Revise su correo/s)
  expect(await (await ask({ email: 'no address' })).text()).toContain('Este enlace está incompleto')
  expect(await (await ask({ email: 'no address' }, '/portal')).text()).toContain('This link is incomplete')

  const token = await tokenIn('token', email)
  const letter = smtp.mails.find((mail) => mail.to.includes(email))?.parsed.text ?? ''
  expect(letter).toContain(`token=${token}&lang=fr`)
  const es = { headers: { 'accept-language': 'es' } }
  const { key } = await app.call(auth.redeemDonorLink, { body: { token } }, es)
  expect((await app.refusal(auth.redeemDonorLink, { body: { token } }, es)).message).toContain('Pida uno nuevo')
  const read = await app.call(matchRequests.readMatchRequest, { body: { key } }, es)
  expect(read).toMatchObject({ language: 'fr', standing: 'Où travaillez-vous?' })
  await app.query('UPDATE donations SET status_id = 4 WHERE id = $1', [id])
  const body = { key, donor_name: 'Lise', email, company: 'Acme', company_id: null, employment: null }
  expect((await app.refusal(matchRequests.updateMatchRequest, { body }, es)).message).toContain('a déjà cette demande')
  const forged = { key: `1-1-1-9999999999999.${'a'.repeat(27)}` }
  expect((await app.refusal(matchRequests.readMatchRequest, { body: forged }, es)).message).toContain('Su hora')
  const used = await app.refusal(matchRequests.transferMatchRequest, { body: { token: 'x'.repeat(40) } }, es)
  expect(used.message).toContain('Este enlace ya se usó')
})

test('names all gifts of a joint request and offers a next step only if there is one', async () => {
  const one = await opened()
  expect(await read(one.key)).toMatchObject({
    about: expect.stringMatching(/^Your gift of \$[\d.]+ to Riverside Pantry on .+:$/),
    is_donors_turn: true,
  })
  const declined = await opened({ status: 21 })
  expect(await read(declined.key)).toMatchObject({ standing: 'This request is closed', is_donors_turn: false })

  const email = `sums${++number}@example.org`
  const small = (day: string) =>
    recordDonation(app, organization, { email, employer: 'Portal Works', amountCents: 2_000, day })
  await small('2026-06-01')
  const { id } = await small('2026-06-09')
  await askForLink(id, email)
  const { key } = await app.call(auth.redeemDonorLink, { body: { token: await tokenIn('token', email) } })
  expect((await read(key)).about).toBe(
    'Your 2 gifts to Riverside Pantry between Jun 1, 2026 and Jun 9, 2026, $40.00 in all:',
  )
})

test('a key expires after an hour, and a forged key never works', async () => {
  const { key } = await opened()
  const forged = `1-1-1-9999999999999.${'a'.repeat(27)}`
  expect((await app.refusal(matchRequests.readMatchRequest, { body: { key: forged } })).status).toBe(410)
  app.clock.advance({ minutes: 61 })
  expect((await app.refusal(matchRequests.readMatchRequest, { body: { key } })).status).toBe(410)
})

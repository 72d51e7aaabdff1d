import { audit, directory, review, suggestions } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'
import { recordDonation } from '../../../email/notifications/record-donation.testing.ts'

let app: TestApp
let smtp: FakeMailServer
let support: string
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    clock: settableClock('2026-06-15T15:00:00Z'),
    config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0 },
  })
  support = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

let [org, company, count] = [0, 0, 0]
let name = ''
let token: string
let writer: Awaited<ReturnType<TestApp['createMember']>>
beforeEach(async () => {
  await app.query('DELETE FROM suggestions')
  org = await app.createOrganization({ name: 'Riverbend' })
  writer = await app.createMember(org, 'write')
  token = await app.signIn(writer)
  name = `Tinder Works ${org}`
  const policy = {
    method: 'csr',
    submission_url: 'https://give.tinder.example',
    ratio: '1:1',
    min_amount_cents: 2_500,
    source_url: 'https://www.tinder.example/giving/matching-gifts',
    as_of: '2025-11',
  }
  company = (await app.createCompanies([{ name, policy }])).get(name) ?? 0
})

const params = () => ({ id: org, companyId: company })
const correction = {
  about: 'ratio',
  value: '2:1',
  source_url: 'https://hr.tinder.example/giving',
  note: 'From Ann',
} as const
const suggest = (more: Partial<suggestions.Suggestion> = {}) =>
  app.call(suggestions.suggestCorrection, { params: params(), body: { ...correction, ...more } }, { token })
const own = async () => (await app.call(suggestions.listOwnSuggestions, { params: params() }, { token })).suggestions
const queue = () => app.call(suggestions.listSuggestions, {}, { token: support })
const waitingCount = async () => (await app.call(review.countReview, {}, { token: support })).suggestions
const decline = (suggestionId: number, reason = 'The booklet of 2026 says 1:1.') =>
  app.call(suggestions.declineSuggestion, { params: { suggestionId }, body: { reason } }, { token: support })
const lines = async () => {
  const admin = await app.signIn(await app.createMember(org, 'admin'))
  const { events } = await app.call(audit.listAudit, { params: { id: org } }, { token: admin })
  return events.filter(({ subject }) => subject === 'suggestion')
}

test('shows our support team a suggestion next to the directory’s fact and its source', async () => {
  const { suggestions: mine } = await suggest()
  expect(mine).toMatchObject([{ ...correction, state: 'waiting', company: { id: company, name } }])
  const { suggestions: waiting, total, recent } = await queue()
  expect(recent).toEqual([])
  expect(total).toBe(1)
  expect(waiting).toMatchObject([
    {
      ...correction,
      organization: 'Riverbend',
      today: [{ term: 'Ratio', text: '1:1', source: `Matching gifts (${name})`, learned: 'Nov 2025' }],
    },
  ])
  expect(await waitingCount()).toBe(1)
  expect(await lines()).toMatchObject([{ action: 'made', after: { name, about: 'The ratio', value: '2:1' } }])
})

test('shows and emails the author the reason for declining, and can be decided once', async () => {
  const [made] = (await suggest()).suggestions
  const id = made?.id ?? 0
  const tries = await Promise.allSettled([decline(id), decline(id, 'Me too.')])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [decided] = await own()
  expect(decided).toMatchObject({ state: 'declined' })
  await expect.poll(() => smtp.mails.filter(({ to }) => to.includes(writer.email)).length).toBe(1)
  const mail = smtp.mails.find(({ to }) => to.includes(writer.email))
  expect(mail?.parsed.text).toContain(decided?.reason)
  expect(mail?.parsed.text).toContain(`/portal/companies/${company}`)
  const { suggestions: waiting, recent } = await queue()
  expect(waiting).toEqual([])
  expect(recent).toMatchObject([{ id, decided_by: 'Sam Support', state: 'declined' }])
  expect(await waitingCount()).toBe(0)
  expect((await lines())[0]).toMatchObject({ action: 'declined', as_super: true, after: { reason: decided?.reason } })
})

test('can be accepted after the directory was corrected, with a notice to the author', async () => {
  const id = (await suggest()).suggestions[0]?.id ?? 0
  const accept = { params: { suggestionId: id }, body: { reason: 'Thanks, Ann.' } }
  const early = await app.refusal(suggestions.acceptSuggestion, accept, { token: support })
  expect([early.status, early.message]).toEqual([409, suggestions.suggestionMessages.notCorrected])
  expect((await queue()).suggestions).toMatchObject([{ is_corrected: false }])
  const { company: form } = await app.call(
    directory.getDirectoryCompany,
    { params: { companyId: company } },
    { token: support },
  )
  const body = { ...form, aliases: [`Tinder ${org}`] }
  const saved = await app.call(directory.saveDirectoryCompany, { body }, { token: support })
  expect((await queue()).suggestions).toMatchObject([{ is_corrected: false, changed: [] }])
  expect((await app.refusal(suggestions.acceptSuggestion, accept, { token: support })).status).toBe(409)
  const [first] = saved.versions
  if (!first) throw new Error('no version')
  const { id: replaces, version: _, text: __, learned_at, by, is_current, ...terms } = first
  await app.call(
    directory.saveDirectoryPolicy,
    { params: { companyId: company }, body: { ...terms, replaces, ratio: '2:1' } },
    { token: support },
  )
  expect((await queue()).suggestions).toMatchObject([
    { is_corrected: true, changed: [{ term: 'Ratio', from: '1:1', to: '2:1' }] },
  ])
  await app.call(suggestions.acceptSuggestion, accept, { token: support })
  expect(await own()).toMatchObject([
    { state: 'accepted', reason: 'Thanks, Ann.', changed: [{ term: 'Ratio', from: '1:1', to: '2:1' }] },
  ])
  await expect.poll(() => smtp.mails.find(({ to }) => to.includes(writer.email))?.parsed.text).toContain('Thanks, Ann.')
  expect((await lines())[0]).toMatchObject({ action: 'accepted', as_super: true })
})

test('can be accepted without a correction after an explicit confirmation, with a reason that is mailed', async () => {
  const id = (await suggest({ about: 'company', value: 'Tinder Ltd' })).suggestions[0]?.id ?? 0
  expect((await queue()).suggestions).toMatchObject([{ is_corrected: false, today: [{ term: 'Name', text: name }] }])
  const accept = (body: { reason: string; as_it_stands: boolean }) => ({ params: { suggestionId: id }, body })
  const silent = await app.refusal(suggestions.acceptSuggestion, accept({ reason: '', as_it_stands: true }), {
    token: support,
  })
  expect(silent.fields).toEqual({ reason: suggestions.suggestionMessages.reason })
  await app.call(suggestions.acceptSuggestion, accept({ reason: 'We find it by that.', as_it_stands: true }), {
    token: support,
  })
  expect(await own()).toMatchObject([{ state: 'accepted', changed: [] }])
  const text = () => smtp.mails.find(({ to }) => to.includes(writer.email))?.parsed.text
  await expect.poll(text).toContain('We find it by that.')
  expect(text()).not.toContain('It’s in the directory now')
})

test('ignores duplicates, and refuses new suggestions beyond fifty open ones', async () => {
  await Promise.all([suggest(), suggest(), suggest()])
  expect(await own()).toHaveLength(1)
  await app.query(
    `INSERT INTO suggestions (organization_id, company_id, about, value, user_id, created_at)
     SELECT $1, $2, 'other', 'Value ' || n, $3, now() FROM generate_series(1, 49) AS n`,
    [org, company, writer.id],
  )
  const refused = await app.refusal(
    suggestions.suggestCorrection,
    { params: params(), body: { ...correction, value: '3:1' } },
    { token },
  )
  expect(refused).toMatchObject({ status: 409, message: suggestions.suggestionMessages.tooMany })
  const other = await app.createOrganization()
  expect(
    await app.refusal(suggestions.listOwnSuggestions, { params: { id: other, companyId: company } }, { token }),
  ).toMatchObject({ status: 404 })
})

test.each([
  [{ value: ' ' }, 'value', suggestions.suggestionMessages.value],
  [{ source_url: 'javascript:alert(1)' }, 'source_url', suggestions.suggestionMessages.source],
  [{ source_url: 'tinder.example' }, 'source_url', suggestions.suggestionMessages.source],
  [{ note: 'x'.repeat(1_001) }, 'note', suggestions.suggestionMessages.tooLong],
])('refuses an invalid correction at its field: %o', async (wrong, field, message) => {
  const refused = await app.refusal(
    suggestions.suggestCorrection,
    { params: params(), body: { ...correction, ...wrong } },
    { token },
  )
  expect(refused).toMatchObject({ status: 422, fields: { [field]: message } })
})

test('handles a donor’s correction from their match page the same way, with the decision mailed to the donor', async () => {
  const email = `donor${++count}@example.org`
  const { id } = await recordDonation(app, org, { email, employer: name, amountCents: 50_000 })
  const mailTo = () => smtp.mails.filter(({ to }) => to.includes(email))
  await expect.poll(() => mailTo().length).toBe(1)
  const link = /\/m\/c\/([\w.-]+)/.exec(mailTo()[0]?.parsed.html || '')?.[1]
  const page = `/match-request/${link}`
  const press = (given: Record<string, string>) =>
    app.send('POST', page, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ press: 'rules', ...given }).toString(),
    })
  expect(await (await app.send('GET', page)).text()).toContain('Report a mistake')
  expect((await press({ about: 'ratio', value: ' ' })).headers.get('location')).toBe(`${page}?now=suggestion_missing`)
  const sent = await press({ about: 'minimum', value: 'From $1\nnow', source: 'our intranet', note: 'I work in HR.' })
  expect(sent.headers.get('location')).toBe(`${page}?now=suggested`)
  expect(await (await app.send('GET', `${page}?now=suggested`)).text()).toContain('Someone on our team will check it')
  const [waiting] = (await queue()).suggestions
  expect(waiting).toMatchObject({
    about: 'minimum',
    value: 'From $1 now',
    source_url: '',
    note: 'I work in HR. our intranet',
    by: null,
    today: [{ term: 'Minimum', text: '$25' }],
  })
  expect(await own()).toMatchObject([{ by: null }])
  expect((await lines())[0]).toMatchObject({ action: 'made', user: null })

  await press({ about: 'who', value: 'Retirees too' })
  await press({ about: 'who', value: 'Board members too' })
  const many = await press({ about: 'who', value: 'Everybody' })
  expect(many.headers.get('location')).toBe(`${page}?now=suggestions_many`)

  const before = mailTo().length
  await decline(waiting?.id ?? 0, 'It says $25 on their site.')
  await expect.poll(() => mailTo().length).toBe(before + 1)
  expect(mailTo().at(-1)?.parsed.text).toContain('It says $25 on their site.')
  expect(mailTo().at(-1)?.parsed.text).not.toContain('/portal/')
  expect(await app.query('SELECT donation_id::int FROM suggestions WHERE donation_id = $1 LIMIT 1', [id])).toHaveLength(
    1,
  )
})

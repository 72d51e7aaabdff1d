import { publicMatch } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { testCompanies } from '../../email/notifications/record-donation.testing.ts'

let app: TestApp
let organization: number

beforeAll(async () => {
  app = await startTestApp()
  await app.createCompanies(testCompanies)
  organization = await app.createOrganization({
    name: 'Riverbend Food Bank',
    ein: '77-0000001',
    contact_email: 'inside@riverbend.example',
  })
})
afterAll(() => app.stop())
beforeEach(() => app.query('DELETE FROM rate_limits'))

const visit = (path: string) => fetch(`${app.address}${path}`)
const gift = { name: 'Dana Donor', email: 'dana@example.org', amount: 50, date: '2026-06-10' }
const ask = async (employer: string, more: object = {}) => {
  const [company] = await app.query<{ id: number }>('SELECT id::int FROM companies WHERE name = $1', [employer])
  const body = { ...gift, employer, company_id: company?.id ?? null, ...more }
  return app.call(publicMatch.requestMatch, { params: { organization: String(organization) }, body })
}

test('the form leads to the steps immediately, with values to copy and no personal data', async () => {
  const { steps } = await ask('Portal Works', { transaction_id: 'web-<b>1' })
  const page = await visit(steps ?? '')
  const html = await page.text()
  expect(page.status).toBe(200)
  for (const part of [
    'Portal Works could add',
    'https://portal-works.benevity.example/community',
    'Riverbend Food Bank',
    '77-0000001',
    'data-copy="$50.00"',
    'web-&lt;b&gt;1',
    'Dec 7, 2026',
    'Press the button in our email',
  ])
    expect(html, part).toContain(part)
  for (const word of ['Dana', 'dana@', 'inside@riverbend', '<form']) expect(html, word).not.toContain(word)
})

test('shows all labels in the browser’s language', async () => {
  const { steps } = await ask('Portal Works', { email: 'lise@example.org', transaction_id: 'web-2' })
  const headers = { 'accept-language': 'fr-CA' }
  const html = await (await fetch(`${app.address}${steps}`, { headers })).text()
  for (const label of ['Date du don', 'Montant']) expect(html, label).toContain(`<dt>${label}</dt>`)
  expect(html).not.toContain('<dt>Date of')
})

test.each([
  ['Letter Lane', 'giving@letter-lane.example'],
  ['Paper Mill', '1 Mill Road'],
  ['Form Factory', 'https://form-factory.example/form.pdf'],
])('shows the steps of %s', async (employer, part) => {
  const { steps } = await ask(employer, { email: `${employer.replace(' ', '')}@example.org` })
  const html = await (await visit(steps ?? '')).text()
  expect(html).toContain(part)
  expect(html).not.toContain('<form')
})

test('is the same for an already recorded gift, and absent if nothing can be done', async () => {
  const first = await ask('Portal Works', { email: 'twice@example.org' })
  expect(await ask('Portal Works', { email: 'twice@example.org' })).toEqual(first)
  for (const employer of ['No Match Inc', 'Unheard of Ltd'])
    expect((await ask(employer, { email: 'nina@example.org' })).steps).toBeNull()
  expect((await ask('Portal Works', { email: 'small@example.org', amount: 10 })).steps).toBeNull()
  expect((await ask('Portal Works', { email: 'robot@example.org', website: 'x' })).steps).toBeNull()
})

test('disappears with the public page of a cancelled organization', async () => {
  const { steps } = await ask('Portal Works', { email: 'gone@example.org' })
  await app.query('UPDATE organizations SET cancelled_at = now() WHERE id = $1', [organization])
  expect((await visit(steps ?? '')).status).toBe(404)
  await app.query('UPDATE organizations SET cancelled_at = NULL WHERE id = $1', [organization])
})

test('cannot be made to show text that is not from a request', async () => {
  const { steps } = await ask('Portal Works', { email: 'forged@example.org' })
  const [payload = '', signature = ''] = (steps ?? '').split('.')
  for (const forged of [
    `${payload}x.${signature}`,
    `${payload}.`,
    '/match-steps/1-1-5000-20260610-.x',
    '/match-steps/%00',
  ])
    expect((await visit(forged)).status, forged).toBeGreaterThanOrEqual(400)
})

test('ignores forged fields of a request and limits one address to five emails', async () => {
  const forged = { status_id: 1, payment_state: 'paid', received_cents: 5_000, silenced: false, inert: true }
  const answers: number[] = []
  for (let day = 1; day <= 8; day++) {
    const body = { ...gift, ...forged, email: 'victim@example.org', date: `2026-05-0${day}`, employer: 'Portal Works' }
    const sent = await app.send('POST', `/api/public/organization/${organization}/match-request`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    answers.push(sent.status)
  }
  expect(answers.filter((status) => status === 429)).toHaveLength(3)
  const rows = await app.query(
    `SELECT DISTINCT d.status_id::int, d.payment_state, d.received_cents::int, d.inert, d.transaction_id FROM donations d
     JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id WHERE p.email = 'victim@example.org'`,
  )
  expect(rows).toEqual([
    { status_id: 24, payment_state: 'none', received_cents: 0, inert: false, transaction_id: null },
  ])
})

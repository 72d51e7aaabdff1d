import { organizations } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedLinks, signLink } from '../../../platform/links/signed-links.ts'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'
import { browserLanguage } from '../../core/texts/index.ts'
import { donorPagePath } from '../../email/donor-links/index.ts'
import { recordDonation, testCompanies } from '../../email/notifications/record-donation.testing.ts'

let app: TestApp
let smtp: FakeMailServer

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0 } })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
// All donors of these tests have the same client address.
beforeEach(() => app.query('DELETE FROM rate_limits'))

const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))

async function pageOf(organizationId: number, donationId: number): Promise<string> {
  const [row] = await app.query<{ id: number }>('SELECT id::int FROM notifications WHERE donation_id = $1', [
    donationId,
  ])
  if (!row) throw new Error('nobody was written to')
  return donorPagePath(signLink(app.platform, signedLinks.donorPage, { organizationId, notificationId: row.id }))
}

const read = async (path: string, acceptLanguage = '*') =>
  (await fetch(`${app.address}${path}`, { headers: { 'accept-language': acceptLanguage } })).text()
const submit = (path: string, form: Record<string, string>) =>
  fetch(`${app.address}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

test('emails use the organization’s language, pages the browser’s, and a donor’s choice applies to both', async () => {
  const organization = await app.createOrganization({ name: 'Maison du phare' })
  const admin = await app.signIn(await app.createMember(organization, 'admin'))
  const changed = await app.call(
    organizations.changeOrganization,
    { params: { id: organization }, body: { language: 'fr' } },
    { token: admin },
  )
  expect(changed.organization.language).toBe('fr')
  const email = 'lise@example.org'
  const gift = await recordDonation(app, organization, {
    email,
    name: 'Lise Roy',
    employer: 'Portal Works',
    amountCents: 123_450,
  })
  await expect.poll(() => mailsTo(email).length).toBe(1)
  const mail = mailsTo(email)[0]?.parsed
  expect(mail?.subject).toContain('pourrait ajouter')
  expect(mail?.text).toContain('Bonjour Lise,')
  expect(mail?.text).toMatch(/1\s234,50\s\$\sUS/)
  expect(mail?.html).toContain('lang="fr-CA"')

  const page = await pageOf(organization, gift.id)
  expect(await read(page)).toMatch(/<html lang="fr-CA">.*Ce qu’il faut faire/s)
  expect(await read(page, 'de, es-MX;q=0.8, fr;q=0.3')).toMatch(/<html lang="es-US">.*Qué hacer/s)
  expect(await read(`${page}/wishes`)).toContain('Courriels et données')
  const answered = await submit(page, { press: 'language', language: 'en' })
  expect(answered.headers.get('location')).toBe(page)
  expect(await read(page, 'es')).toMatch(/<html lang="en-US">.*What to do/s)
  expect(await app.query('SELECT action FROM donor_events WHERE organization_id = $1', [organization])).toEqual([
    { action: 'language' },
  ])
  await submit(page, { press: 'language', language: 'en' })
  expect((await app.query('SELECT 1 FROM donor_events WHERE organization_id = $1', [organization])).length).toBe(1)

  await submit(page, { press: 'language', language: 'es' })
  await submit(`${page}/wishes`, { press: 'copy' })
  await expect.poll(() => mailsTo(email).length).toBe(2)
  const letter = mailsTo(email)[1]?.parsed
  expect(letter?.subject).toBe('Sus datos en Maison du phare')
  const data = /\/my-data\/[\w-]+/.exec(letter?.text ?? '')?.[0] ?? ''
  expect(await read(data)).toMatch(/<html lang="es-US">.*Una copia de sus datos/s)
  const unsubscribe = /\/m\/u\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(await read(unsubscribe)).toMatch(/<html lang="es-US">.*¿Detener los correos sobre contrapartidas\?/s)

  expect((await submit(page, { press: 'language', language: 'xx' })).status).toBe(404)
})

test('shows an unknown link’s page in the browser’s language', async () => {
  expect(await read('/match-request/nonsense', 'fr-CA,fr;q=0.9,en;q=0.8')).toMatch(
    /<html lang="fr-CA">.*Nous ne reconnaissons pas ce lien/s,
  )
  expect(await read('/sign/1', 'es')).toContain('Firmar un formulario de contrapartida')
})

test('uses the first supported language of the browser’s list', () => {
  const asked = (header: string) => browserLanguage({ headers: { 'accept-language': header } })
  expect(asked('en-US,en;q=0.9')).toBe('en')
  expect(asked('de-DE,de;q=0.9,fr;q=0.5,en;q=0.7')).toBe('en')
  expect(asked('fr;q=0')).toBe('')
  expect(asked('*')).toBe('')
  expect(asked('es;q=x, __proto__, fr-CA')).toBe('fr')
  expect(asked(`${'de,'.repeat(5000)}fr`)).toBe('')
})

test('formats a ratio with the reader’s digits and comma', async () => {
  const organization = await app.createOrganization({ name: 'Maison du phare' })
  const email = 'rene@example.org'
  const { id } = await recordDonation(app, organization, { email, name: 'René Roy', employer: 'Two Ways' })
  await expect.poll(() => mailsTo(email).length).toBe(1)
  const page = await pageOf(organization, id)
  await submit(page, { press: 'employment', employment: 'retired' })
  expect(await read(page, 'fr')).toContain('<span>0,5:1</span>')
  expect(await read(page, 'es')).toContain('<span>0.5:1</span>')
})

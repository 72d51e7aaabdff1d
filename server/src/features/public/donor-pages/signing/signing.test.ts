import { createHash, verify } from 'node:crypto'
import { donationChanges, donations } from '@twofold/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedLinks, signLink } from '../../../../platform/links/signed-links.ts'
import { attachmentOf } from '../../../../platform/pdf/pdf-files.ts'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { donorPagePath } from '../../../email/donor-links/index.ts'
import { recordDonation, testCompanies } from '../../../email/notifications/record-donation.testing.ts'
import { addTestForm } from '../../../forms/company-forms/form.testing.ts'
import { publicKeyPem } from '../../../forms/signatures/index.ts'

let app: TestApp
let riverbend: number
let count = 0
beforeAll(async () => {
  app = await startTestApp()
  await app.createCompanies([
    ...testCompanies,
    { name: 'Countersign Inc', policy: { method: 'form', ratio: '1:1', form_needs_nonprofit: true } },
    { name: 'Small Form', policy: { method: 'form', ratio: '1:1', min_amount_cents: 8_000 } },
    { name: 'Direct Form', policy: { method: 'form', ratio: '1:1', form_needs_nonprofit: false } },
  ])
  await addTestForm(app, 'Countersign Inc')
  await addTestForm(app, 'Direct Form', ['donor name', 'gift amount', 'donor signature'])
  await addTestForm(app, 'Small Form', [
    'donor name',
    'gift amount',
    'date of gift',
    'transaction number',
    'donor signature',
  ])
  riverbend = await app.createOrganization({ name: 'Riverbend Food Bank', ein: '77-0000001' })
})
afterAll(() => app.stop())
beforeEach(() => app.query('DELETE FROM rate_limits'))

async function toSign(employer: string, name = 'Łucja Nguyễn') {
  const email = `signer-${++count}@example.org`
  const gift = await recordDonation(app, riverbend, { email, employer, name })
  const [mail] = await app.query<{ id: number }>('SELECT id::int FROM notifications WHERE donation_id = $1', [gift.id])
  const reference = { organizationId: riverbend, notificationId: mail?.id ?? 0 }
  const path = donorPagePath(signLink(app.platform, signedLinks.donorPage, reference))
  const visit = (more = '') => fetch(`${app.address}${path}${more}`, { redirect: 'manual' })
  const post = (more: string, form: Record<string, string>) =>
    fetch(`${app.address}${path}${more}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const text = async (more: string) => (await visit(more)).text()
  const hash = async () => /name="document" value="([0-9a-f]{64})"/.exec(await text('/form'))?.[1] ?? ''
  const status = async () =>
    (await app.query<{ status_id: number }>('SELECT status_id FROM donations WHERE id = $1', [gift.id]))[0]?.status_id
  return { ...gift, email, path, visit, post, text, hash, status }
}

async function read(bytes: ArrayBuffer): Promise<string> {
  const file = await getDocumentProxy(new Uint8Array(bytes))
  return (await extractText(file, { mergePages: true })).text
}

const consent = { press: 'sign', name: 'Łucja Nguyễn', consent: 'yes' }

test('a donor opens the form, answers its questions, reads it and signs: 25, 5, 3', async () => {
  const gift = await toSign('Countersign Inc')
  expect(gift.statusId).toBe(25)
  expect(await gift.text('')).toContain('Read and sign the form')
  expect((await gift.visit('/form')).headers.get('location')).toBe(gift.path)
  expect(await gift.status()).toBe(25)

  const opened = await gift.post('', { press: 'open_form' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `${gift.path}/form`])
  expect(await gift.status()).toBe(5)
  expect(await gift.text('/form')).toContain('Employee ID')
  expect(await gift.hash()).toBe('')
  await gift.post('/form', { press: 'fill', employee_id: ' 47\n11 ' })
  const page = await gift.text('/form')
  for (const part of ['Łucja Nguyễn', '77-0000001', '$50.00', '47 11', 'form.png?page=1']) expect(page).toContain(part)

  const unsigned = await (await gift.visit('/form.pdf')).arrayBuffer()
  expect(createHash('sha256').update(Buffer.from(unsigned)).digest('hex')).toBe(await gift.hash())
  const picture = await gift.visit('/form.png?page=1')
  expect([picture.headers.get('content-type'), (await gift.visit('/form.png?page=2')).status]).toEqual([
    'image/png',
    404,
  ])

  const document = await gift.hash()
  const without = await gift.post('/form', { ...consent, consent: '', document })
  expect(without.headers.get('location')).toBe(`${gift.path}/form?now=missing`)
  const stale = await gift.post('/form', { ...consent, document: 'a'.repeat(64) })
  expect(stale.headers.get('location')).toBe(`${gift.path}/form?now=changed`)
  expect(await gift.status()).toBe(5)
  expect(await gift.text('')).not.toContain('/form.pdf')
  const signed = await gift.post('/form', { ...consent, document })
  expect(signed.headers.get('location')).toBe(`${gift.path}/form`)
  expect(await gift.status()).toBe(3)
  expect(await gift.text('/form')).toContain('The form is signed')
  expect(await gift.text('')).toContain(
    `<a href="${gift.path}/form.pdf" type="application/pdf">The form you signed (PDF)</a>`,
  )
})

test('shows staff that the form was signed as the reason', async () => {
  const reader = await app.signIn(await app.createMember(riverbend, 'read'))
  const reasons = async (id: number) => {
    const { donation } = await app.call(donations.getDonation, { params: { id } }, { token: reader })
    return donation.why?.trace.map(({ text }) => text) ?? []
  }
  const gift = await toSign('Direct Form')
  const asked = await reasons(gift.id)
  expect(asked).toContain('The donor signs Direct Form’s form.')
  await gift.post('', { press: 'open_form' })
  expect((await reasons(gift.id)).at(-1)).toBe('The donor opened Direct Form’s form and hasn’t signed it yet.')
  await gift.post('/form', { ...consent, document: await gift.hash() })
  expect(await gift.status()).toBe(4)
  expect(await reasons(gift.id)).toEqual([...asked, 'The donor signed Direct Form’s form.'])
})

test('the signed file contains the form, the certificate, the text that was read, and a record verifiable with its public key', async () => {
  const gift = await toSign('Direct Form')
  await gift.post('', { press: 'open_form' })
  const unsigned = Buffer.from(await (await gift.visit('/form.pdf')).arrayBuffer())
  const drawing = '10.10_300.150_590.20-20.150_580.160'
  await gift.post('/form', { ...consent, document: await gift.hash(), drawing })
  expect(await gift.status()).toBe(4)
  const bytes = await (await gift.visit('/form.pdf')).arrayBuffer()
  const text = await read(bytes.slice(0))
  for (const part of ['Signature record', 'Łucja Nguyễn', '$50.00', gift.email, 'drew their name', '127.0.0.1'])
    expect(text).toContain(part)
  const [document, record, seal] = await Promise.all(
    ['document.pdf', 'signature-record.json', 'signature-record.sig'].map((name) =>
      attachmentOf(new Uint8Array(bytes), name),
    ),
  )
  if (!document || !record || !seal) throw new Error('something is not attached')
  expect(unsigned.equals(document)).toBe(true)
  const said = JSON.parse(Buffer.from(record).toString())
  expect(said.document_sha256).toBe(createHash('sha256').update(document).digest('hex'))
  expect(said.signatures).toMatchObject([{ role: 'donor', name: 'Łucja Nguyễn', method: 'drawn', email: gift.email }])
  const key = publicKeyPem(app.platform)
  const sealed = Buffer.from(Buffer.from(seal).toString(), 'base64')
  expect(verify(null, record, key, sealed)).toBe(true)
  expect(verify(null, Buffer.from(Buffer.from(record).toString().replace('4', '5')), key, sealed)).toBe(false)
})

test('a form can be signed once: not again by a second click, from another browser or later', async () => {
  const gift = await toSign('Direct Form')
  await gift.post('', { press: 'open_form' })
  const document = await gift.hash()
  const both = await Promise.all([
    gift.post('/form', { ...consent, document }),
    gift.post('/form', { ...consent, name: 'Somebody Else', document }),
  ])
  expect(both.map(({ status }) => status)).toEqual([303, 303])
  const rows = await app.query('SELECT name FROM form_signatures WHERE donation_id = $1', [gift.id])
  expect(rows).toHaveLength(1)
  expect((await gift.post('/form', { ...consent, document })).headers.get('location')).toBe(`${gift.path}/form`)
  expect(await gift.text('/form')).toContain('The form is signed')
  expect(await app.query("SELECT FROM unreferenced_files WHERE since < now() - interval '1 hour'")).toEqual([])
})

test('the donation has the address for requesting the link while there is a form to sign', async () => {
  const gift = await toSign('Direct Form')
  const token = await app.signIn(await app.createMember(riverbend, 'read'))
  const url = async () =>
    (await app.call(donations.getDonation, { params: { id: gift.id } }, { token })).donation.adobe_sign_signingUrl
  expect(await url()).toBe(`${app.address}/sign/${gift.id}`)
  const page = await (await fetch(`${app.address}/sign/${gift.id}`)).text()
  expect(page).toContain(`name="redirect" value="/donor-match-update/${gift.id}"`)
  expect(page).not.toContain(gift.email)
  expect((await fetch(`${app.address}/sign/x`)).status).toBe(404)
  await gift.post('', { press: 'open_form' })
  await gift.post('/form', { ...consent, document: await gift.hash() })
  expect(await url()).toBeNull()
})

test('a new employer or a new request asks for a new signature without mentioning the old one', async () => {
  const token = await app.signIn(await app.createMember(riverbend, 'write'))
  const gift = await toSign('Countersign Inc')
  const signIt = async () => {
    await gift.post('', { press: 'open_form' })
    if ((await gift.text('/form')).includes('value="fill"'))
      await gift.post('/form', { press: 'fill', employee_id: '4711' })
    await gift.post('/form', { ...consent, document: await gift.hash() })
  }
  await signIt()
  expect(await gift.status()).toBe(3)
  const first = await (await gift.visit('/form.pdf')).arrayBuffer()

  const change = (body: object) =>
    app.call(donationChanges.updateDonation, { params: { id: gift.id }, body }, { token })
  const [other] = await app.query<{ id: number }>("SELECT id::int FROM companies WHERE name = 'Direct Form'")
  await change({ company_id: other?.id })
  expect(await gift.status()).toBe(25)
  expect((await gift.visit('/form')).headers.get('location')).toBe(gift.path)
  expect(await gift.text('')).not.toContain('/form.pdf')
  await signIt()
  expect(await gift.status()).toBe(4)
  const second = await read(await (await gift.visit('/form.pdf')).arrayBuffer())
  expect(second).toContain('at Direct Form')
  expect(second).not.toContain('4711')

  const [former] = await app.query<{ id: number }>("SELECT id::int FROM companies WHERE name = 'Countersign Inc'")
  await change({ company_id: former?.id })
  expect([await gift.status(), (await gift.visit('/form')).headers.get('location')]).toEqual([4, gift.path])
  expect(await gift.text('')).not.toContain('/form.pdf')

  const again = await toSign('Countersign Inc')
  await again.post('', { press: 'open_form' })
  await again.post('/form', { press: 'fill', employee_id: '4711' })
  await again.post('/form', { ...consent, document: await again.hash() })
  await app.call(
    donationChanges.updateDonation,
    { params: { id: again.id }, body: { amount: 75, reprocess: true } },
    { token },
  )
  expect(await again.status()).toBe(25)
  await again.post('', { press: 'open_form' })
  expect(await again.text('/form')).toContain('$75.00')
  await again.post('/form', { ...consent, document: await again.hash() })
  expect(await again.status()).toBe(3)
  expect(await read(await (await again.visit('/form.pdf')).arrayBuffer())).toContain('4711')
  expect(await read(first)).toContain('at Countersign Inc')
  expect(
    await app.query('SELECT FROM form_signatures WHERE donation_id = ANY ($1)', [[gift.id, again.id]]),
  ).toHaveLength(2)
})

test('the form for several gifts lists all days and no transaction', async () => {
  const first = await toSign('Small Form')
  expect(first.statusId).toBe(10)
  const combined = await recordDonation(app, riverbend, {
    email: first.email,
    employer: 'Small Form',
    day: '2026-06-12',
    name: 'Łucja Nguyễn',
  })
  expect(combined.statusId).toBe(25)
  await first.post('', { press: 'open_form' })
  const text = await read(await (await first.visit('/form.pdf')).arrayBuffer())
  expect(text).toContain('Jun 10, 2026 to Jun 12, 2026 (2 gifts)')
  expect(text).toContain('$100.00')
  expect(text).not.toContain('test-')
})

test('explains on the donor’s page that a form can no longer be signed, and changes nothing', async () => {
  const declined = await toSign('Direct Form')
  await declined.post('', { press: 'open_form' })
  const document = await declined.hash()
  await declined.post('', { press: 'decline' })
  const late = await declined.post('/form', { ...consent, document })
  expect(late.headers.get('location')).toBe(`${declined.path}?now=moved_on`)
  expect(await declined.status()).toBe(21)

  const handed = await toSign('Direct Form')
  await handed.post('', { press: 'open_form' })
  const other = await recordDonation(app, riverbend, { email: 'other-hand@example.org' })
  await app.query('UPDATE donations d SET donor_id = o.donor_id FROM donations o WHERE d.id = $1 AND o.id = $2', [
    handed.id,
    other.id,
  ])
  for (const [path, status] of [
    ['/form', 410],
    ['/form.pdf', 410],
    ['/form.png', 404],
  ] as const)
    expect((await handed.visit(path)).status).toBe(status)
})

test('donors of a company without an uploaded form sign on paper', async () => {
  const gift = await toSign('Form Factory')
  expect(await gift.text('')).toContain('can’t be signed on this page')
  expect((await gift.post('', { press: 'open_form' })).headers.get('location')).toContain('now=moved_on')
  expect(await gift.status()).toBe(25)
})

test('offers no "I sent it" for a form signed online, and submitting it leaves the match unsigned', async () => {
  const token = await app.signIn(await app.createMember(riverbend, 'read'))
  for (const employer of ['Countersign Inc', 'Direct Form']) {
    const gift = await toSign(employer)
    for (const [press, stands] of [
      ['', 25],
      ['open_form', 5],
    ] as const) {
      if (press) await gift.post('', { press })
      expect(await gift.text('')).not.toContain('I sent it')
      const pressed = await gift.post('', { press: 'submit' })
      expect(pressed.headers.get('location')).toBe(`${gift.path}?now=moved_on`)
      expect(await gift.status()).toBe(stands)
    }
    await app.query('UPDATE donations SET status_id = 4 WHERE id = $1', [gift.id])
    const { donation } = await app.call(donations.getDonation, { params: { id: gift.id } }, { token })
    expect(donation.next_steps).not.toContain('The form is done')
  }
})

import { donationChanges, donorData, packets, signedForms, verifications } from '@twofold/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attachmentOf } from '../../../platform/pdf/pdf-files.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createSignedGift, signForm } from '../../public/donor-pages/signing/signed-form.testing.ts'
import { addTestForm } from '../company-forms/form.testing.ts'

let app: TestApp
let organization: number
let token: string
beforeAll(async () => {
  app = await startTestApp()
  const policy = { method: 'form', ratio: '1:1', contact_email: 'giving@forms.example' }
  await app.createCompanies([
    { name: 'First Forms', policy: { ...policy, form_needs_nonprofit: true } },
    { name: 'Second Forms', policy: { ...policy, form_needs_nonprofit: false } },
  ])
  for (const name of ['First Forms', 'Second Forms'])
    await addTestForm(app, name, ['donor name', 'gift amount', 'donor signature'])
  organization = await app.createOrganization({ name: 'Riverbend Food Bank', ein: '77-0000001' })
  token = await app.signIn(await app.createMember(organization, 'admin'))
})
afterAll(() => app.stop())
beforeEach(() => app.query('DELETE FROM rate_limits'))

const list = async (id: number) => (await app.call(signedForms.listSignedForms, { params: { id } }, { token })).forms

async function fileOf(id: number, form: number): Promise<Uint8Array> {
  const { url } = await app.call(signedForms.getSignedFormTicket, { params: { id, form } }, { token })
  const response = await app.send('GET', url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return new Uint8Array(await response.arrayBuffer())
}

async function packetOf(id: number): Promise<Uint8Array> {
  const { url } = await app.call(packets.getPacketTicket, { params: { id } }, { token })
  return new Uint8Array(await (await app.send('GET', url)).arrayBuffer())
}

async function read(bytes: Uint8Array): Promise<string> {
  return (await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true })).text.replaceAll(/\s+/g, ' ')
}

const change = (id: number, body: object) =>
  app.call(donationChanges.updateDonation, { params: { id }, body }, { token })

const verdictOf = async (bytes: Uint8Array): Promise<string> => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'signed.pdf'))
  return (await app.call(verifications.checkSignature, { params: { id: organization }, form }, { token })).verdict
}

const companyId = async (name: string) =>
  (await app.query<{ id: number }>('SELECT id::int FROM companies WHERE name = $1', [name]))[0]?.id

test('keeps and verifies the form for a former employer, and excludes it from the new employer’s packet', async () => {
  const id = await createSignedGift(app, organization, { email: 'moved@example.org', employer: 'First Forms' })
  const first = await fileOf(id, signedForms.currentFormId)
  expect(await list(id)).toMatchObject([{ id: 0, company: 'First Forms', is_current: true, replaced_at: null }])
  expect(await verdictOf(first)).toBe('same')

  await change(id, { company_id: await companyId('Second Forms') })
  expect(await list(id)).toMatchObject([{ id: 0, company: 'First Forms', is_current: false, has_file: true }])
  expect(await verdictOf(first)).toBe('former')

  await signForm(app, organization, id, 'Maria Gonzalez')
  const forms = await list(id)
  expect(forms).toMatchObject([
    { id: 0, company: 'Second Forms', is_current: true, signatures: [{ role: 'donor', name: 'Maria Gonzalez' }] },
    { company: 'First Forms', is_current: false, has_file: true, signatures: [{ email: 'moved@example.org' }] },
  ])
  expect(forms[1]?.replaced_at).not.toBeNull()
  expect(Buffer.from(await fileOf(id, forms[1]?.id ?? -1)).equals(Buffer.from(first))).toBe(true)
  expect(await verdictOf(first)).toBe('former')
  expect(await verdictOf(await fileOf(id, 0))).toBe('same')
  // The sweeper must not delete files that a row references.
  expect(await app.query('SELECT FROM unreferenced_files l JOIN former_forms f ON f.file_key = l.file_key')).toEqual([])

  const packet = await packetOf(id)
  expect(await attachmentOf(packet, 'former-form-1.pdf')).toBeNull()
  expect(await read(packet)).not.toContain('Earlier form')
})

test('a new signature for the same employer adds the former form to the packet and labels it', async () => {
  const id = await createSignedGift(app, organization, { email: 'again@example.org', employer: 'First Forms' })
  const first = await fileOf(id, 0)
  await change(id, { amount: 75, reprocess: true })
  await signForm(app, organization, id, 'Maria Gonzalez')
  await app.call(donationChanges.confirmDonations, { body: { donation_ids: [id], status: 'verified' } }, { token })
  const packet = await packetOf(id)
  const former = await attachmentOf(packet, 'former-form-1.pdf')
  expect(Buffer.from(former ?? []).equals(Buffer.from(first))).toBe(true)
  expect(await read(packet)).toContain('attached as former-form-1.pdf')
  expect((await list(id)).map(({ is_current }) => is_current)).toEqual([true, false])
})

test('returns 404 for forms of another organization’s match', async () => {
  const id = await createSignedGift(app, organization, { email: 'stranger@example.org', employer: 'Second Forms' })
  const other = await app.createOrganization({ name: 'Stranger' })
  const outsider = await app.signIn(await app.createMember(other, 'admin'))
  const asked = { params: { id, form: 0 } }
  expect((await app.refusal(signedForms.listSignedForms, asked, { token: outsider })).status).toBe(404)
  expect((await app.refusal(signedForms.getSignedFormTicket, asked, { token: outsider })).status).toBe(404)
  expect((await app.refusal(signedForms.getSignedFormTicket, { params: { id, form: 12_345 } }, { token })).status).toBe(
    404,
  )
})

test('former forms are deleted with their donor, even if the gift now has another donor', async () => {
  const id = await createSignedGift(app, organization, { email: 'gone@example.org', employer: 'First Forms' })
  await change(id, { company_id: await companyId('Second Forms') })
  await signForm(app, organization, id, 'Maria Gonzalez')
  const donorOf = async (gift: number) =>
    (await app.query<{ id: number }>('SELECT donor_id::int AS id FROM donations WHERE id = $1', [gift]))[0]?.id ?? 0
  const donor = await donorOf(id)
  const heir = await createSignedGift(app, organization, { email: 'heir@example.org', employer: 'Second Forms' })
  await change(id, { donor_id: await donorOf(heir) })
  const files = () =>
    app.query<{ file_key: string | null }>(
      'SELECT file_key FROM former_forms WHERE donation_id = $1 UNION ALL SELECT file_key FROM match_forms WHERE donation_id = $1',
      [id],
    )
  const before = (await files()).map(({ file_key }) => file_key)
  expect(before).toHaveLength(2)
  await app.call(donorData.eraseDonor, { params: { id: donor }, body: { confirm: 'gone@example.org' } }, { token })
  expect((await files()).map(({ file_key }) => file_key)).toEqual([null, null])
  expect(await app.query('SELECT FROM unreferenced_files WHERE file_key = ANY ($1)', [before])).toHaveLength(2)
  const forms = await list(id)
  expect(forms.map(({ has_file, signatures }) => [has_file, signatures[0]?.name, signatures[0]?.email])).toEqual([
    [false, '', ''],
    [false, '', ''],
  ])
  expect(await list(heir)).toMatchObject([{ has_file: true }])
  expect((await app.refusal(signedForms.getSignedFormTicket, { params: { id, form: 0 } }, { token })).status).toBe(404)
})

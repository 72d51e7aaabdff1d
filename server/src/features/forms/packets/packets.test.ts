import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { documents, packets } from '@twofold/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachmentOf } from '../../../platform/pdf/pdf-files.ts'
import { startPdf } from '../../../platform/pdf/pdf-writer.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordDonation } from '../../email/notifications/record-donation.testing.ts'
import { createSignedGift } from '../../public/donor-pages/signing/signed-form.testing.ts'
import { addTestForm } from '../company-forms/form.testing.ts'

let app: TestApp
let organization: number
let token: string
beforeAll(async () => {
  app = await startTestApp()
  const policy = { method: 'form', ratio: '1:1', form_needs_nonprofit: false, contact_email: 'giving@packet.example' }
  await app.createCompanies([{ name: 'Packet Corp', policy }])
  await addTestForm(app, 'Packet Corp', ['donor name', 'gift amount', 'donor signature'])
  const contact_address = '1 rue de la Forge\nMontréal (Québec) H2X 1Y4'
  await app.createCompanies([{ name: 'Forge Inc', policy: { ...policy, contact_address } }])
  await addTestForm(app, 'Forge Inc', ['donor name', 'gift amount', 'gift date', 'date signed', 'donor signature'])
  organization = await app.createOrganization({ name: 'Riverbend Food Bank', ein: '77-0000001' })
  token = await app.signIn(await app.createMember(organization, 'write'))
})
afterAll(() => app.stop())

const signedGift = (email: string) => createSignedGift(app, organization, { email, employer: 'Packet Corp' })

async function packetOf(id: number): Promise<Uint8Array> {
  const { url } = await app.call(packets.getPacketTicket, { params: { id } }, { token })
  const response = await app.send('GET', url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await app.send('GET', url)).status).toBe(410)
  return new Uint8Array(await response.arrayBuffer())
}

async function read(bytes: Uint8Array): Promise<string> {
  return (await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true })).text
}

async function asked(program: string, args: readonly string[], bytes: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'packet-'))
  const file = join(folder, 'packet.pdf')
  await writeFile(file, bytes)
  try {
    const { stdout, stderr } = await promisify(execFile)(
      program,
      args.map((arg) => (arg === 'FILE' ? file : arg)),
    )
    return stdout + stderr
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('contains cover, signed form with its record, receipt and letters, and lists missing documents on the cover', async () => {
  const id = await signedGift('packet-1@example.org')
  const bytes = await packetOf(id)
  const text = await read(bytes)
  for (const part of [
    'Matching gift request',
    ', Matching Gifts',
    'giving@packet.example',
    `Match number ${id}`,
    'Maria Gonzalez',
    'Signature record',
    'Donation receipt',
    'MISSING: not on file',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect(await attachmentOf(bytes, 'signed-form.pdf')).not.toBeNull()
  expect((await asked('qpdf', ['--check', 'FILE'], bytes)) ?? 'No syntax').toContain('No syntax')
  const plain = (await asked('pdftotext', ['FILE', '-'], bytes)) ?? 'Signature record'
  expect(plain).toContain('Signature record')
  // A font that is not embedded is not a syntax error, but its text is not shown.
  expect(plain).not.toContain('Error')

  const paper = await startPdf({ title: 'W-9', author: 'x', locale: 'en-US', madeAt: app.platform.clock() })
  paper.heading('Our W-9 of this year')
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await paper.end())], 'w9.pdf'))
  form.set('type', 'w9')
  await app.call(documents.uploadFile, { params: { id: organization }, form }, { token })
  const locked = new FormData()
  locked.set('file', new File(['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n'], 'irs.pdf'))
  locked.set('type', 'irs')
  await app.call(documents.uploadFile, { params: { id: organization }, form: locked }, { token })
  const later = await read(await packetOf(id))
  expect(later).toContain('Our W-9 of this year')
  expect(later).toContain('can’t be read')
  expect(later).not.toContain('not on file')
})

test('uses French for cover and form for an employer in Quebec', async () => {
  const id = await createSignedGift(app, organization, { email: 'quebec@example.org', employer: 'Forge Inc' })
  const text = (await read(await packetOf(id))).replaceAll(/\s+/g, ' ')
  for (const part of [
    'Demande de jumelage de don',
    'À Forge Inc, Jumelage de dons',
    'Reçu de don inclus',
    'MANQUANT : notre copie est illisible',
    '10 juin 2026',
    '50,00 $',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/Matching gift request|MISSING|Jun 10, 2026|\$50\.00/)
})

test('replaces a signed form that was changed in the store by a note on the cover', async () => {
  const id = await signedGift('packet-2@example.org')
  const [row] = await app.query<{ file_key: string }>('SELECT file_key FROM match_forms WHERE donation_id = $1', [id])
  const key = row?.file_key ?? ''
  const bytes = await app.platform.files.read(key)
  await app.platform.files.remove(key)
  await app.platform.files.keep(Buffer.concat([bytes, Buffer.from('\n')]), key)
  const text = (await read(await packetOf(id))).replaceAll(/\s+/g, ' ')
  expect(text).toContain('changed after it was signed')
  expect(text).not.toContain('Signature record The form')
})

test('is refused before the donor signed, for another organization, and after the person was removed', async () => {
  const { id } = await recordDonation(app, organization, { email: 'packet-3@example.org', employer: 'Packet Corp' })
  expect(await app.refusal(packets.getPacketTicket, { params: { id } }, { token })).toMatchObject({
    status: 409,
    message: packets.packetMessages.notYet,
  })
  const outsider = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
  expect((await app.refusal(packets.getPacketTicket, { params: { id } }, { token: outsider })).status).toBe(404)
})

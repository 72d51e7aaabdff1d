import { verify } from 'node:crypto'
import { donationChanges, donations, members, outlook, packets, statistics, verifications } from '@twofold/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossOrganizations, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { attachmentOf, joinPdfs } from '../../../platform/pdf/pdf-files.ts'
import { startPdf } from '../../../platform/pdf/pdf-writer.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { languageOf } from '../../core/texts/index.ts'
import { getWeekActivity } from '../../donations/digests/digest-facts.queries.ts'
import { recordDonation } from '../../email/notifications/record-donation.testing.ts'
import { createSignedGift } from '../../public/donor-pages/signing/signed-form.testing.ts'
import { addTestForm } from '../company-forms/form.testing.ts'
import { publicKeyPem } from '../signatures/index.ts'
import { alertDeadlines, verificationDueEmail } from './index.ts'
import { dayOverMessage } from './request-verification.ts'

const { verificationMessages: messages } = verifications
let app: TestApp
let organization: number
let admin: string
let userId: number
let count = 0
beforeAll(async () => {
  app = await startTestApp()
  const form = { method: 'form', ratio: '1:1', form_needs_nonprofit: true } as const
  await app.createCompanies([
    { name: 'Countersign Inc', policy: form },
    { name: 'Handwritten Inc', policy: form },
    {
      name: 'Portal Co',
      policy: { method: 'csr', csr_platform: 'benevity', submission_url: 'https://portal.example', ratio: '1:1' },
    },
  ])
  await app.query(
    `INSERT INTO platforms (id, name, nonprofit_steps) VALUES ('benevity', 'Benevity', $1::text[])
     ON CONFLICT (id) DO UPDATE SET nonprofit_steps = excluded.nonprofit_steps`,
    [["Open the company's portal"]],
  )
  await addTestForm(app, 'Countersign Inc', ['donor name', 'donor signature', 'authorized signature', 'officer title'])
  await addTestForm(app, 'Handwritten Inc', ['donor name', 'donor signature'])
  organization = await app.createOrganization({ name: 'Riverbend Food Bank', ein: '77-0000001' })
  const person = await app.createMember(organization, 'admin')
  userId = person.id
  admin = await app.signIn(person)
})
afterAll(() => app.stop())

const signedGift = (employer: string) =>
  createSignedGift(app, organization, { email: `verify-${++count}@example.org`, employer, name: 'Łucja Nguyễn' })

async function forged(parts: Readonly<Record<'document' | 'record' | 'seal', Uint8Array>>): Promise<Uint8Array> {
  const names = { document: 'document.pdf', record: 'signature-record.json', seal: 'signature-record.sig' }
  const attached = Object.entries(names).map(([part, name]) => ({
    name,
    type: 'application/octet-stream',
    bytes: parts[part as keyof typeof names],
    about: '',
  }))
  const paper = await startPdf({ title: 'x', author: 'x', locale: 'en-US', madeAt: app.platform.clock() })
  paper.heading('Signed by everybody')
  return joinPdfs([{ bytes: await paper.end(), type: 'application/pdf' }], { title: 'x', at: app.clock(), attached })
}

const params = () => ({ id: organization })
const list = (query: { group?: string } = {}, token = admin) =>
  app.call(verifications.listVerifications, { params: params(), query }, { token })
const sign = (ids: number[], token = admin) =>
  app.call(
    verifications.signForms,
    { params: params(), body: { donation_ids: ids, name: 'Marisol Vega', consent: true } },
    { token },
  )
const allow = (body: { may_sign: boolean; title: string }) =>
  app.call(members.setSigner, { params: { id: organization, userId }, body }, { token: admin })
const statusOf = async (id: number) =>
  (await app.query<{ status_id: number }>('SELECT status_id FROM donations WHERE id = $1', [id]))[0]?.status_id
const signaturesOf = (id: number) =>
  app.query('SELECT role, name, title FROM form_signatures WHERE donation_id = $1 ORDER BY role', [id])

test('an admin authorizes signers with a title, and others are refused with an explanation', async () => {
  const id = await signedGift('Countersign Inc')
  expect(await statusOf(id)).toBe(3)
  expect((await list()).signer.why_not).toBe(messages.notSigner)
  const body = { donation_ids: [id], name: 'Marisol Vega', consent: true as const }
  const asked = { params: params(), body }
  expect(await app.refusal(verifications.signForms, asked, { token: admin })).toMatchObject({
    status: 403,
    message: messages.notSigner,
  })
  const untitled = { params: { id: organization, userId }, body: { may_sign: true, title: ' ' } }
  expect((await app.refusal(members.setSigner, untitled, { token: admin })).message).toBe(members.memberMessages.title)
  const { users } = await allow({ may_sign: true, title: 'Executive Director' })
  expect(users).toMatchObject([{ may_sign: true, title: 'Executive Director' }])
  const auditTrail = await app.query(
    "SELECT after->>'title' AS title FROM audit_events WHERE subject = 'member' AND action = 'changed'",
  )
  expect(auditTrail).toEqual([{ title: 'Executive Director' }])
  const support = await app.signIn(await app.createUser({ isSuper: true }))
  expect((await list({}, support)).signer.why_not).toBe(messages.support)
  expect(await statusOf(id)).toBe(3)
})

test('signs several forms at once, each with a sealed record of both signatures, and explains failures', async () => {
  await allow({ may_sign: true, title: 'Executive Director' })
  const [one, two, byHand] = [
    await signedGift('Countersign Inc'),
    await signedGift('Countersign Inc'),
    await signedGift('Handwritten Inc'),
  ]
  const waiting = (await list()).verifications
  const of = (id: number) => waiting.find(({ donation_id }) => donation_id === id)
  expect(of(one)).toMatchObject({
    asks: 'sign',
    asked_by: 'Countersign Inc',
    form_pages: 1,
    donor_name: 'Łucja Nguyễn',
  })
  expect(of(byHand)).toMatchObject({ asks: 'by_hand', form_pages: 0 })
  const picture = await app.call(verifications.showSignedForm, { params: { id: one, page: 1 } }, { token: admin })
  expect(picture.image).toMatch(/^data:image\/png;base64,iVBOR/)

  const { signed } = await sign([one, two, byHand])
  expect(signed.map(({ problem }) => problem)).toEqual([null, null, messages.noPlace])
  expect(await Promise.all([one, two, byHand].map(statusOf))).toEqual([4, 4, 3])
  expect((await sign([one])).signed).toEqual([{ donation_id: one, problem: messages.notWaiting }])
  expect(await app.query('SELECT why FROM donation_events WHERE donation_id = $1 AND to_status_id = 4', [one])).toEqual(
    [{ why: 'Signed for the nonprofit by Marisol Vega, Executive Director' }],
  )

  const { url } = await app.call(packets.getPacketTicket, { params: { id: one } }, { token: admin })
  const packet = new Uint8Array(await (await app.send('GET', url)).arrayBuffer())
  const file = await attachmentOf(packet, 'signed-form.pdf')
  if (!file) throw new Error('no signed form')
  const [record, seal] = [
    await attachmentOf(file, 'signature-record.json'),
    await attachmentOf(file, 'signature-record.sig'),
  ]
  if (!record || !seal) throw new Error('something is not attached')
  expect(JSON.parse(Buffer.from(record).toString())).toMatchObject({
    record: 'twofold-signature-2',
    signatures: [
      { role: 'donor', name: 'Łucja Nguyễn', title: '' },
      {
        role: 'nonprofit',
        name: 'Marisol Vega',
        title: 'Executive Director',
        consent: verifications.nonprofitConsent('Riverbend Food Bank'),
      },
    ],
  })
  expect(verify(null, record, publicKeyPem(app.platform), Buffer.from(Buffer.from(seal).toString(), 'base64'))).toBe(
    true,
  )
  const verdictOf = async (bytes: Uint8Array) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], 'signed.pdf'))
    return app.call(verifications.checkSignature, { params: params(), form }, { token: admin })
  }
  expect(await verdictOf(packet)).toMatchObject({
    verdict: 'packet',
    record: { match: one, signatures: [{ role: 'donor' }, { role: 'nonprofit', title: 'Executive Director' }] },
  })
  const parts = { document: Buffer.from('another document'), record, seal }
  expect((await verdictOf(await forged(parts))).verdict).toBe('changed')
  const document = (await attachmentOf(file, 'document.pdf')) ?? Buffer.of()
  expect((await verdictOf(await forged({ ...parts, document }))).verdict).toBe('pages')
  const other = Buffer.from(Buffer.from(record).toString().replace('Marisol', 'Mallory'))
  expect(await verdictOf(await forged({ ...parts, document, record: other }))).toEqual({
    verdict: 'foreign',
    record: null,
  })
  expect((await verdictOf(file)).verdict).toBe('same')
  const damaged = Buffer.from(Buffer.from(file).toString('latin1').replaceAll('/FlateDecode', '/FlateDebode'), 'latin1')
  for (const bytes of [document, damaged, Buffer.from('hello')]) expect((await verdictOf(bytes)).verdict).toBe('none')
  const [kept] = await app.query<{ key: string }>('SELECT final_key AS key FROM match_forms WHERE donation_id = $1', [
    one,
  ])
  await app.platform.files.remove(kept?.key ?? '')
  await app.platform.files.keep(Buffer.concat([file, Buffer.from('\n')]), kept?.key)
  expect((await verdictOf(file)).verdict).toBe('copy')
  await app.platform.files.remove(kept?.key ?? '')
  expect((await verdictOf(packet)).verdict).toBe('copy')
  const { text } = await extractText(await getDocumentProxy(file.slice()), { mergePages: true })
  expect(text.match(/Executive Director/g)?.length).toBe(2)
})

test('undoing a signature keeps the donor’s, and it can be repeated', async () => {
  await allow({ may_sign: true, title: 'Treasurer' })
  const id = await signedGift('Countersign Inc')
  const { undo } = await sign([id])
  await app.call(donationChanges.undoChange, { params: params(), body: { undo_id: undo?.id ?? '' } }, { token: admin })
  expect(await statusOf(id)).toBe(3)
  expect(await signaturesOf(id)).toMatchObject([{ role: 'donor' }])
  expect(await app.query('SELECT final_key FROM match_forms WHERE donation_id = $1', [id])).toEqual([
    { final_key: null },
  ])
  const both = await Promise.all([sign([id]), sign([id])])
  expect(both.flatMap(({ signed }) => signed.map(({ problem }) => problem)).toSorted()).toEqual(
    [messages.notWaiting, null].toSorted(),
  )
  expect(await signaturesOf(id)).toHaveLength(2)
})

test('refuses to sign a gift changed after the donor’s signature and notes it in the packet, until it is changed back', async () => {
  const id = await signedGift('Countersign Inc')
  const change = (amount: number) =>
    app.call(donationChanges.updateDonation, { params: { id }, body: { amount } }, { token: admin })
  await change(70)
  expect((await sign([id])).signed).toEqual([{ donation_id: id, problem: messages.giftChanged }])
  await change(50)
  expect((await sign([id])).signed).toEqual([{ donation_id: id, problem: null }])
  const cover = async () => {
    const { url } = await app.call(packets.getPacketTicket, { params: { id } }, { token: admin })
    const file = await getDocumentProxy(new Uint8Array(await (await app.send('GET', url)).arrayBuffer()))
    return (await extractText(file, { mergePages: true })).text.replaceAll(/\s+/g, ' ')
  }
  expect(await cover()).not.toContain('the gift changed after the form was signed')
  await change(60)
  expect(await cover()).toContain('the gift changed after the form was signed')
})

test('a platform’s request adds matches to the list with its steps, and alerts the nonprofit once, a week before', async () => {
  const { id } = await recordDonation(app, organization, { email: 'portal@example.org', employer: 'Portal Co' })
  const asked = (until: string) =>
    app.call(
      verifications.askToVerify,
      { params: params(), body: { donation_ids: [id], asked_by: '', until } },
      { token: admin },
    )
  const { undo } = await asked('2026-06-20')
  expect(await statusOf(id)).toBe(3)
  const row = async () => (await list()).verifications.find(({ donation_id }) => donation_id === id)
  expect(await row()).toMatchObject({ asks: 'platform', asked_by: 'Benevity', until: '2026-06-20', is_late: false })
  const { groups, total } = await list({ group: 'platform-benevity' })
  expect([total, groups.find(({ key }) => key === 'platform-benevity')?.steps]).toEqual([
    1,
    ['Open the company’s portal'],
  ])
  await app.query(
    `INSERT INTO platforms (id, name, aliases, nonprofit_steps) VALUES ('other-works', 'Other Works', '{Otherworks}', '{Look it up}')`,
  )
  const body = { donation_ids: [id], asked_by: ' otherworks ', until: '2026-06-20' }
  await app.call(verifications.askToVerify, { params: params(), body }, { token: admin })
  expect(await row()).toMatchObject({ asks: 'platform', asked_by: 'otherworks', group: 'platform-other-works' })
  expect((await list()).groups.find(({ key }) => key === 'platform-other-works')).toMatchObject({
    name: 'Other Works',
    steps: ['Look it up'],
  })
  const undoing = { params: params(), body: { undo_id: undo?.id ?? '' } }
  await app.call(donationChanges.undoChange, undoing, { token: admin })
  expect([await statusOf(id), await row()]).toEqual([7, undefined])

  await asked('2026-07-20')
  await asked('2026-06-20')
  const changeBody = { donation_ids: [id], status: 'verified' as const }
  const { undo: unverify } = await app.call(donationChanges.confirmDonations, { body: changeBody }, { token: admin })
  app.clock.advance({ seconds: 2 })
  const backAgain = { params: params(), body: { undo_id: unverify?.id ?? '' } }
  await app.call(donationChanges.undoChange, backAgain, { token: admin })
  expect(await row()).toMatchObject({ asks: 'platform', until: '2026-06-20' })
  expect(await countsOf(id)).toEqual({
    next: '2026-06-20',
    soon: 1,
    late: 0,
    listed: [id],
    shown: '2026-06-20',
    risks: 1,
  })
  await expect(asked('2026-06-14')).rejects.toThrow(dayOverMessage)
  await expect(asked('0000-01-01')).rejects.toThrow('Use a date like 2026-11-20')
  expect((await row())?.until).toBe('2026-06-20')
  await asked('2026-06-15')
  await app.query("UPDATE verification_requests SET until_at = until_at - interval '14 days' WHERE donation_id = $1", [
    id,
  ])
  expect(await countsOf(id)).toEqual({ next: undefined, soon: 0, late: 1, listed: [], shown: '2026-06-01', risks: 0 })
  await asked('2026-06-20')
  await app.query("UPDATE organizations SET contact_email = 'told@example.org' WHERE id = $1", [organization])
  const sentMails = () => app.query("SELECT recipient FROM account_mails WHERE kind = 'verification-due'")
  for (const _ of [1, 2]) await alertDeadlines(app.platform)
  expect(await sentMails()).toEqual([{ recipient: 'told@example.org' }])
  const [alerted] = await app.query<{ at: Date }>('SELECT alerted_at AS at FROM verification_alerts')
  const written = () =>
    acrossOrganizations(app.platform.database, async (db) =>
      verificationDueEmail.prepare({
        platform: app.platform,
        db,
        now: app.clock(),
        recipient: 'told@example.org',
        locale: 'fr-CA',
        parameters: { organizationId: organization, at: alerted?.at ?? new Date(0) },
      }),
    )
  const prepared = await written()
  expect(prepared?.about).toMatchObject({ count: 1, matches: [{ company: 'Portal Co', until: '20 juin 2026' }] })
  if (!prepared) throw new Error('nothing was said')
  expect(languageOf('').letters['verification-due'](prepared.about).subject).toContain('1 match to verify or sign')
  // The deadline was removed before the letter was written.
  await app.query('UPDATE verification_requests SET until_at = NULL WHERE donation_id = $1', [id])
  expect(await written()).toBeNull()
})

async function countsOf(id: number) {
  const tenant = grantTenant(organization, [organization])
  const now = app.clock()
  const week = { from: '2026-06-08', week: '2026-06-15', timeZone: 'America/New_York', now, soon: now }
  const query = { filters: { deadlineWithin: statistics.upcomingDeadlineDays } }
  const [{ deadlines, to_do }, list, { donation }, news, { at_risk }] = await Promise.all([
    app.call(statistics.getMatchSummary, { params: params() }, { token: admin }),
    app.call(donations.listDonations, { params: params(), query }, { token: admin }),
    app.call(donations.getDonation, { params: { id } }, { token: admin }),
    inTenant(app.platform.database, tenant, (db) => getWeekActivity(db, tenant, week)),
    app.call(outlook.getForecasts, { params: params() }, { token: admin }),
  ])
  return {
    next: deadlines.find(({ donation_id }) => donation_id === id)?.day,
    soon: to_do.deadlines_soon,
    late: news.late,
    listed: list.donations.map((one) => one.id),
    shown: donation.deadline_day,
    risks: at_risk.reduce((sum, { gifts }) => sum + gifts, 0),
  }
}

test('another organization’s form cannot be seen or signed', async () => {
  const id = await signedGift('Countersign Inc')
  const other = await app.createOrganization({ name: 'Elsewhere' })
  const outsider = await app.createMember(other, 'admin')
  const token = await app.signIn(outsider)
  await app.call(
    members.setSigner,
    { params: { id: other, userId: outsider.id }, body: { may_sign: true, title: 'Chair' } },
    { token },
  )
  const body = { donation_ids: [id], name: 'Mallory', consent: true as const }
  const response = await app.call(verifications.signForms, { params: { id: other }, body }, { token })
  expect(response).toEqual({ signed: [{ donation_id: id, problem: messages.notThere }], undo: null })
  const page = { params: { id, page: 1 } }
  expect((await app.refusal(verifications.showSignedForm, page, { token })).status).toBe(404)
  expect(await statusOf(id)).toBe(3)
})

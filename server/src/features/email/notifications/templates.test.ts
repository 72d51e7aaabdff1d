import { templates } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordDonation, testCompanies } from './record-donation.testing.ts'

let smtp: FakeMailServer
let app: TestApp
let number = 0
beforeAll(async () => {
  smtp = await startFakeMailServer()
  const config = {
    smtpUrl: smtp.url,
    mailAllow: ['example.org'],
    mailFrom: 'Twofold <matches@twofold.test>',
    mailDelaySeconds: 0,
    publicUrl: 'https://twofold.test',
  }
  app = await startTestApp({ config })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

async function organization(columns: Readonly<Record<string, unknown>> = {}) {
  const id = await app.createOrganization({ name: 'Riverbend Food Bank', ...columns })
  const member = await app.createMember(id, 'write')
  const token = await app.signIn(member)
  const create = async (words: object = {}, templateId = 7) => {
    const body = { organization_id: id, live: false, ...words }
    return (await app.call(templates.saveTemplate, { params: { id, templateId }, body }, { token })).template
  }
  const save = async (templateId: number, body: object) =>
    (await app.call(templates.saveTemplate, { params: { id, templateId }, body }, { token })).template
  const refused = (templateId: number, body: object) =>
    app.refusal(templates.saveTemplate, { params: { id, templateId }, body }, { token })
  const list = async (statusId = 7) => app.call(templates.listTemplates, { params: { id, statusId } }, { token })
  return { id, member, token, create, save, refused, list }
}

const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))
const newDonor = () => `reader${++number}@example.org`

async function mailed(
  organizationId: number,
  gift: { email: string; name?: string; employer?: string; language?: string },
) {
  const { id } = await recordDonation(app, organizationId, { employer: 'Portal Works', ...gift })
  await expect
    .poll(async () => (await app.query('SELECT state FROM notifications WHERE donation_id = $1', [id])).at(0))
    .toEqual({ state: 'sent' })
  return { id, mail: mailsTo(gift.email).at(-1)?.parsed }
}

test('a template has a read-only Default and at most five versions, which start as not live', async () => {
  const { create, refused, list, save } = await organization()
  const [theDefault] = (await list()).templates
  expect(theDefault).toMatchObject({ id: 7, organization_id: null, name: 'Default', live: true })
  expect(theDefault?.greeting).toBe('Dear {donor_first_name},')
  for (const body of [{ subject1: 'Mine' }, { live: false }, { ...theDefault, live: false }, { ...theDefault }]) {
    expect(await refused(7, body)).toMatchObject({ status: 403, message: templates.templateMessages.readOnly })
  }
  const made = await Promise.all(Array.from({ length: 20 }, () => create().catch(() => null)))
  const versions = made.filter((one) => one !== null)
  expect(versions.map(({ name }) => name).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(versions.every(({ live }) => !live)).toBe(true)
  expect(
    await refused(7, { organization_id: (await list()).templates[1]?.organization_id, live: false }),
  ).toMatchObject({
    status: 409,
    message: templates.templateMessages.tooMany,
  })
  expect((await list()).templates.map(({ name }) => name)).toEqual(['Default', 'A', 'B', 'C', 'D', 'E'])
  expect((await save(versions[0]?.id ?? 0, { live: true })).live).toBe(true)
})

test('a concurrent change is refused without data loss, and every wording can be restored', async () => {
  const { id, token, create, save, list } = await organization()
  const made = await create({ subject1: 'First' })
  await save(made.id, { subject1: 'Second', version: made.version })
  const late = { params: { id, templateId: made.id }, body: { subject1: 'Late', version: made.version } }
  const answer = await app.sendRoute(templates.saveTemplate, late, { token })
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { message: templates.templateMessages.lost, current: { subject1: 'Second' } },
  ])
  await app.call(templates.resetTemplate, { params: { id, templateId: made.id } }, { token })
  const [theDefault, version] = (await list()).templates
  expect(version?.subject1).toBe(theDefault?.subject1)
  const { wordings } = await app.call(
    templates.listTemplateRevisions,
    { params: { id, templateId: made.id } },
    { token },
  )
  expect(wordings.map(({ texts }) => texts.subject1)).toEqual(['Second', 'First'])
})

test('a version with an unknown variable or no subject cannot go live or be saved while live', async () => {
  const { create, save, refused } = await organization()
  const made = await create({ greeting: 'Dear {first_name},', subject1: '' })
  expect(await refused(made.id, { live: true })).toMatchObject({
    status: 422,
    message: templates.templateMessages.notLive,
    fields: { greeting: expect.stringContaining('{first_name}'), subject1: templates.templateMessages.emptySubject },
  })
  await save(made.id, { greeting: "It's {donor_first_name}'s { turn, of } }{", subject1: 'Hello', live: true })
  expect(await refused(made.id, { step_two_note: '{constructor}' })).toMatchObject({
    status: 422,
    fields: { step_two_note: expect.stringContaining('{constructor}') },
  })
})

test('a live version alternates with the Default, its text is escaped, and its counts add up', async () => {
  const { id, create, save, list, token } = await organization()
  const made = await create({
    subject1: '{{ Donor_First_Name }}, it’s "your" { 100% }? No: {donor_first_name} & co.',
    greeting: "Hi {donor_first_name}, <b>it's</b> {receiving_org_name}",
    salutation: 'Yours, {campaign_name}',
    step_two_title: 'Then tell us',
    step_two_btn: 'I asked',
  })
  await save(made.id, { live: true })
  const subjects: (string | undefined)[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    const { mail } = await mailed(id, { email: newDonor(), name: 'Ann Byron' })
    subjects.push(mail?.subject)
    if (!mail?.subject?.startsWith('Ann')) continue
    expect(mail.text).toContain("Hi Ann, <b>it's</b> Riverbend Food Bank")
    expect(mail.html).toContain('Hi Ann, &lt;b&gt;it&#39;s&lt;/b&gt; Riverbend Food Bank')
    // campaign unknown: the Default text is used
    expect(mail.text).toContain('With thanks,\nRiverbend Food Bank')
    expect(mail.text).toMatch(/Then tell us\.\n\nI asked:\nhttps:/)
    expect(`${mail.subject}${mail.text}`).not.toMatch(/\{[a-z_]+\}/)
  }
  expect(subjects.filter((subject) => subject === 'Ann, it’s "your" { 100% }? No: Ann & co.')).toHaveLength(2)
  const link = smtp.mails.findLast(({ parsed }) => parsed.subject?.startsWith('Ann,'))?.parsed.text ?? ''
  const path = /https:\/\/twofold\.test(\/m\/c\/\S+)/.exec(link)?.[1] ?? ''
  app.clock.advance({ minutes: 5 })
  const browser = { 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/140' }
  for (let press = 0; press < 3; press += 1) await app.send('GET', path, { headers: browser })
  const statsOf = async (name: string) => (await list()).templates.find((one) => one.name === name)?.stats
  await expect.poll(() => statsOf('A')).toMatchObject({ sent: 2, opened: 1, confirm_clicked: 1, decline_clicked: 0 })
  expect(await statsOf('Default')).toMatchObject({ sent: 2, opened: 0, confirm_clicked: 0, r1_sent: 0 })
  for (const { parsed } of smtp.mails.filter(({ parsed }) => parsed.html?.includes('Riverbend Food Bank'))) {
    const pixel = /https:\/\/twofold\.test(\/m\/o\/[^"]+)/.exec(parsed.html ?? '')?.[1] ?? ''
    await app.send('GET', pixel, { headers: { 'user-agent': 'Mozilla/5.0' } })
  }
  await expect.poll(() => statsOf('A')).toMatchObject({ machine_opened: 1 })
  await expect.poll(() => statsOf('Default')).toMatchObject({ machine_opened: 2, opened: 0 })
  const results = await app.call(templates.getTemplateResults, { params: { id } }, { token })
  expect(results.templates.find(({ status_id }) => status_id === 7)).toMatchObject({
    live: ['Default', 'A'],
    stats: { sent: 4, confirm_clicked: 1, machine_opened: 3 },
  })
  // readers of another language get the Default in theirs, and count for it
  for (let turn = 0; turn < 2; turn += 1) {
    const { mail } = await mailed(id, { email: newDonor(), language: 'fr' })
    expect(mail?.subject).toContain('pourrait ajouter')
  }
  await expect.poll(() => statsOf('Default')).toMatchObject({ sent: 4 })
  expect(await statsOf('A')).toMatchObject({ sent: 2 })
})

test('a chapter without its own live version uses its parent’s', async () => {
  const parent = await organization()
  const chapter = await organization({ type: 'chapter', parent_id: parent.id })
  const made = await parent.create({ subject1: 'From the parent' })
  await parent.save(made.id, { live: true })
  expect((await chapter.list()).inherited).toEqual(['A'])
  const sent = [newDonor(), newDonor()]
  for (const email of sent) await mailed(chapter.id, { email })
  expect(sent.flatMap((email) => mailsTo(email).map(({ parsed }) => parsed.subject))).toContain('From the parent')
  expect((await parent.list()).templates[1]?.stats.sent).toBe(1)
  const own = await chapter.create({ subject1: 'From the chapter' })
  await chapter.save(own.id, { live: true })
  expect((await chapter.list()).inherited).toEqual([])
})

test('a preview is one donor’s mail as HTML, text and parts, and lists missing values', async () => {
  const { id, token, member } = await organization()
  const gift = await recordDonation(app, id, { email: newDonor(), name: 'Cora Diaz', employer: 'Portal Works' })
  const body = { status_id: 7, greeting: 'Dear {donor_full_name}', salutation: '{campaign_name}' } as const
  const html = await app.sendRoute(templates.previewTemplate, { params: { id }, body }, { token })
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox;/)
  expect(html.headers.get('content-type')).toContain('text/html')
  expect(await html.text()).toContain('Dear Jordan Avery')
  const shown = await app.call(
    templates.renderTemplate,
    { params: { id }, body: { ...body, part: 2, donation_id: gift.id } },
    { token },
  )
  expect(shown.subject).toMatch(/^Reminder:/)
  expect(shown.text).toContain('Dear Cora Diaz')
  expect(shown.text).toContain('(the donor’s own link)')
  expect(shown.text).not.toContain('about:blank')
  expect(shown.empty).toEqual([{ field: 'salutation', variables: ['campaign_name'] }])
  for (const status_id of templates.templateIds) {
    for (const part of [1, 2, 3] as const) {
      const each = await app.call(templates.renderTemplate, { params: { id }, body: { status_id, part } }, { token })
      expect(`${each.subject}${each.text}`).not.toMatch(/\{[a-z_]+\}|undefined/)
      expect(each.subject.length).toBeGreaterThan(10)
    }
  }
  const strangers = await organization()
  const theirs = { params: { id: strangers.id }, body: { status_id: 7, donation_id: gift.id } } as const
  expect(await app.refusal(templates.renderTemplate, theirs, { token: strangers.token })).toMatchObject({ status: 404 })

  await app.query(
    `UPDATE organizations SET mail_sender_name = 'Ána of Elm', mail_reply_to = 'elm@example.org' WHERE id = $1`,
    [id],
  )
  const signed = await app.call(templates.renderTemplate, { params: { id }, body }, { token })
  expect(signed).toMatchObject({ from: 'Ána of Elm <matches@twofold.test>', reply_to: 'elm@example.org' })
  const { to } = await app.call(templates.testTemplate, { params: { id }, body }, { token })
  expect(to).toBe(member.email)
  expect(mailsTo(to).map(({ parsed }) => parsed.subject)).toEqual([expect.stringMatching(/^Test: /)])
  expect(mailsTo(to)[0]?.parsed).toMatchObject({
    from: { name: 'Ána of Elm' },
    replyTo: [{ address: 'elm@example.org' }],
  })
})

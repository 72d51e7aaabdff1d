import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signedLinks, signLink } from '../../../platform/links/signed-links.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { donorPagePath } from '../../email/donor-links/index.ts'
import { recordDonation, testCompanies } from '../../email/notifications/record-donation.testing.ts'

/** Advances by a millisecond at each read, like a real clock. */
const still = settableClock()
const moving = Object.assign(
  () => {
    still.advance({ seconds: 0.001 })
    return still()
  },
  { set: still.set, advance: still.advance },
)

let app: TestApp
let parent: number
let chapter: number
let number = 0

beforeAll(async () => {
  app = await startTestApp({ clock: moving })
  await app.createCompanies(testCompanies)
  parent = await app.createOrganization({ name: 'Riverbend Food Bank', ein: '77-0000001' })
  chapter = await app.createOrganization({
    name: 'Riverbend North',
    parent_id: parent,
    type: 'chapter',
    ein: '77-0000001',
  })
})
afterAll(() => app.stop())
beforeEach(() => app.query('DELETE FROM rate_limits'))

async function pageOf(donationId: number): Promise<string> {
  const [mail] = await app.query<{ id: string; organization_id: string }>(
    'SELECT id, organization_id FROM notifications WHERE donation_id = $1',
    [donationId],
  )
  if (!mail) throw new Error('nobody was written to about this gift')
  const reference = { organizationId: Number(mail.organization_id), notificationId: Number(mail.id) }
  return donorPagePath(signLink(app.platform, signedLinks.donorPage, reference))
}

const visit = (path: string) => fetch(`${app.address}${path}`)
const submit = (path: string, form: Record<string, string>) =>
  fetch(`${app.address}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const statusOf = async (id: number) =>
  (await app.query<{ status_id: number }>('SELECT status_id FROM donations WHERE id = $1', [id]))[0]?.status_id
const newAddress = () => `giver${++number}@example.org`

const rowsOf = (html: string): string[] =>
  [...(/<section id="gifts">(.*?)<\/section>/s.exec(html)?.[1] ?? '').matchAll(/<li>(.*?)<\/li>/gs)].map(
    ([, row = '']) =>
      row
        .replaceAll(/<[^>]{0,300}>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
  )

describe('all gifts of a donor', () => {
  test('are listed on each page, pending ones first, across the nonprofit and its chapters, and folded while the donor has to act', async () => {
    const email = newAddress()
    const old = await recordDonation(app, parent, { email, employer: 'No Match Inc', day: '2026-05-01' })
    const here = await recordDonation(app, parent, { email, employer: 'Portal Works', amountCents: 10_000 })
    const there = await recordDonation(app, chapter, {
      email,
      employer: 'Portal Works',
      amountCents: 7_500,
      day: '2026-06-01',
    })
    await recordDonation(app, await app.createOrganization({ name: 'Somebody Else' }), {
      email,
      employer: 'Portal Works',
    })
    await recordDonation(app, parent, { email: newAddress(), employer: 'Portal Works' })
    const html = await (await visit(await pageOf(here.id))).text()
    expect(rowsOf(html)).toEqual([
      '$75.00 · Jun 1, 2026 Your turn, by Nov 28, 2026 Riverbend North · Portal Works',
      '$100.00 · Jun 10, 2026 Your turn, by Dec 7, 2026 Riverbend Food Bank · Portal Works',
      '$50.00 · May 1, 2026 No matching program found Riverbend Food Bank · No Match Inc',
    ])
    expect(html.split('<summary>All your gifts (3)</summary>')[1]).toContain('No matching program found')
    expect(html).not.toContain('Somebody Else')
    const page = await pageOf(here.id)
    const other = await (await visit(`${page}?gift=${there.id}`)).text()
    expect(other).toContain('$75.00')
    expect(other).toContain(`action="${page}?gift=${there.id}"`)
    expect(other).toContain(`href="/donor-match-update/${there.id}?lang=en"`)
    const closed = await (await visit(`${page}?gift=${old.id}`)).text()
    expect(closed).toContain('No matching program found')
    expect(closed.split('<h2>All your gifts</h2>')[1]?.split('Show 1 more')[0]).toContain('Your turn, by Nov 28, 2026')
  })

  test('have separate pages: an action changes only the gift that is shown', async () => {
    const email = newAddress()
    const first = await recordDonation(app, parent, { email, employer: 'Portal Works' })
    const second = await recordDonation(app, chapter, { email, employer: 'Letter Lane' })
    const page = await pageOf(first.id)
    const pressed = await submit(`${page}?gift=${second.id}`, { press: 'submit' })
    expect(pressed.headers.get('location')).toBe(`${page}?gift=${second.id}`)
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([first.statusId, 4])
    const read = async (id: number) => (await visit(`${page}?gift=${id}`)).text()
    expect(await read(second.id)).toContain('Your match is on its way')
    expect(await read(second.id)).not.toContain('You’re done.')
    await submit(page, { press: 'submit' })
    expect(await read(second.id)).toContain('You’re done.')
  })

  test('of another person look like a forged link and cannot be changed', async () => {
    const mine = await recordDonation(app, parent, { email: newAddress(), employer: 'Portal Works' })
    const theirs = await recordDonation(app, parent, { email: newAddress(), employer: 'Portal Works' })
    const page = await pageOf(mine.id)
    const forged = await (await visit('/match-request/forged')).text()
    for (const gift of [String(theirs.id), '0', '-1', 'x', '9'.repeat(40), '1; DROP TABLE donations']) {
      for (const path of ['', '/receipt.pdf', '/deadline.ics']) {
        const response = await visit(`${page}${path}?${new URLSearchParams({ gift })}`)
        expect([response.status, await response.text()], `${path} ${gift}`).toEqual([404, forged])
      }
      expect((await submit(`${page}?${new URLSearchParams({ gift })}`, { press: 'decline' })).status).toBe(404)
    }
    expect(await statusOf(theirs.id)).toBe(theirs.statusId)
  })

  test('in a joint request are shown by number, period and total', async () => {
    const email = newAddress()
    const other = await recordDonation(app, parent, { email, employer: 'Letter Lane', day: '2026-06-02' })
    for (const day of ['2026-06-01', '2026-06-09'])
      await recordDonation(app, parent, { email, employer: 'Portal Works', amountCents: 2_000, day })
    expect(rowsOf(await (await visit(await pageOf(other.id))).text()).toSorted()).toEqual([
      expect.stringMatching(/^\$50\.00 · Jun 2, 2026 /),
      expect.stringMatching(/^2 gifts between Jun 1, 2026 and Jun 9, 2026, \$40\.00 in all /),
    ])
  })

  test('are all declined and all restored, including their emails, while time passes', async () => {
    const email = newAddress()
    const first = await recordDonation(app, parent, { email, employer: 'Portal Works' })
    const second = await recordDonation(app, parent, { email, employer: 'Letter Lane' })
    const page = await pageOf(first.id)
    const unsubscribed = () => app.query('SELECT 1 FROM suppressions WHERE email_key = $1', [email])
    await submit(page, { press: 'decline_all' })
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([21, 21])
    expect(await unsubscribed()).toHaveLength(1)
    expect(await (await visit(page)).text()).toContain('for any of your gifts to Riverbend Food Bank')
    await submit(page, { press: 'undo' })
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([7, 8])
    expect(await unsubscribed()).toEqual([])
  })

  test('are not listed when there is only one', async () => {
    const { id } = await recordDonation(app, parent, { email: newAddress(), employer: 'Portal Works' })
    expect(await (await visit(await pageOf(id))).text()).not.toContain('All your gifts')
  })
})

describe('documents for the donor', () => {
  test('the deadline is a one-day calendar entry with a reminder, until it has passed', async () => {
    const { id } = await recordDonation(app, parent, { email: newAddress(), employer: 'Portal Works' })
    const page = await pageOf(id)
    const response = await visit(`${page}/deadline.ics`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const lines = (await response.text()).replaceAll('\r\n ', '').split('\r\n')
    for (const line of [
      'DTSTART;VALUE=DATE:20261207',
      'SUMMARY:Last day to request Portal Works’ match for your gift',
      'TRIGGER:-P3D',
      `URL;VALUE=URI:${app.address}${page}`,
    ])
      expect(lines).toContain(line)
    expect(await (await visit(page)).text()).toContain(`${page}/deadline.ics`)
    await app.query("UPDATE donations SET deadline_at = '2026-06-12' WHERE id = $1", [id])
    expect((await visit(`${page}/deadline.ics`)).status).toBe(404)
    expect(await (await visit(page)).text()).not.toContain('deadline.ics')
  })

  test('the receipt is a PDF of the nonprofit’s records, with any letters in the name', async () => {
    const { id } = await recordDonation(app, parent, {
      email: newAddress(),
      employer: 'Portal Works',
      name: 'Łucja Nguyễn-Ивánова',
    })
    const response = await visit(`${await pageOf(id)}/receipt.pdf`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const file = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
    const { text } = await extractText(file, { mergePages: true })
    for (const part of [
      'Donation receipt',
      'Riverbend Food Bank',
      '77-0000001',
      'Łucja Nguyễn-Ивánова',
      '$50.00',
      'Jun 10, 2026',
      'For taxes, use the receipt',
    ])
      expect(text).toContain(part)
    const { info } = await file.getMetadata()
    expect(info).toMatchObject({ Title: 'Donation receipt', Author: 'Riverbend Food Bank', Language: 'en-US' })
  })
})

describe('documents for the employer', () => {
  const quebec = '1 rue de la Forge\nMontréal (Québec) H2X 1Y4'

  test.each([
    ['English', '1 Forge Street\nToronto, ON M5V 1A1', 'en-US', 'Donation receipt', 'I’d like to request'],
    ['French in Quebec', quebec, 'fr-CA', 'Reçu', 'demander le jumelage'],
  ])('are in %s, regardless of the donor’s language', async (name, address, locale, receipt, letter) => {
    const employer = `Forge ${name}`
    const policy = {
      method: 'contact',
      contact_email: 'dons@forge.example',
      contact_address: address,
      ratio: '1:1',
    } as const
    await app.createCompanies([{ name: employer, policy }])
    const { id } = await recordDonation(app, parent, { email: newAddress(), employer, language: 'es' })
    const page = await pageOf(id)
    await submit(page, { press: 'open' })
    const html = await (await visit(page)).text()
    expect(html).toContain('<html lang="es-US">')
    expect(/<pre class="letter" lang="([\w-]+)">(.*?)<\/pre>/s.exec(html)?.slice(1)).toEqual([
      locale,
      expect.stringContaining(letter),
    ])
    const file = await getDocumentProxy(new Uint8Array(await (await visit(`${page}/receipt.pdf`)).arrayBuffer()))
    expect((await extractText(file, { mergePages: true })).text).toContain(receipt)
    expect((await file.getMetadata()).info).toMatchObject({ Language: locale })
  })
})

describe('an employer’s name', () => {
  test('that is ambiguous is chosen from the directory', async () => {
    const { id } = await recordDonation(app, parent, { email: newAddress() })
    const page = await pageOf(id)
    const asked = await submit(page, { press: 'employer', employer: ' Portal ' })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${page}?now=choose&employer=+Portal+`])
    const html = await (await visit(`${page}?now=choose&employer=Portal`)).text()
    expect(html).toContain('Which one is your employer?')
    const chosen = /value="(\d+)" required><span>Portal Works</.exec(html)?.[1]
    expect(await statusOf(id)).toBe(23)
    await submit(page, { press: 'employer', employer: 'Portal', company: chosen ?? '' })
    expect(await statusOf(id)).toBe(7)
  })

  test('that matches none of them goes to review', async () => {
    const { id } = await recordDonation(app, parent, { email: newAddress() })
    const page = await pageOf(id)
    await submit(page, { press: 'employer', employer: 'Portal', company: 'none' })
    expect(await statusOf(id)).toBe(2)
  })

  test('that is complete needs no choice', async () => {
    const { id } = await recordDonation(app, parent, { email: newAddress() })
    await submit(await pageOf(id), { press: 'employer', employer: 'letter lane, inc.' })
    expect(await statusOf(id)).toBe(8)
  })

  test('with an invalid company ID is looked up as typed', async () => {
    const { id } = await recordDonation(app, parent, { email: newAddress() })
    const page = await pageOf(id)
    await submit(page, { press: 'employer', employer: 'Unheard of Ltd', company: '999999999' })
    expect(await statusOf(id)).toBe(2)
    expect((await submit(page, { press: 'employer', employer: 'x', company: "1' OR 1=1" })).status).toBe(404)
  })
})

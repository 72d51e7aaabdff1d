import { donationChanges, templates } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageRate } from '../../../platform/http/form-pages.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { recordDonation, testCompanies } from '../../email/notifications/record-donation.testing.ts'

type Mail = { to: string; subject: string; html: string; text: string; headers: [string, string][] }

let app: TestApp
let organization: number
let number = 0

beforeAll(async () => {
  app = await startTestApp({ config: { mailDelaySeconds: 0 } })
  await app.query(
    `INSERT INTO platforms (id, name, employee_url, employee_steps)
     VALUES ('matchhub', 'Matchhub', 'https://COMPANY.matchhub.example', '{"Sign in to Matchhub","Choose Request Match"}')`,
  )
  await app.createCompanies(testCompanies)
  organization = await app.createOrganization({ name: 'Riverbend Food Bank', contact_email: 'hello@riverbend.example' })
})
afterAll(() => app.stop())
// All donors of these tests have the same client address.
beforeEach(() => app.query('DELETE FROM rate_limits'))

const person = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
}

async function mailFor({
  organization: of = organization,
  ...gift
}: Partial<Parameters<typeof recordDonation>[2]> & { readonly organization?: number } = {}) {
  const email = `reader${++number}@example.org`
  const { id, statusId } = await recordDonation(app, of, { email, employer: 'Portal Works', ...gift })
  let mail: Mail | undefined
  await expect
    .poll(async () => {
      const { mails } = (await (await app.send('GET', `/dev/outbox.json?to=${email}`)).json()) as { mails: Mail[] }
      mail = mails[0]
      return mail?.to
    })
    .toBe(email)
  await expect.poll(async () => (await rowOf(id)).state).toBe('sent')
  app.clock.advance({ seconds: 30 })
  const link = (kind: string): string => {
    const found = new RegExp(`${app.address}(/m/${kind}/[\\w.-]+)`).exec(mail?.html ?? '')?.[1]
    if (!found) throw new Error(`no ${kind} link in the mail`)
    return found
  }
  return { id, statusId, email, mail, link, page: `/match-request/${link('c').slice('/m/c/'.length)}` }
}

const rowOf = async (donationId: number) => {
  const [row] = await app.query<Record<string, unknown>>('SELECT * FROM notifications WHERE donation_id = $1', [
    donationId,
  ])
  return row ?? {}
}
const statusOf = async (id: number) =>
  (await app.query<{ status_id: number }>('SELECT status_id FROM donations WHERE id = $1', [id]))[0]?.status_id
const eventsOf = (id: number) =>
  app.query<{ action: string; actor: string }>(
    'SELECT action, actor FROM donation_events WHERE donation_id = $1 ORDER BY id',
    [id],
  )

const visit = (path: string, headers: Record<string, string> = person) =>
  fetch(`${app.address}${path}`, { headers, redirect: 'manual' })
const submit = (path: string, form: Record<string, string>) =>
  fetch(`${app.address}${path}`, {
    method: 'POST',
    headers: person,
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

describe('from the email to the match', () => {
  test('the button opens the page, a click opens the portal, and "I submitted it" moves the match', async () => {
    const { id, link, page, statusId } = await mailFor()
    expect(statusId).toBe(7)
    const click = await visit(link('c'))
    expect([click.status, click.headers.get('location')]).toEqual([302, page])

    const shown = await visit(page)
    const html = await shown.text()
    expect(shown.status).toBe(200)
    for (const part of [
      'up to $50.00',
      '$50.00',
      'Jun 10, 2026',
      'Dec 7, 2026',
      'Riverbend Food Bank',
      '1 River Road',
      'I submitted it',
      'No thanks',
      'Open the portal',
      '/portal/faq?',
    ]) {
      expect(html).toContain(part)
    }
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.get('x-robots-tag')).toContain('noindex')
    expect(shown.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://portal-works.benevity.example",
    )
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)

    const opened = await submit(page, { press: 'open' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      'https://portal-works.benevity.example/community',
    ])
    expect(await statusOf(id)).toBe(28)

    const done = await submit(page, { press: 'submit' })
    expect(done.headers.get('location')).toBe(page)
    expect(await statusOf(id)).toBe(4)
    expect(await (await visit(page)).text()).toContain('Your match is on its way')
    expect((await eventsOf(id)).slice(1)).toEqual([
      { action: 'open_instructions', actor: 'donor' },
      { action: 'submit', actor: 'donor' },
    ])
  })

  test('an employer named on the page applies to remaining gifts in all chapters', async () => {
    const [parent, ein] = [organization, '77-0000001']
    const chapter = { parent_id: parent, type: 'chapter', ein }
    const [north, south] = [await app.createOrganization(chapter), await app.createOrganization(chapter)]
    const { page, email, id } = await mailFor({ employer: '', organization: north })
    await recordDonation(app, south, { email, employer: 'Portal Works', amountCents: 1_499_000 })
    await submit(page, { press: 'employer', employer: 'Portal Works' })
    expect(await statusOf(id)).toBe(7)
    expect(await app.query('SELECT estimated_cents::int FROM donations WHERE id = $1', [id])).toEqual([
      { estimated_cents: 1_000 },
    ])
  })

  test('a repeated action counts once, and an impossible action changes nothing and explains it', async () => {
    const { id, page } = await mailFor()
    await Promise.all([
      submit(page, { press: 'submit' }),
      submit(page, { press: 'submit' }),
      submit(page, { press: 'submit' }),
    ])
    expect(await statusOf(id)).toBe(4)
    expect((await eventsOf(id)).filter(({ action }) => action === 'submit')).toHaveLength(1)
    const late = await submit(page, { press: 'decline' })
    expect(late.headers.get('location')).toBe(`${page}?now=moved_on`)
    expect(await (await visit(`${page}?now=moved_on`)).text()).toContain('changed in the meantime')
    expect(await statusOf(id)).toBe(4)
  })

  test('"No thanks" takes a second press on the page', async () => {
    const { id, link, page } = await mailFor()
    const click = await visit(link('d'))
    expect(click.headers.get('location')).toBe(`${page}?answer=no`)
    expect(await (await visit(`${page}?answer=no`)).text()).toContain('<details open')
    expect(await statusOf(id)).toBe(7)
    await submit(page, { press: 'decline' })
    expect(await statusOf(id)).toBe(21)
    expect(await (await visit(page)).text()).toContain('This request is closed')
  })

  test.each([
    ['Letter Lane', 8, 'Show me the email', 'open', 28],
    ['Paper Mill', 6, 'I mailed it', 'submit', 4],
    ['Form Factory', 25, 'can’t be signed on this page', 'decline', 21],
  ])('%s: status %i, "%s"', async (employer, statusId, text, what, next) => {
    const { id, page, statusId: got } = await mailFor({ employer })
    expect(got).toBe(statusId)
    expect(await (await visit(page)).text()).toContain(text)
    await submit(page, { press: what })
    expect(await statusOf(id)).toBe(next)
    if (next === 28) expect(await (await visit(page)).text()).toContain('giving@letter-lane.example')
    if (next === 4) expect(await (await visit(page)).text()).toContain('Most employers pay within a few months')
  })

  test('shows thanks for an employer without a program, and lets the donor name another employer', async () => {
    const { id, page, statusId, mail } = await mailFor({ employer: 'No Match Inc' })
    expect(statusId).toBe(19)
    expect(mail?.text).toContain('Work somewhere else? Tell us on your page')
    const html = await (await visit(page)).text()
    expect(html).toContain('We didn’t find a matching program')
    expect(html).toContain('I don’t work there')
    await submit(page, { press: 'employer', employer: 'Letter Lane' })
    expect(await statusOf(id)).toBe(8)
    expect((await eventsOf(id)).at(-1)).toEqual({ action: 'give_employer', actor: 'donor' })
  })

  test('restarts the process when a donor who had begun names another employer', async () => {
    const { id, page } = await mailFor()
    await submit(page, { press: 'open' })
    expect(await statusOf(id)).toBe(28)
    await submit(page, { press: 'employer', employer: 'Paper Mill' })
    expect(await statusOf(id)).toBe(6)
    expect(await (await visit(page)).text()).toContain('1 Mill Road')
  })

  test('a donor classified as having no employer can name one on the page', async () => {
    const { id, page } = await mailFor({ employer: '' })
    const asked = await submit(page, { press: 'employer', employer: 'retired' })
    expect(asked.headers.get('location')).toBe(`${page}?now=retired`)
    expect(await (await visit(`${page}?now=retired`)).text()).toContain('Which employer did you retire from?')
    expect(await statusOf(id)).toBe(23)
    await submit(page, { press: 'employer', employer: 'retired', retired: 'none' })
    expect(await statusOf(id)).toBe(19)
    const html = await (await visit(page)).text()
    for (const text of ['There’s no employer on record for you', 'I do have an employer']) expect(html).toContain(text)
    expect(html).not.toContain('matching program')
    await submit(page, { press: 'employer', employer: 'Portal Works' })
    expect(await statusOf(id)).toBe(7)
  })

  test('looks up the former employer of a retiree', async () => {
    const { id, page } = await mailFor({ employer: '' })
    await submit(page, { press: 'employer', employer: 'I am retired' })
    await submit(page, { press: 'employer', employer: 'Two Ways', retired: 'yes' })
    expect(
      await app.query('SELECT status_id, employment, estimated_cents::int FROM donations WHERE id = $1', [id]),
    ).toEqual([{ status_id: 7, employment: 'retired', estimated_cents: 2_500 }])
  })

  test('the link in the email about a small gift opens its combined match', async () => {
    const part = await mailFor({ amountCents: 1_000 })
    expect(part.statusId).toBe(10)
    expect(part.mail?.text).toContain('again by Dec 7, 2026, we’ll add your gifts together')
    const combined = await recordDonation(app, organization, {
      email: part.email,
      employer: 'Portal Works',
      amountCents: 2_000,
    })
    expect(combined.statusId).toBe(7)
    const html = await (await visit(part.page)).text()
    for (const text of ['$30.00', 'Open the portal']) expect(html).toContain(text)
    await submit(part.page, { press: 'submit' })
    expect([await statusOf(combined.id), await statusOf(part.id)]).toEqual([4, 10])
  })

  test('naming the employer evaluates the gift', async () => {
    const { id, page, statusId } = await mailFor({ employer: '' })
    expect(statusId).toBe(23)
    expect((await submit(page, { press: 'employer', employer: '   ' })).headers.get('location')).toContain(
      'employer_missing',
    )
    expect(await (await visit(`${page}?now=employer_missing`)).text()).toContain('Enter the name of your employer.')
    await submit(page, { press: 'employer', employer: 'Portal Works' })
    expect(await statusOf(id)).toBe(7)
    expect(await (await visit(page)).text()).toContain('Open the portal')
  })

  test('does not ask about another gift for 30 days after a decline, unless the donor acts on it', async () => {
    const start = app.clock()
    const { email, page } = await mailFor()
    await submit(page, { press: 'decline' })
    const declinedAt = app.clock()
    app.clock.advance({ days: 1, hours: 1 })
    const next = await recordDonation(app, organization, { email, employer: 'Letter Lane' })
    await expect
      .poll(async () => (await rowOf(next.id)).send_at)
      .toEqual(new Date(declinedAt.getTime() + 30 * 86_400_000))
    expect((await rowOf(next.id)).problem).toBe('The donor declined another gift less than 30 days ago.')
    const asked = await recordDonation(app, organization, { email, employer: 'Portal Works' })
    await submit(`${page}?gift=${asked.id}`, { press: 'employer', employer: 'Paper Mill' })
    const mails = () =>
      app.query('SELECT state FROM notifications WHERE donation_id = $1 AND status_id = 6', [asked.id])
    await expect.poll(mails).toEqual([{ state: 'sent' }])
    app.clock.set(start)
  })

  test('consent evaluates the gift, refusal closes it', async () => {
    const yes = await mailFor({ optIn: true })
    expect(yes.statusId).toBe(24)
    expect(await (await visit(yes.page)).text()).toContain('Yes, check for a match')
    await submit(yes.page, { press: 'consent' })
    expect(await statusOf(yes.id)).toBe(7)
    const no = await mailFor({ optIn: true })
    await submit(no.page, { press: 'decline' })
    expect(await statusOf(no.id)).toBe(21)
  })
})

describe('undo by the donor', () => {
  const standing = async (id: number) =>
    (
      await app.query<object>(
        'SELECT status_id, reason_code, payment_state, status_changed_at, estimated_cents::int FROM donations WHERE id = $1',
        [id],
      )
    )[0]
  const undo = async (page: string) => (await submit(page, { press: 'undo' })).headers.get('location')

  test.each([
    ['submit', 'en', 'On Ju\\w \\d+, 2026, you told us that you requested the match', 'undo it until Ju\\w \\d+, 2026'],
    ['submit', 'fr', 'vous nous avez dit que vous aviez demandé le jumelage', 'Annuler'],
    ['submit', 'es', 'nos dijo que ya había solicitado la contrapartida', 'Deshacer'],
    ['decline', 'en', 'you told us that you don’t want to request this match', 'Undo'],
    ['decline', 'fr', 'vous ne vouliez pas demander ce jumelage', 'Annuler'],
    ['decline', 'es', 'no quería solicitar esta contrapartida', 'Deshacer'],
  ])('shows the action %s (%s) and restores the previous state of the match', async (what, language, ...words) => {
    const { id, page } = await mailFor({ language })
    await submit(page, { press: 'open' })
    app.clock.advance({ hours: 1 })
    const before = await standing(id)
    await submit(page, { press: what })
    expect(await statusOf(id)).toBe(what === 'submit' ? 4 : 21)
    const html = await (await visit(page)).text()
    for (const word of words) expect(html).toMatch(new RegExp(word))
    for (const method of ['GET', 'HEAD']) await fetch(`${app.address}${page}?press=undo`, { method })
    expect(await statusOf(id)).not.toBe(28)
    app.clock.advance({ hours: 1 })
    const all = await Promise.all([undo(page), undo(page), undo(page)])
    expect(all).toEqual([`${page}?now=undone`, `${page}?now=undone`, `${page}?now=undone`])
    expect(await standing(id)).toEqual(before)
    expect(await (await visit(page)).text()).not.toContain('value="undo"')
    expect((await eventsOf(id)).slice(-2)).toEqual([
      { action: what, actor: 'donor' },
      { action: 'undone', actor: 'donor' },
    ])
    await submit(page, { press: 'submit' })
    expect(await statusOf(id)).toBe(4)
  })

  test('is refused with an explanation after staff or a payment moved the match', async () => {
    const token = await app.signIn(await app.createMember(organization, 'write'))
    const cancelled = await mailFor()
    await submit(cancelled.page, { press: 'submit' })
    await app.call(donationChanges.deleteDonation, { params: { id: cancelled.id } }, { token })
    const submitted = await mailFor()
    await submit(submitted.page, { press: 'decline' })
    const body = { donation_ids: [submitted.id], status: 'submitted' as const }
    await app.call(donationChanges.confirmDonations, { body }, { token })
    const paid = await mailFor()
    await submit(paid.page, { press: 'submit' })
    await app.query("UPDATE donations SET payment_state = 'part_paid' WHERE id = $1", [paid.id])
    for (const [{ id, page }, statusId] of [
      [cancelled, 12],
      [submitted, 4],
      [paid, 4],
    ] as const) {
      expect(await (await visit(page)).text()).not.toContain('value="undo"')
      expect(await undo(page)).toBe(`${page}?now=moved_on`)
      expect(await statusOf(id)).toBe(statusId)
    }
    expect(await (await visit(`${paid.page}?now=moved_on`)).text()).toContain('changed in the meantime')
  })

  test('keeps an amount that staff corrected in the meantime', async () => {
    const token = await app.signIn(await app.createMember(organization, 'write'))
    const { id, page } = await mailFor()
    await submit(page, { press: 'submit' })
    await app.call(donationChanges.updateDonation, { params: { id }, body: { amount: 60 } }, { token })
    expect(await undo(page)).toBe(`${page}?now=undone`)
    expect(await app.query('SELECT status_id, amount_cents::int FROM donations WHERE id = $1', [id])).toEqual([
      { status_id: 7, amount_cents: 6_000 },
    ])
  })

  test('is refused with an explanation after 14 days', async () => {
    const start = app.clock()
    const { id, page } = await mailFor()
    await submit(page, { press: 'decline' })
    app.clock.advance({ days: 14 })
    expect(await (await visit(page)).text()).toContain('value="undo"')
    app.clock.advance({ seconds: 1 })
    expect(await (await visit(page)).text()).not.toContain('value="undo"')
    expect(await undo(page)).toBe(`${page}?now=undo_late`)
    expect(await (await visit(`${page}?now=undo_late`)).text()).toContain('more than 14 days have passed')
    expect(await statusOf(id)).toBe(21)
    app.clock.set(start)
  })

  test('"All my gifts" closes pending gifts, applies to later ones, and can be undone as a whole', async () => {
    const first = await mailFor()
    const second = await recordDonation(app, organization, { email: first.email, employer: 'Letter Lane' })
    const sent = await recordDonation(app, organization, { email: first.email, employer: 'Paper Mill' })
    const token = await app.signIn(await app.createMember(organization, 'write'))
    const html = await (await visit(`${first.page}?answer=no`)).text()
    for (const text of ['Only this gift', 'All my gifts']) expect(html).toContain(text)
    await submit(first.page, { press: 'decline_all' })
    expect([await statusOf(first.id), await statusOf(second.id), await statusOf(sent.id)]).toEqual([21, 21, 21])
    const later = await recordDonation(app, organization, { email: first.email, employer: 'Portal Works' })
    await expect.poll(async () => (await rowOf(later.id)).problem).toBe('The donor unsubscribed.')
    const declined = await (await visit(first.page)).text()
    expect(declined).toContain('for any of your gifts to Riverbend Food Bank')
    expect(declined).toContain('We’ll stop emailing you about matches for your gifts to Riverbend Food Bank.')
    expect(declined).not.toContain('about this match')
    const start = app.clock()
    app.clock.advance({ days: 15 })
    const afterUndo = await (await visit(first.page)).text()
    app.clock.set(start)
    expect(afterUndo).not.toContain('value="undo"')
    expect(afterUndo).toContain('We’ll stop emailing you about matches for your gifts to Riverbend Food Bank.')
    await app.call(
      donationChanges.confirmDonations,
      { body: { donation_ids: [sent.id], status: 'submitted' } },
      { token },
    )
    expect(await undo(`${first.page}?gift=${second.id}`)).toBe(`${first.page}?gift=${second.id}&now=undone`)
    expect([await statusOf(first.id), await statusOf(second.id), await statusOf(sent.id)]).toEqual([7, 8, 4])
    expect(await app.query('SELECT 1 FROM suppressions WHERE email_key = $1', [first.email])).toEqual([])
  })

  test('returns a declined request to the question', async () => {
    const { id, page } = await mailFor({ optIn: true })
    await submit(page, { press: 'decline' })
    await undo(page)
    expect(await statusOf(id)).toBe(24)
    expect(await (await visit(page)).text()).toContain('Yes, check for a match')
  })
})

describe('links', () => {
  test('following all links of an email changes no match and no subscription', async () => {
    const { id, email, link, page } = await mailFor()
    const before = await app.query('SELECT status_id, version, status_changed_at FROM donations WHERE id = $1', [id])
    for (const path of [
      link('c'),
      link('d'),
      link('o'),
      link('u'),
      page,
      `${page}?now=noted&press=submit`,
      `${link('u')}?now=back`,
    ]) {
      for (const method of ['GET', 'HEAD']) await fetch(`${app.address}${path}`, { method, redirect: 'manual' })
    }
    expect(await app.query('SELECT status_id, version, status_changed_at FROM donations WHERE id = $1', [id])).toEqual(
      before,
    )
    expect(await app.query('SELECT 1 FROM suppressions WHERE email_key = $1', [email])).toEqual([])
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('a forged, truncated or exchanged token opens nothing and shows the same page', async () => {
    const { page, link, id } = await mailFor()
    const token = page.slice('/match-request/'.length)
    const open = link('o').slice('/m/o/'.length)
    const unsubscribe = link('u').slice('/m/u/'.length)
    const other = token.replace(/-([^.]+)\./, '-zzz.')
    const responses = []
    for (const bad of [token.slice(0, -2), other, open, unsubscribe, 'x', '%00', 'a'.repeat(250), '..%2f..']) {
      const response = await visit(`/match-request/${bad}`)
      responses.push([response.status, await response.text()])
      expect((await submit(`/match-request/${bad}`, { press: 'submit' })).status).toBe(404)
    }
    expect(new Set(responses.map(([status, body]) => `${status} ${body}`)).size).toBe(1)
    expect(responses[0]?.[0]).toBe(404)
    expect((await visit(`/m/o/${token}`)).status).toBe(404)
    expect((await submit(`/m/u/${token}`, {})).status).toBe(404)
    expect(await statusOf(id)).toBe(7)
  })

  test('a link ends with its gift and when the gift gets another donor', async () => {
    const { id, page } = await mailFor()
    await app.query('UPDATE donations SET deleted_at = now() WHERE id = $1', [id])
    for (const path of ['', '/receipt.pdf', '/wishes', '/form']) {
      const gone = await visit(`${page}${path}`)
      expect([gone.status, await gone.text()], path).toEqual([
        410,
        expect.stringContaining('This link no longer works'),
      ])
    }
    expect((await submit(page, { press: 'submit' })).status).toBe(410)
  })

  test('limits the rate of token guesses', async () => {
    const guess = async (token: string) => (await visit(`/match-request/${token}`)).status
    expect(await guess('p-1-1.xxxx')).toBe(404)
    await app.query('UPDATE rate_limits SET points = $1, expire = expire + 600000', [pageRate.max - 1])
    expect([await guess('p-1-2.xxxx'), await guess('p-1-3.xxxx')]).toEqual([404, 429])
  })
})

describe('counting', () => {
  test('counts opens and clicks of people and machines separately', async () => {
    const { id, link } = await mailFor()
    const machines = [
      { 'user-agent': 'Mozilla/5.0' },
      { 'user-agent': 'Barracuda Sentinel (EE)' },
      { ...person, 'sec-purpose': 'prefetch' },
    ]
    for (const machine of machines) await visit(link('o'), machine)
    await visit(link('c'), { 'user-agent': 'Mimecast LinkScanner' })
    await expect
      .poll(() => rowOf(id))
      .toMatchObject({ machine_opens: 3, machine_clicks: 1, opens: 0, clicks: 0, first_open: null, first_click: null })
    await visit(link('o'))
    await visit(link('o'))
    await visit(link('c'))
    await expect.poll(() => rowOf(id)).toMatchObject({ opens: 2, clicks: 1, decline_clicks: 0, machine_opens: 3 })
    expect((await rowOf(id)).first_open).toEqual(app.clock())
  })

  test.each([
    ['yes', 'no', ['c', 'd'], 2],
    ['yes', 'unsubscribe', ['c', 'u'], 1],
    ['all links', 'twice', ['o', 'c', 'd', 'u', 'c', 'd'], 4],
  ] as const)('counts %s and %s within a minute as a machine’s', async (_one, _other, followed, machineClicks) => {
    const { id, link } = await mailFor()
    for (const letter of followed) await visit(link(letter))
    await expect
      .poll(() => rowOf(id))
      .toMatchObject({ clicks: 0, decline_clicks: 0, machine_clicks: machineClicks, opens: 0, first_open: null })
    expect(await statusOf(id)).toBe(7)
  })

  test('counts an action on the page as a person’s, before and after a machine’s', async () => {
    const { id, link, page } = await mailFor()
    await visit(link('c'))
    await visit(link('d'))
    await expect.poll(() => rowOf(id)).toMatchObject({ clicks: 0, decline_clicks: 0, machine_clicks: 2 })
    await submit(page, { press: 'submit' })
    expect(await rowOf(id)).toMatchObject({ clicks: 1, decline_clicks: 0, led_to_submission: true })
    await visit(link('d'))
    await expect.poll(() => rowOf(id)).toMatchObject({ clicks: 1, decline_clicks: 1 })
  })

  test('counts no click or submission for "Submitted" by staff, also when the employer pays', async () => {
    const token = await app.signIn(await app.createMember(organization, 'write'))
    const stats = async () => {
      const { templates: all } = await app.call(
        templates.listTemplates,
        { params: { id: organization, statusId: 7 } },
        { token },
      )
      return all[0]?.stats
    }
    const before = await stats()
    const { id } = await mailFor()
    const body = { donation_ids: [id], status: 'submitted' as const }
    await app.call(donationChanges.confirmDonations, { body }, { token })
    expect(await rowOf(id)).toMatchObject({ clicks: 0, led_to_submission: false })
    const after = await stats()
    expect([after?.sent, after?.confirm_clicked, after?.submitted]).toEqual([
      (before?.sent ?? 0) + 1,
      before?.confirm_clicked,
      before?.submitted,
    ])
    const other = await mailFor()
    await submit(other.page, { press: 'submit' })
    expect(await rowOf(other.id)).toMatchObject({ clicks: 1, led_to_submission: true })
    await submit(other.page, { press: 'undo' })
    expect(await rowOf(other.id)).toMatchObject({ clicks: 1, led_to_submission: false })
  })

  test('changes nothing for HEAD and GET of any link', async () => {
    const { id, link, page } = await mailFor()
    const suppressed = await app.query('SELECT * FROM suppressions')
    for (const path of [link('c'), link('d'), link('u'), page, `${page}?answer=no`, `${page}/wishes`])
      await fetch(`${app.address}${path}`, { method: 'HEAD', redirect: 'manual' })
    expect(await statusOf(id)).toBe(7)
    expect(await app.query('SELECT * FROM suppressions')).toEqual(suppressed)
    expect((await rowOf(id)).clicks).toBe(0)
  })

  test('counts requests within two seconds of sending as a machine’s, regardless of their user agent', async () => {
    const { id, link } = await mailFor()
    await app.query('UPDATE notifications SET sent_at = $2 WHERE donation_id = $1', [id, app.clock()])
    await visit(link('c'))
    await expect.poll(() => rowOf(id)).toMatchObject({ machine_clicks: 1, clicks: 0 })
  })
})

describe('unsubscribing', () => {
  test('works by the mail program’s one click, in both encodings and repeatedly, and ends the emails', async () => {
    const { email, link } = await mailFor()
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    const multipart = await fetch(`${app.address}${link('u')}`, { method: 'POST', body })
    expect(multipart.status).toBe(200)
    for (let index = 0; index < 9; index++) {
      const response = await submit(link('u'), { 'List-Unsubscribe': 'One-Click' })
      expect(response.status).toBe(200)
    }
    const next = await recordDonation(app, organization, { email, employer: 'Portal Works' })
    await expect.poll(async () => (await rowOf(next.id)).state).toBe('skipped')
    expect((await rowOf(next.id)).problem).toBe('The donor unsubscribed.')
    const elsewhere = await recordDonation(app, await app.createOrganization(), { email, employer: 'Portal Works' })
    await expect.poll(async () => (await rowOf(elsewhere.id)).state).toBe('sent')
  })

  test('can be limited to one gift and undone, but does not override staff’s settings', async () => {
    const { id, email, link } = await mailFor()
    const silenced = async () => (await app.query('SELECT silenced FROM donations WHERE id = $1', [id]))[0]
    expect(await (await visit(link('u'))).text()).toContain('Unsubscribe for this gift only')
    await submit(link('u'), { press: 'gift' })
    expect(await silenced()).toEqual({ silenced: true })
    expect((await eventsOf(id)).at(-1)).toEqual({ action: 'silence', actor: 'donor' })
    expect(await (await visit(link('u'))).text()).toContain('No more emails about this gift')
    expect(await app.query('SELECT 1 FROM suppressions WHERE email_key = $1', [email])).toEqual([])
    app.clock.advance({ days: 2 })
    const other = await recordDonation(app, organization, { email, employer: 'Portal Works' })
    await expect.poll(async () => (await rowOf(other.id)).state).toBe('sent')
    await submit(`${link('u')}/undo`, { press: 'gift' })
    expect(await silenced()).toEqual({ silenced: false })
    const token = await app.signIn(await app.createMember(organization, 'write'))
    await app.call(donationChanges.updateDonation, { params: { id }, body: { silenced: true } }, { token })
    await submit(`${link('u')}/undo`, { press: 'gift' })
    expect(await silenced()).toEqual({ silenced: true })
  })

  test('works by a click on the page and can be undone', async () => {
    const { email, link } = await mailFor()
    const page = await (await visit(link('u'))).text()
    expect(page).toContain('Unsubscribe')
    expect(page).not.toContain(email)
    expect((await submit(link('u'), { press: 'unsubscribe' })).headers.get('location')).toBe(link('u'))
    expect(await (await visit(link('u'))).text()).toContain('No more emails about matches')
    expect(await app.query('SELECT reason FROM suppressions WHERE email_key = $1', [email])).toEqual([
      { reason: 'unsubscribed' },
    ])
    await submit(`${link('u')}/undo`, { press: 'undo' })
    expect(await app.query('SELECT reason FROM suppressions WHERE email_key = $1', [email])).toEqual([])
  })
})

describe('the outbox of a machine without a mail server', () => {
  test('lists the emails, shows each as HTML, text and source, and runs nothing in it', async () => {
    const { email } = await mailFor({ name: 'Zoë <script>alert(1)</script>' })
    const list = await (await visit('/dev/outbox')).text()
    expect(list).toContain(email)
    const [, id] = /\/dev\/outbox\/(\d+)/.exec(list) ?? []
    const shown = await (await visit(`/dev/outbox/${id}`)).text()
    expect(shown).toContain('List-Unsubscribe-Post')
    expect(shown).toContain('Hello,')
    const html = await visit(`/dev/outbox/${id}/html`)
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox [^;]*;/)
    expect(html.headers.get('content-security-policy')).not.toContain('allow-scripts')
    const body = await html.text()
    expect(body).toContain('Hello,')
    expect(body).not.toContain('<script>')
    expect(await (await visit(`/dev/outbox/${id}/raw`)).text()).toMatch(/^Message-ID: /m)
    expect((await visit('/dev/outbox/999999')).status).toBe(404)
  })
})

describe('unknown facts', () => {
  test('asks the donor once about their relationship to an employer with different rules', async () => {
    const { id, page } = await mailFor({ employer: 'Two Ways' })
    const asked = await (await visit(page)).text()
    expect(asked).toContain('How are you connected to Two Ways?')
    expect(asked).toContain('up to $50.00')
    expect(asked).toContain('<span>1:1</span>')
    await submit(page, { press: 'employment', employment: 'retired' })
    const after = await (await visit(page)).text()
    expect(after).not.toContain('How are you connected to Two Ways?')
    expect(after).toContain('Two Ways could add $25.00')
    expect(after).toContain('<span>0.5:1</span>')
    expect(await statusOf(id)).toBe(7)
  })

  test('asks again after an answer that excludes the gift, in case of a mistake', async () => {
    const { id, page } = await mailFor({ employer: 'Two Ways' })
    await submit(page, { press: 'employment', employment: 'former' })
    expect(await statusOf(id)).toBe(11)
    const out = await (await visit(page)).text()
    expect(out).toContain('<option value="former" selected>')
    await submit(page, { press: 'employment', employment: 'employee' })
    expect(await statusOf(id)).toBe(7)
  })

  test('the email offers the form only if there is one', async () => {
    const policy = { method: 'mail', contact_address: '2 Mill Road\nDayton, OH 45402', ratio: '1:1' } as const
    await app.createCompanies([{ name: 'Formless Mill', policy }])
    const without = await mailFor({ employer: 'Formless Mill' })
    expect(without.statusId).toBe(6)
    expect(without.mail?.text).toContain('tells you where to get the form')
    expect(without.mail?.html).toContain('Show me what to do')
    expect(without.mail?.html).not.toContain('Show me the form')
    expect(await (await visit(without.page)).text()).not.toContain('Open the form')
    expect((await mailFor({ employer: 'Paper Mill' })).mail?.html).toContain('Show me the form')
  })

  test('lets a donor confirm that they sent the form to their employer', async () => {
    const { id, page, statusId } = await mailFor({ employer: 'Form Factory' })
    expect(statusId).toBe(25)
    const html = await (await visit(page)).text()
    for (const part of ['https://form-factory.example/form.pdf', 'I sent it']) expect(html).toContain(part)
    await submit(page, { press: 'submit' })
    expect(await statusOf(id)).toBe(4)
  })

  test('shows the platform’s steps for a company whose own address is unknown', async () => {
    const { id, mail, page, statusId } = await mailFor({ employer: 'Platform Partners' })
    expect(statusId).toBe(7)
    expect(mail?.text).toContain('Your page has the steps on Matchhub')
    const before = await (await visit(page)).text()
    expect(before).toContain('Platform Partners uses Matchhub')
    expect(before).not.toContain('COMPANY')
    await submit(page, { press: 'open' })
    expect(await statusOf(id)).toBe(28)
    const after = await (await visit(page)).text()
    for (const part of ['Sign in to Matchhub.', 'Choose Request Match.', 'I submitted it'])
      expect(after).toContain(part)
  })

  test('names no amount when the ratio is unknown', async () => {
    const { mail, page } = await mailFor({ employer: 'Quiet Ratio' })
    expect(mail?.subject).toBe('Quiet Ratio may match your gift')
    expect(mail?.text).toContain('It could match yours')
    expect(await (await visit(page)).text()).toContain('Quiet Ratio may match your gift')
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { mailSchedule, mails, sendingAddress } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publicKeyOf } from '../../../platform/mail/dns-records.ts'
import { type DueMail, runOutbox } from '../../../platform/mail/outbox.ts'
import {
  type FakeDnsServer,
  type FakeMailServer,
  settableClock,
  startFakeDnsServer,
  startFakeMailServer,
  startTestApp,
  type TestApp,
  verifyDkim,
} from '../../../testing/index.ts'
import { notificationQueue } from '../notifications/donor-mails/notification-queue.ts'
import { recordDonation, testCompanies } from '../notifications/record-donation.testing.ts'
import { recheckDns } from './recheck-dns.ts'

const start = '2026-06-15T14:00:00Z'
const clock = settableClock(start)
const product = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' })
const dkim = { selector: 'product1', privateKey: product.toString() }

let smtp: FakeMailServer
let dns: FakeDnsServer
let app: TestApp
let number = 0
beforeAll(async () => {
  smtp = await startFakeMailServer()
  dns = await startFakeDnsServer()
  const mail = {
    smtpUrl: smtp.url,
    mailAllow: ['example.org'],
    mailFrom: 'Twofold <matches@twofold.test>',
    mailDelaySeconds: 0,
  }
  const config = {
    ...mail,
    dkim,
    mailSpf: 'include:spf.provider.example',
    dnsServers: [dns.address],
    warmUp: { ladder: [3, 6, 50], isOfProduct: false },
  }
  app = await startTestApp({ clock, config })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
  await dns.stop()
})
beforeEach(async () => {
  clock.set(start)
  dns.behave('answer')
  await app.query('DELETE FROM rate_limits')
})

type Line = sendingAddress.DnsRecord

async function riverbend(columns: Record<string, unknown> = {}) {
  const id = await app.createOrganization({ name: 'Riverbend', ...columns })
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const at = { params: { id } }
  const domain = `river${++number}.example.org`
  const choose = (address: string) =>
    app.call(sendingAddress.chooseSendingAddress, { ...at, body: { address } }, { token })
  const check = () => app.call(sendingAddress.checkSendingAddress, { ...at, body: {} }, { token })
  return { id, token, at, domain, choose, check }
}

const stateOf = ({ lines }: { readonly lines: readonly Line[] }) =>
  Object.fromEntries(lines.map(({ what, state }) => [what, state]))
const publish = (lines: readonly Line[]) => {
  for (const { name, value } of lines) dns.set(name, value)
}

async function mailTo(organization: number) {
  const email = `donor${++number}@example.org`
  await recordDonation(app, organization, { email, employer: 'Portal Works' })
  const mail = () => smtp.mails.find(({ to }) => to.includes(email))
  await expect.poll(() => mail()?.raw).toBeDefined()
  const received = mail()
  if (!received) throw new Error('no mail came')
  return received
}
const keyOf = (lines: readonly Line[]) => /p=(.+)$/.exec(lines[0]?.value ?? '')?.[1] ?? ''

describe('an address at an organization’s own domain', () => {
  test('is used and signed with its own key only once its DNS records exist', async () => {
    const { id, domain, choose, check } = await riverbend()
    const chosen = await choose(`Giving@${domain.toUpperCase()}`)
    expect(chosen).toMatchObject({
      address: `giving@${domain}`,
      is_used: false,
      product_address: 'matches@twofold.test',
    })
    expect(stateOf(chosen)).toEqual({ dkim: 'unchecked', spf: 'unchecked', dmarc: 'unchecked' })

    const before = await mailTo(id)
    expect(before.parsed.from?.address).toBe('matches@twofold.test')
    expect(verifyDkim(before.raw, publicKeyOf(dkim.privateKey))).toMatchObject({
      domain: 'twofold.test',
      selector: 'product1',
    })

    expect(stateOf(await check())).toEqual({ dkim: 'missing', spf: 'missing', dmarc: 'missing' })
    publish(chosen.lines)
    const checked = await check()
    expect(checked).toMatchObject({ is_used: true, checked_at: '2026-06-15T14:00:00.000Z' })
    expect(stateOf(checked)).toEqual({ dkim: 'found', spf: 'found', dmarc: 'found' })

    const mail = await mailTo(id)
    expect(mail.parsed.from?.address).toBe(`giving@${domain}`)
    expect(mail.from).toBe('matches@twofold.test') // bounces must reach us
    expect(mail.parsed.messageId).toMatch(/@twofold\.test>$/)
    const { domain: signedBy, covers } = verifyDkim(mail.raw, keyOf(chosen.lines))
    expect(signedBy).toBe(domain)
    for (const name of ['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']) expect(covers).toContain(name)
    expect(() => verifyDkim(mail.raw.replace('Subject:', 'Subject: Not '), keyOf(chosen.lines))).toThrow('header')
  })

  test('applies to chapters, and removing it restores the portal’s address', async () => {
    const { id, domain, at, token, choose, check } = await riverbend()
    publish((await choose(`giving@${domain}`)).lines)
    await check()
    const chapter = await app.createOrganization({ name: 'Chapter', type: 'chapter', parent_id: id })
    expect((await mailTo(chapter)).parsed.from?.address).toBe(`giving@${domain}`)
    const removed = await app.call(sendingAddress.removeSendingAddress, at, { token })
    expect(removed).toMatchObject({ address: null, is_used: false, lines: [] })
    expect((await mailTo(chapter)).parsed.from?.address).toBe('matches@twofold.test')
    expect(await app.query('SELECT FROM sending_addresses WHERE organization_id = $1', [id])).toEqual([])
  })

  test('reports missing, different and unknown DNS records line by line', async () => {
    const { domain, choose, check } = await riverbend()
    const { lines } = await choose(`giving@mail.${domain}`)
    dns.set(lines[0]?.name ?? '', 'v=DKIM1; k=rsa; p=c29tZWJvZHkgZWxzZQ==')
    dns.set(`mail.${domain}`, 'google-site-verification=1', 'v=spf1 include:_spf.other.example -all')
    dns.set(`_dmarc.${domain}`, 'v=DMARC1; p=quarantine') // of the parent domain
    const checked = await check()
    expect(checked.is_used).toBe(false)
    expect(stateOf(checked)).toEqual({ dkim: 'different', spf: 'different', dmarc: 'found' })
    expect(checked.lines[0]?.found).toEqual(['v=DKIM1; k=rsa; p=c29tZWJvZHkgZWxzZQ=='])
    expect(checked.lines[1]).toMatchObject({
      value: 'v=spf1 include:spf.provider.example include:_spf.other.example -all',
      found: ['v=spf1 include:_spf.other.example -all'],
    })
    // A key split by whitespace is equivalent.
    dns.set(lines[0]?.name ?? '', (lines[0]?.value ?? '').replace(/(p=.{50})/, '$1 '))
    dns.set(`mail.${domain}`, 'v=spf1 include:spf.provider.example -all', 'v=spf1 -all')
    expect(stateOf(await check())).toEqual({ dkim: 'found', spf: 'different', dmarc: 'found' })
    dns.behave('fail')
    expect(stateOf(await check())).toEqual({ dkim: 'unknown', spf: 'unknown', dmarc: 'unknown' })
  })

  test('is checked every twelve hours: a DNS outage changes nothing, missing records do', async () => {
    const { id, domain, choose, check } = await riverbend()
    const { lines } = await choose(`giving@${domain}`)
    publish(lines)
    await check()
    const used = () => app.query('SELECT mail_from_address AS used FROM organizations WHERE id = $1', [id])
    clock.set('2026-06-16T03:00:00Z')
    dns.behave('fail')
    await recheckDns(app.platform)
    expect(await used()).toEqual([{ used: `giving@${domain}` }])
    clock.set('2026-06-16T16:00:00Z')
    dns.behave('answer')
    dns.set(lines[0]?.name ?? '')
    await recheckDns(app.platform)
    expect(await used()).toEqual([{ used: '' }])
    const asked = dns.asked.length
    await recheckDns(app.platform)
    expect(dns.asked).toHaveLength(asked)
  })

  test('keeps its records at the same domain; another domain gets a new key', async () => {
    const { domain, choose, check } = await riverbend()
    const first = await choose(`giving@${domain}`)
    publish(first.lines)
    await check()
    expect(await choose(`matching@${domain}`)).toMatchObject({ address: `matching@${domain}`, is_used: true })
    const other = await choose(`giving@other-${domain}`)
    expect(other).toMatchObject({ is_used: false, checked_at: null })
    expect(keyOf(other.lines)).not.toBe(keyOf(first.lines))
  })

  test.each([
    'giving@gmail.com',
    'giving@mail.internal',
    'giving@localhost',
    'a b@example.org',
    'x@example.org\r\nBcc: y@z.org',
  ])('cannot be %j', async (address) => {
    const { at, token } = await riverbend()
    expect(
      (await app.sendRoute(sendingAddress.chooseSendingAddress, { ...at, body: { address } }, { token })).status,
    ).toBe(422)
  })

  test('keeps its key sealed and private', async () => {
    const { id, domain, at, token, choose } = await riverbend()
    await choose(`giving@${domain}`)
    expect(JSON.stringify(await app.call(sendingAddress.getSendingAddress, at, { token }))).not.toMatch(
      /private|sealed/i,
    )
    const [row] = await app.query<{ private_key_sealed: string }>(
      'SELECT private_key_sealed FROM sending_addresses WHERE organization_id = $1',
      [id],
    )
    expect(row?.private_key_sealed).toMatch(/^k1\.[\w-]+$/)
  })
})

describe('a domain that is new to sending', () => {
  async function family() {
    const parent = await riverbend()
    publish((await parent.choose(`giving@${parent.domain}`)).lines)
    await parent.check()
    const chapter = await app.createOrganization({ name: 'Chapter', type: 'chapter', parent_id: parent.id })
    const [label = ''] = parent.domain.split('.')
    const taken = async (places?: number) => {
      if (places !== undefined)
        await app.query('UPDATE sending_domains SET taken = $2 WHERE domain = $1', [parent.domain, places])
      const rows = await app.query<{ taken: number }>('SELECT taken FROM sending_domains WHERE domain = $1', [
        parent.domain,
      ])
      return rows[0]?.taken
    }
    const asked = async () => ({ token: await app.signIn(await app.createMember(parent.id, 'write')) })
    const givers = async (organization: number, names: readonly string[]) => {
      for (const name of names) {
        const email = `${name}-${label}@example.org`
        await recordDonation(app, organization, { email, employer: 'Portal Works' })
      }
    }
    const arrived = () => smtp.mails.flatMap(({ to }) => to).filter((to) => to.endsWith(`-${label}@example.org`))
    return { ...parent, label, chapter, taken, asked, givers, arrived }
  }
  const waiting = (ids: readonly number[]) =>
    app.query<{ problem: string; due: boolean }>(
      `SELECT problem, send_at <= $2 AS due FROM notifications
       WHERE organization_id = ANY ($1) AND kind IN ('initial', 'deadline') AND state IN ('queued', 'sending')`,
      [ids, clock()],
    )
  const names = (to: readonly string[]) => to.map((address) => address.split('-')[0])

  test('sends a few emails a day as predicted, moved warnings first, and never more after a crash', async () => {
    const { id, at, chapter, taken, asked, givers, arrived } = await family()
    const second = runOutbox(app.platform, notificationQueue(app.platform))
    try {
      await taken(3)
      await givers(id, ['p1', 'p2', 'p3', 'p4', 'p5'])
      await givers(chapter, ['c1', 'c2', 'c3'])
      const put = async () => (await waiting([id, chapter])).filter(({ due }) => !due)
      await expect.poll(async () => (await put()).length).toBe(8)
      for (const { problem } of await put())
        expect(problem).toMatch(/^river\S+ is new to sending email, so at most 3 emails go out today\./)
      await app.query(
        `UPDATE notifications n SET kind = 'deadline', send_at = send_at - interval '1 minute' FROM donors p
         WHERE p.organization_id = n.organization_id AND p.id = n.donor_id AND p.email LIKE 'p5-%' AND n.organization_id = $1`,
        [id],
      )
      const { review } = await app.call(mails.getWaitingMails, { ...at, query: {} }, await asked())
      expect(review).toMatchObject({
        mails: 7,
        warm_up: {
          by_day: [
            { day: '2026-06-16', mails: 5 },
            { day: '2026-06-17', mails: 2 },
          ],
        },
      })
      const { mails: scheduled } = await app.call(mailSchedule.getMailSchedule, { ...at, query: {} }, await asked())
      expect(scheduled.map(({ why_waits }) => why_waits)).toEqual(Array(8).fill('warm_up'))
      const late = scheduled.filter(({ send_at }) => send_at.startsWith('2026-06-17'))
      expect(names(late.map(({ donor_email }) => donor_email)).sort()).toEqual(['c2', 'c3'])

      clock.set('2026-06-16T14:00:00Z')
      // Workers send emails due at the same time in any order, except that the warning is first.
      await expect.poll(() => arrived().length).toBe(6)
      expect(names(arrived())).toContain('p5')
      await expect.poll(async () => (await waiting([id, chapter])).length).toBe(2)
      expect(await taken()).toBe(6)
      const shown = await app.call(sendingAddress.getSendingAddress, at, await asked())
      expect(shown.warm_up).toEqual({ limit: 6, sent: 6, next_limit: 50 })
      // One was sent, and its worker died before marking it: the retry counts for another day.
      await app.query(
        `UPDATE notifications SET state = 'sending', sent_at = NULL, locked_until = now() - interval '1 second'
         WHERE id = (SELECT max(id) FROM notifications WHERE organization_id = $1 AND state = 'sent' AND kind = 'initial')`,
        [chapter],
      )
      await expect.poll(async () => (await put()).length).toBe(3)
      expect(arrived()).toHaveLength(6)

      clock.set('2026-06-17T14:00:00Z')
      await expect.poll(() => arrived().length).toBe(9)
      expect(new Set(arrived()).size).toBe(8)
      expect(await taken()).toBe(3)
    } finally {
      await second.stop()
    }
  })

  test('predicts emails to one person a day apart, even if its limit moves the first to the day of the second', async () => {
    const { id, at, label, taken, asked, givers } = await family()
    await taken(3)
    await givers(id, ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
    for (const employer of ['Portal Works', 'No Match Inc'])
      await recordDonation(app, id, { email: `twice-${label}@example.org`, employer })
    const put = async () => (await waiting([id])).filter(({ due }) => !due)
    await expect.poll(async () => (await put()).length).toBe(8)
    const { mails: scheduled } = await app.call(mailSchedule.getMailSchedule, { ...at, query: {} }, await asked())
    const theirs = scheduled.filter(({ donor_email }) => donor_email.startsWith('twice-'))
    expect(theirs.map(({ send_at }) => send_at.slice(0, 10))).toEqual(['2026-06-17', '2026-06-18'])
    await app.query("DELETE FROM notifications WHERE organization_id = $1 AND state <> 'sent'", [id])
  })

  test('does not count an email rejected by the mail server', async () => {
    const { id, label, taken, givers, arrived } = await family()
    smtp.behave('later', `later-${label}@example.org`)
    await givers(id, ['later'])
    await expect.poll(async () => (await waiting([id]))[0]?.problem).toContain('try again later')
    expect(await taken()).toBe(0)
    smtp.behave('accept', `later-${label}@example.org`)
    clock.set('2026-06-15T14:01:00Z')
    await expect.poll(arrived).toHaveLength(1)
    expect(await taken()).toBe(1)
  })

  test('is not locked while the file of a logo is read', async () => {
    const ours = await family()
    await ours.taken(3)
    await ours.givers(ours.id, ['logo'])
    await expect.poll(async () => (await waiting([ours.id]))[0]?.due).toBe(false)
    const [due] = await app.query<DueMail>(
      `UPDATE notifications SET state = 'sending', attempts = attempts + 1, locked_until = 'infinity'
       WHERE organization_id = $1 AND kind = 'initial'
       RETURNING id::int, organization_id::int, attempts, message_id`,
      [ours.id],
    )
    if (!due) throw new Error('no email waits')
    await app.query('UPDATE organizations SET file_logo = $2 WHERE id = $1', [ours.id, `${'s'.repeat(32)}.png`])
    await ours.taken(0)
    const whileRead: unknown[] = []
    const read = async () => {
      const free = 'SELECT domain FROM sending_domains WHERE domain = $1 FOR UPDATE NOWAIT'
      whileRead.push(await app.query(free, [ours.domain]).catch((error: Error) => error.message))
      throw new Error('silent')
    }
    const { prepare } = notificationQueue({ ...app.platform, files: { ...app.platform.files, read } })
    expect(await prepare(due)).toMatchObject({ mail: { subject: expect.anything() } })
    expect(whileRead).toEqual([[{ domain: ours.domain }]])
    expect(await ours.taken()).toBe(1)
  })
})

import { auth, contact, members } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueDisabledMails } from '../features/accounts/webhooks/deliveries.queries.ts'
import { planDigests } from '../features/donations/digests/index.ts'
import { recordDonation, testCompanies } from '../features/email/notifications/record-donation.testing.ts'
import { acrossOrganizations } from '../platform/database/database.ts'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../testing/index.ts'

type ReceivedMail = FakeMailServer['mails'][number]

// Each kind of email must meet the requirements of mailbox providers.

const hostile = 'Ann "the <b>" Müller & Söhne 🎁 \u202eevil\r\nBcc: victim@example.org'
const sanitized = 'Ann "the <b>" Müller & Söhne 🎁 evil Bcc: victim@example.org'

let smtp: FakeMailServer
let app: TestApp
let organization: number

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    clock: settableClock('2026-10-26T13:30:00Z'), // Monday morning
    config: {
      smtpUrl: smtp.url,
      mailAllow: ['example.org'],
      mailFrom: 'Twofold <mails@twofold.test>',
      mailDelaySeconds: 0,
      publicUrl: 'https://twofold.test',
      supportEmail: 'support@example.org',
    },
  })
  await app.createCompanies(testCompanies)
  organization = await app.createOrganization({ name: hostile, contact_email: 'digest@example.org' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

async function nextMailTo(address: string, cause: () => Promise<unknown>): Promise<ReceivedMail> {
  const mails = () => smtp.mails.filter(({ to }) => to.includes(address))
  const before = mails().length
  await cause()
  await expect.poll(() => mails().length).toBe(before + 1)
  const mail = mails().at(-1)
  if (!mail) throw new Error('no mail came')
  return mail
}

const header = (mail: ReceivedMail, name: string) => mail.parsed.headers.find(({ key }) => key === name)?.value

function looksRight(mail: ReceivedMail, address: string): void {
  expect(mail.to).toEqual([address])
  expect(header(mail, 'bcc')).toBeUndefined()
  expect(Buffer.byteLength(mail.raw)).toBeLessThan(102_000)
  expect(new Date(header(mail, 'date') ?? '').toISOString()).toBe(app.clock().toISOString())
  expect(mail.parsed.messageId).toMatch(/^<[0-9a-f-]{36}@twofold\.test>$/)
  expect(mail.parsed.from?.address).toBe('mails@twofold.test')
  expect(header(mail, 'auto-submitted')).toBe('auto-generated')
  expect(mail.raw).toMatch(/^Content-Type: multipart\/alternative/m)
  // Longer or non-ASCII lines are broken or rejected in transit.
  for (const line of mail.raw.split('\r\n')) expect(line.length).toBeLessThan(999)
  expect(/^[\p{ASCII}]*$/u.test(mail.raw)).toBe(true)
  const { text = '', html = '', subject = '' } = mail.parsed
  for (const part of [text, html, subject]) {
    expect(part).not.toMatch(/\[\[|\bundefined\b|\bNaN\b|\ufffd/)
    expect(part).not.toContain('\u202e')
  }
  expect(`${subject} ${text}`).not.toMatch(/[{}]/)
  expect(subject).not.toMatch(/\p{Cc}/u)
  expect(html).not.toContain('<b>')
  expect(html).toMatch(/<html lang="en/)
  expect(text).toMatch(/You’re getting this email/)
  expect(html).toMatch(/You’re getting this email/)
  // The text part contains all links of the HTML part.
  for (const [, link] of html.matchAll(/<a [^>]*href="([^"]+)"/g))
    expect(text).toContain(link?.replaceAll('&amp;', '&'))
  for (const [image] of html.matchAll(/<img [^>]*>/g)) expect(image).toMatch(/ alt="/)
}

describe('requested emails, and emails about an account', () => {
  const person = () => app.createUser()
  const kinds: readonly (readonly [string, () => Promise<{ address: string; cause: () => Promise<unknown> }>])[] = [
    [
      'the link for a new password',
      async () => {
        const { email } = await person()
        return { address: email, cause: () => app.call(auth.forgotPassword, { body: { email } }) }
      },
    ],
    [
      'the link for signing in',
      async () => {
        const { email } = await person()
        return { address: email, cause: () => app.sendRoute(auth.requestMagicLink, { body: { email } }) }
      },
    ],
    ['an invitation', async () => ({ address: 'new@example.org', cause: () => invite('new@example.org') })],
    [
      'an invitation of somebody who has an account',
      async () => {
        const { email } = await person()
        return { address: email, cause: () => invite(email) }
      },
    ],
    [
      'a message of the contact form',
      async () => ({
        address: 'support@example.org',
        cause: () =>
          app.call(contact.sendMessage, {
            body: {
              name: 'Dana <Donor>',
              email: 'dana@example.org',
              subject: 'A “question” 🎁',
              message: 'Hello\nthere',
            },
          }),
      }),
    ],
    [
      'a webhook that was switched off',
      async () => {
        const { email } = await app.createMember(organization, 'admin')
        await app.query(
          'DELETE FROM members WHERE organization_id = $1 AND user_id <> (SELECT id FROM users WHERE email = $2)',
          [organization, email],
        )
        return { address: email, cause: switchOff }
      },
    ],
  ]
  test.each(kinds)("%s is sent in the product's name, and cannot be unsubscribed from", async (_, prepare) => {
    const { address, cause } = await prepare()
    const mail = await nextMailTo(address, cause)
    looksRight(mail, address)
    expect(mail.parsed.from?.name).toBe('Twofold')
    expect(header(mail, 'list-unsubscribe')).toBeUndefined()
    expect(header(mail, 'list-id')).toBeUndefined()
    expect(mail.parsed.text).toContain('Questions: support@example.org')
  })

  async function invite(email: string) {
    const admin = await app.createMember(organization, 'admin')
    const token = await app.signIn(admin)
    await app.call(
      members.setPermission,
      // Names that contain an address are refused, so this only tests the header.
      { body: { org_id: organization, email, level: 'read', name: hostile.replace('@example.org', '') } },
      { token },
    )
  }

  async function switchOff() {
    const [row] = await app.query<{ id: string }>(
      `INSERT INTO webhooks (organization_id, url, token_sealed, secret_sealed, created_at) VALUES ($1, 'example.org/hook', 'x', 'x', now()) RETURNING id`,
      [organization],
    )
    const due = { organizationId: organization, webhookId: Number(row?.id) }
    await acrossOrganizations(app.platform.database, (db) =>
      // the email only uses these two properties
      queueDisabledMails(db, due as Parameters<typeof queueDisabledMails>[1], 'Ten deliveries failed.', app.clock()),
    )
  }
})

describe('emails to donors', () => {
  const gifts: readonly (readonly [number, Omit<Parameters<typeof recordDonation>[2], 'email'>])[] = [
    [6, { employer: 'Paper Mill' }],
    [7, { employer: 'Portal Works' }],
    [8, { employer: 'Letter Lane' }],
    [25, { employer: 'Form Factory' }],
    [10, { employer: 'Portal Works', amountCents: 1_000 }],
    [19, { employer: 'No Match Inc' }],
    [23, {}],
    [24, { employer: 'Portal Works', optIn: true }],
  ]
  test.each(gifts)(
    'status %i has an unsubscribe link, a list header, the postal address, and the organization’s name',
    async (status, gift) => {
      const email = `donor${status}@example.org`
      const mail = await nextMailTo(email, async () => {
        expect((await recordDonation(app, organization, { email, name: hostile, ...gift })).statusId).toBe(status)
      })
      looksRight(mail, email)
      expect(mail.parsed.from?.name).toBe(sanitized)
      expect(mail.parsed.to?.[0]).toMatchObject({ name: sanitized, address: email })
      expect(mail.raw).toMatch(/^List-Unsubscribe: <https:\/\/twofold\.test\/m\/u\/[^\s>]+>\r?$/m)
      expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(header(mail, 'list-id')).toBe(`<organization-${organization}.matches.twofold.test>`)
      for (const part of [mail.parsed.text, mail.parsed.html])
        expect(part).toContain('1 River Road, Springfield, IL 62701')
    },
  )
})

test("the weekly email has an unsubscribe link, and is sent in the product's name", async () => {
  await recordDonation(app, organization, {
    email: 'giver@example.org',
    name: hostile,
    employer: 'Portal Works',
    day: '2026-10-20',
  })
  // The week may have been planned before it had any content.
  await app.query('DELETE FROM digests')
  await app.query('DELETE FROM digest_weeks')
  const mail = await nextMailTo('digest@example.org', () => planDigests(app.platform))
  looksRight(mail, 'digest@example.org')
  expect(mail.parsed.from?.name).toBe('Twofold')
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header(mail, 'list-id')).toBe(`<organization-${organization}.digest.twofold.test>`)
})

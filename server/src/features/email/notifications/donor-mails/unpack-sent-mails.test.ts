import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../testing/index.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'
import { unpackSentMails } from './unpack-sent-mails.ts'

test('rewrites sent emails stored as bytes', async () => {
  const app = await startTestApp({ config: { role: 'web' } })
  try {
    await app.createCompanies(testCompanies)
    const organization = await app.createOrganization()
    await recordDonation(app, organization, { email: 'ann@example.org', employer: 'Portal Works' })
    const body = deflateSync(JSON.stringify({ from: 'River', replyTo: 'a@example.org', html: '<p>Hi</p>', text: 'Hi' }))
    await app.query(
      `INSERT INTO sent_mails (organization_id, notification_id, body)
       SELECT organization_id, id, $2 FROM notifications WHERE organization_id = $1`,
      [organization, body],
    )
    await unpackSentMails(app.platform)
    expect(await app.query('SELECT body, sender, reply_to, html, text FROM sent_mails')).toEqual([
      { body: null, sender: 'River', reply_to: 'a@example.org', html: '<p>Hi</p>', text: 'Hi' },
    ])
  } finally {
    await app.stop()
  }
})

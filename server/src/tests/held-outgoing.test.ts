import { outgoing, webhooks } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { claimDue } from '../features/accounts/webhooks/deliveries.queries.ts'
import { createMailboxRound } from '../features/email/delivery/report-mailbox.ts'
import { createBillingRound } from '../features/money/billing/run-billing.ts'
import { acrossOrganizations } from '../platform/database/database.ts'
import { type FakeImapServer, startFakeImapServer, startTestApp, type TestApp } from '../testing/index.ts'

// OUTGOING=paused holds emails too: see `outgoing.routes.test.ts`. No worker runs here; each test runs its rounds.

let app: TestApp
let imap: FakeImapServer
let superToken: string
beforeAll(async () => {
  imap = await startFakeImapServer()
  app = await startTestApp({ config: { role: 'web', outgoing: 'paused' } })
  superToken = await app.signIn(await app.createUser({ isSuper: true }))
})
afterAll(async () => {
  await app.stop()
  await imap.stop()
})

test('OUTGOING=paused holds webhooks, charges and the mailbox of reports until a super user releases them', async () => {
  const id = await app.createOrganization()
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const made = await app.call(webhooks.createWebhook, { params: { id }, body: {} }, { token })
  const params = { id: made.webhooks[0]?.id ?? 0 }
  await app.call(
    webhooks.updateWebhook,
    { params, body: { webhook: { url: 'https://hooks.example.org/twofold' } } },
    { token },
  )
  await app.call(webhooks.sendTestEvent, { params, body: {} }, { token })
  const busy = { webhooks: [], organizations: [], hosts: [] }
  const claimed = () =>
    acrossOrganizations(app.platform.database, (db) => claimDue(db, { now: app.clock(), limit: 10, busy }))

  let collected = 0
  const bill = createBillingRound(app.platform, { collect: async () => void collected++ })

  const { bounceMailbox } = readConfig({ NODE_ENV: 'test', BOUNCE_MAILBOX: imap.url })
  if (!bounceMailbox) throw new Error('no mailbox')
  const readMailbox = createMailboxRound(app.platform, bounceMailbox)
  imap.put('From: dana@example.org\r\n\r\nHello')

  const round = async () => {
    await bill(new AbortController().signal)
    await readMailbox()
    return { claimed: (await claimed()).length, collected, unread: imap.unread() }
  }
  expect(await round()).toEqual({ claimed: 0, collected: 0, unread: 1 })
  await app.call(outgoing.releaseOutgoing, {}, { token: superToken })
  expect(await round()).toEqual({ claimed: 1, collected: 1, unread: 0 })
})

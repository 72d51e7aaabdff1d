import { donations, publicMatch } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { moveMatches } from '../../matches/matches/index.ts'
import { uploader } from './uploads.testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.createCompanies([
    { name: 'Quillon', policy: csr },
    { name: 'Tinsel', policy: { ...csr, min_amount_cents: 10_000 } },
  ])
})
afterAll(() => app.stop())
// All requests of these tests come from one client address.
beforeEach(() => app.query('DELETE FROM rate_limits'))

const day = '2026-06-10'
const csr = { program: 'yes', method: 'csr', submission_url: 'https://q.example', ratio: '1:1' }
const header = 'Transaction ID,Date,Donor Name,Donor Email,Amount,Company Name,Appeal'
const row = (id: string, email: string, amount = '50.00', appeal = '') =>
  `${id},${day},Dana Donor,${email},${amount},Quillon,${appeal}`
const file = (...rows: readonly string[]) => ({ name: 'gifts.csv', bytes: `${[header, ...rows].join('\n')}\n` })

async function organization() {
  const uploads = await uploader(app)
  const found = async (filters: Record<string, string>) =>
    (
      await app.call(
        donations.listDonations,
        { params: { id: uploads.id }, query: { filters } },
        { token: uploads.token },
      )
    ).donations
  return {
    ...uploads,
    /** Number of confirmed gifts and unconfirmed requests. */
    ask: (email: string, employer = 'Quillon') =>
      app.call(publicMatch.requestMatch, {
        params: { organization: String(uploads.id) },
        body: { name: 'Dana Donor', email, amount: 50, date: day, employer },
      }),
    listed: async () => [...(await found({})), ...(await found({ unconfirmed: 'yes' }))],
  }
}

it('a gift requested by its donor gets the transaction ID of an upload and counts once', async () => {
  const { ask, listed, test, upload } = await organization()
  await ask('dana@example.org')
  const [asked] = await listed()
  const gifts = file(row('t-1', 'Dana@Example.org', '50.00', 'Spring'))
  expect((await test(gifts)).review).toMatchObject({ gifts: 0, unchanged: 1, amount_sum: 0 })
  expect(await upload(gifts)).toMatchObject({ accepted: 0, unchanged: 1, rejected: 0 })
  const [kept, ...others] = await listed()
  expect(others).toEqual([])
  expect(asked).toMatchObject({ unconfirmed: true, status_id: 24 })
  expect(kept).toMatchObject({ id: asked?.id, transaction_id: 't-1', unconfirmed: false, status_id: 7 })
  expect(kept?.custom).toMatchObject({ source: 'Match request on the public page', appeal: 'Spring' })
  const events = await app.query('SELECT action, actor FROM donation_events WHERE donation_id = $1 ORDER BY id', [
    kept?.id,
  ])
  expect(events).toEqual([
    { action: 'create', actor: 'donor' },
    { action: 'identified', actor: 'import' },
    { action: 'confirm', actor: 'import' },
  ])
})

it('is found in a large file whose other donors are new', async () => {
  const { id, ask, upload } = await organization()
  const others = Array.from({ length: 150 }, (_, n) => row(`many-${n}`, `many${n}@example.org`))
  expect(await upload(file(...others.slice(0, 120)))).toMatchObject({ accepted: 120, unchanged: 0 })
  await ask('dana@example.org')
  const gifts = file(...others, row('many-asked', 'dana@example.org'))
  expect(await upload(gifts)).toMatchObject({ accepted: 30, unchanged: 121, rejected: 0 })
  const kept = await app.query(
    `SELECT d.transaction_id, d.identified_by IS NOT NULL AS identified FROM donations d JOIN donors p ON p.id = d.donor_id
     WHERE d.organization_id = $1 AND p.email = 'dana@example.org'`,
    [id],
  )
  expect(kept).toEqual([{ transaction_id: 'many-asked', identified: true }])
  const [counted] = await app.query(
    `SELECT (SELECT count(*)::int FROM donors WHERE organization_id = $1) AS donors,
       (SELECT count(*)::int FROM donations WHERE organization_id = $1) AS gifts`,
    [id],
  )
  expect(counted).toEqual({ donors: 151, gifts: 151 })
})

it('repeating the file, a file without IDs, and the request adds nothing', async () => {
  const { ask, listed, upload } = await organization()
  await ask('again@example.org')
  const gifts = file(row('t-2', 'again@example.org'))
  await upload(gifts)
  expect(await upload(gifts)).toMatchObject({ accepted: 0, unchanged: 1 })
  expect(await upload(file(row('', 'again@example.org')))).toMatchObject({ accepted: 0, unchanged: 1 })
  await ask('again@example.org')
  expect(await listed()).toHaveLength(1)
})

it('accepts only one of two equal gifts of a day as the request', async () => {
  const { ask, listed, upload } = await organization()
  await ask('two@example.org')
  const gifts = file(row('t-3', 'two@example.org'), row('t-4', 'two@example.org'), row('t-5', 'two@example.org', '51'))
  expect(await upload(gifts)).toMatchObject({ accepted: 2, unchanged: 1 })
  expect((await listed()).map(({ transaction_id }) => transaction_id).sort()).toEqual(['t-3', 't-4', 't-5'])
})

it('does not count a deleted gift as a new one', async () => {
  const { ask, listed, upload } = await organization()
  await ask('gone@example.org')
  await app.query('UPDATE donations SET deleted_at = now() WHERE id = $1', [(await listed())[0]?.id])
  expect(await upload(file(row('t-6', 'gone@example.org')))).toMatchObject({ accepted: 1, unchanged: 0 })
  expect(await listed()).toHaveLength(1)
})

it('loses the ID when the upload is undone, and a corrected upload finds it', async () => {
  const { ask, listed, upload, undo } = await organization()
  await ask('undo@example.org')
  const wrong = await upload(file(row('t-7', 'undo@example.org'), row('t-8', 'other@example.org')))
  await undo(wrong.id)
  expect((await listed()).map(({ transaction_id }) => transaction_id)).toEqual([null])
  await upload(file(row('t-9', 'undo@example.org')))
  expect((await listed()).map(({ transaction_id }) => transaction_id)).toEqual(['t-9'])
})

it('a simultaneous request and upload are one gift, in either order', async () => {
  const { ask, listed, send, ended, test } = await organization()
  for (let round = 0; round < 4; round++) {
    const email = `race${round}@example.org`
    const gifts = file(row(`r-${round}`, email))
    const fields = { map: JSON.stringify((await test(gifts)).map) }
    const [sent] = await Promise.all([send(gifts, fields), ask(email), ask(email)])
    await ended(sent.id)
  }
  // If the upload was first, the request changed nothing; otherwise the upload added the id.
  expect((await listed()).map(({ transaction_id }) => transaction_id).sort()).toEqual(['r-0', 'r-1', 'r-2', 'r-3'])
})

it('a gift is found by the transaction ID in its donation form, on any day, and only for its donor', async () => {
  const { id, listed, upload } = await organization()
  const form = { name: 'Dana Donor', amount: 50, employer: 'Quillon', from: 'widget', transaction_id: 'web-7' } as const
  const ask = (email: string, date: string, more: object = {}) =>
    app.call(publicMatch.requestMatch, {
      params: { organization: String(id) },
      body: { ...form, email, date, ...more },
    })
  await ask('form@example.org', '2026-06-11')
  expect(await listed()).toMatchObject([{ transaction_id: null }]) // a form is not proof
  expect(await upload(file(row('web-7', 'form@example.org')))).toMatchObject({ accepted: 0, unchanged: 1 })
  const [one, ...others] = await listed()
  expect(others).toEqual([])
  expect(one).toMatchObject({ transaction_id: 'web-7', donor_name: 'Dana Donor' })
  await ask('form@example.org', '2026-06-09')
  expect(await listed()).toHaveLength(1)

  // A stranger who enters the transaction id of a later gift does not affect it.
  await ask('stranger@example.org', day, { transaction_id: 'web-8' })
  expect(await upload(file(row('web-8', 'real@example.org')))).toMatchObject({ accepted: 1, unchanged: 0 })
  const gifts = await listed()
  expect(gifts.filter(({ transaction_id }) => transaction_id === 'web-8')).toMatchObject([
    { donor: { email: 'real@example.org' } },
  ])
  // A forged amount is another gift, which the file does not change.
  await ask('real@example.org', day, { transaction_id: 'web-9', amount: 5_000 })
  expect(await upload(file(row('web-9', 'real@example.org')))).toMatchObject({ accepted: 1 })
})

it('a row without an ID confirms the matching request', async () => {
  const { ask, listed, upload } = await organization()
  await ask('named@example.org')
  expect(await listed()).toMatchObject([{ unconfirmed: true, status_id: 24 }])
  expect(await upload(file(row('', 'named@example.org')))).toMatchObject({ accepted: 0, unchanged: 1 })
  expect(await listed()).toMatchObject([{ unconfirmed: false, status_id: 7 }])
})

it.each(['', 't-10'])('undoing an upload with the ID %j makes the request unconfirmed again', async (transactionId) => {
  const { id, ask, listed, upload, undo } = await organization()
  const email = `unconfirmed${transactionId}@example.org`
  await ask(email)
  const charged = () => app.query('SELECT FROM match_charges WHERE organization_id = $1', [id])
  const { id: importId } = await upload(file(row(transactionId, email)))
  expect(await listed()).toMatchObject([{ unconfirmed: false, status_id: 7 }])
  expect(await undo(importId)).toMatchObject({ state: 'undone' })
  expect(await listed()).toMatchObject([{ unconfirmed: true, status_id: 24, transaction_id: null, matched: 0 }])
  expect(await charged()).toEqual([])
  const queued = "SELECT status_id FROM notifications WHERE organization_id = $1 AND state = 'queued'"
  expect(await app.query(queued, [id])).toEqual([{ status_id: 24 }])
  await upload(file(row(transactionId, email)))
  expect(await listed()).toMatchObject([{ unconfirmed: false, status_id: 7 }])
})

it('an undo separates a request from the gifts that it was combined with', async () => {
  const { ask, listed, upload, undo } = await organization()
  const small = (transactionId: string, amount: string) =>
    `${transactionId},${day},Dana Donor,small@example.org,${amount},Tinsel,`
  await upload(file(small('s-1', '20.00')))
  await ask('small@example.org', 'Tinsel')
  const { id: importId } = await upload(file(small('', '50.00'), small('s-2', '40.00')))
  expect(await listed()).toMatchObject([{ status_id: 7, amount: 110 }])
  expect(await undo(importId)).toMatchObject({ state: 'undone' })
  expect(await listed()).toMatchObject([
    { unconfirmed: false, status_id: 10, amount: 20 },
    { unconfirmed: true, status_id: 24, amount: 50 },
  ])
})

it('an undo leaves a request confirmed that its donor has since answered', async () => {
  const { id, ask, listed, upload, undo } = await organization()
  await ask('answers@example.org')
  const { id: importId } = await upload(file(row('', 'answers@example.org')))
  app.clock.advance({ seconds: 1 })
  const [request] = await listed()
  const tenant = grantTenant(id, [id])
  const context = {
    platform: app.platform,
    tenant,
    directory: createDirectory(app.platform),
    actor: { kind: 'donor', userId: null } as const,
  }
  await inTenant(app.platform.database, tenant, (db) =>
    moveMatches(db, context, { donationIds: [request?.id ?? 0], action: 'submit' }),
  )
  await undo(importId)
  expect(await listed()).toMatchObject([{ unconfirmed: false, status_id: 4 }])
})

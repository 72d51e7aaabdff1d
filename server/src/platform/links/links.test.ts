import { readFileSync } from 'node:fs'
import { auth, matchRequests } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../testing/index.ts'
import { inProduct } from '../database/database.ts'
import { digestOf } from '../secrets.ts'
import { forgetLinks } from './forget-links.ts'
import { findLink, issueLink, useLink } from './links.queries.ts'
import { links } from './purposes.ts'

const clock = settableClock('2026-06-10T15:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

const tokenFor = (userId: number): Promise<string> =>
  inProduct(app.platform.database, (db) =>
    issueLink(db, links.resetPassword, {
      userId,
      detail: { organization: null, invitedBy: null },
      now: clock(),
    }),
  )

test('a link is worthless for another purpose, works once and ends on time', async () => {
  const { id } = await app.createUser()
  const digest = digestOf(await tokenFor(id))
  const late = digestOf(await tokenFor(id))
  await inProduct(app.platform.database, async (db) => {
    expect(await findLink(db, { purposes: [links.firstPassword], digest, now: clock() })).toBeNull()
    const purposes = [links.resetPassword]
    expect(await useLink(db, { purposes, digest, now: clock() })).toMatchObject({ userId: id })
    expect(await useLink(db, { purposes, digest, now: clock() })).toBeNull()
    clock.advance({ minutes: links.resetPassword.minutes })
    expect(await useLink(db, { purposes, digest: late, now: clock() })).toBeNull()
  })
})

test('deletes a link a week after it expired', async () => {
  const { id } = await app.createUser()
  await tokenFor(id)
  const kept = async () => (await app.query('SELECT FROM links WHERE user_id = $1', [id])).length
  clock.advance({ days: 7 })
  await forgetLinks(app.platform)
  expect(await kept()).toBe(1)
  clock.advance({ minutes: links.resetPassword.minutes + 1 })
  await forgetLinks(app.platform)
  expect(await kept()).toBe(0)
})

test('moves the links of the tables before, so that emails that were sent keep working', async () => {
  const [person, other] = [await app.createUser(), await app.createUser()]
  const organization = await app.createOrganization()
  const gift = await app.createDonation({ organization, donor: 'Robin Reed', email: 'robin@example.org' })
  const [row] = await app.query<{ donor_id: string; address: string }>(
    `SELECT d.donor_id, encode(sha256(convert_to(p.donor_key, 'UTF8')), 'hex') AS address
     FROM donations d JOIN donors p ON p.id = d.donor_id WHERE d.id = $1`,
    [gift],
  )
  const times = `created_at timestamptz DEFAULT now(), expires_at timestamptz DEFAULT '2026-08-01'`
  const used = 'used_at timestamptz'
  const token = (name: string): string => `sha256('${name}-of-the-version-before')`
  const ofDonor = `${organization}, ${row?.donor_id}, decode('${row?.address}', 'hex')`
  await app.query(`
    CREATE TABLE login_links (token_hash bytea, user_id bigint, redirect text, ${times}, ${used}, code_hash bytea,
      code_tries integer DEFAULT 0, browser_hash bytea);
    CREATE TABLE password_links (token_hash bytea, user_id bigint, kind text, ${times}, ${used}, organization text, invited_by text);
    CREATE TABLE email_changes (user_id bigint, email text, token_hash bytea, ${times});
    CREATE TABLE sign_in_steps (token_hash bytea, user_id bigint, purpose text, redirect text, challenge text, ${times});
    CREATE TABLE donor_links (organization_id bigint, donor_id bigint, address_digest bytea, token_hash bytea, donation_id bigint,
      ${times}, ${used});
    CREATE TABLE donor_handovers (organization_id bigint, donor_id bigint, address_digest bytea, token_hash bytea,
      donation_id bigint, email text, name text, ${times});
    CREATE TABLE donor_data_wishes (organization_id bigint, donor_id bigint, address_digest bytea, token_hash bytea, wish text,
      ${times});
    CREATE TABLE tickets (organization_id bigint, token_hash bytea, user_id bigint, purpose text, parameters jsonb,
      expires_at timestamptz DEFAULT '2026-08-01', ${used}, api_key_organization_id bigint, api_key_id bigint);
    INSERT INTO login_links (token_hash, user_id, redirect) VALUES (${token('sign-in')}, ${person.id}, '/portal');
    INSERT INTO login_links (token_hash, user_id, redirect, used_at) VALUES (${token('used')}, ${person.id}, '/portal', now());
    INSERT INTO password_links (token_hash, user_id, kind) VALUES (${token('password')}, ${other.id}, 'reset');
    INSERT INTO email_changes (token_hash, user_id, email)
      VALUES (${token('email')}, ${person.id}, 'new@example.org'), (NULL, ${other.id}, 'waits@example.org');
    INSERT INTO donor_links VALUES (${ofDonor}, ${token('gift')}, ${gift}), (${organization}, 999999, NULL, ${token('gone')}, ${gift});
    INSERT INTO donor_handovers VALUES (${ofDonor}, ${token('handover')}, ${gift}, 'rob@example.org', 'Rob');
    INSERT INTO donor_data_wishes VALUES (${ofDonor}, ${token('copy')}, 'copy'), (${ofDonor}, NULL, 'erasure');
    INSERT INTO tickets (organization_id, token_hash, user_id, purpose, parameters)
      VALUES (${organization}, ${token('ticket')}, ${person.id}, 'packet', '{"donationId":1}');`)
  clock.set('2026-07-01T15:00:00Z')
  const file = readFileSync(new URL('../../../migrations/2600-one-table-of-links.sql', import.meta.url), 'utf8')
  await app.query(file.slice(file.indexOf('INSERT INTO links')))

  const body = (name: string) => ({ body: { token: `${name}-of-the-version-before` } })
  expect((await app.refusal(auth.redeemMagicLink, body('used'))).status).toBe(410)
  expect(await app.call(auth.redeemMagicLink, body('sign-in'))).toMatchObject({ redirect: '/portal' })
  expect(await app.call(auth.confirmEmail, body('email'))).toEqual({ email: 'new@example.org' })
  expect((await app.call(auth.lookAtPasswordLink, body('password'))).email).toBe(other.email)
  expect((await app.call(auth.redeemDonorLink, body('gift'))).donation_id).toBe(gift)
  expect((await app.refusal(auth.redeemDonorLink, body('gone'))).status).toBe(410)
  expect(await app.call(matchRequests.readHandOver, body('handover'))).toEqual({ email: 'rob@example.org' })
  const copy = await fetch(`${app.address}/my-data/copy-of-the-version-before`)
  expect(copy.status).toBe(200)
  const waiting = await app.query(
    "SELECT purpose, detail FROM links WHERE purpose IN ('donor-erasure', 'confirm-email')",
  )
  expect(waiting).toEqual([
    { purpose: 'confirm-email', detail: { email: 'waits@example.org' } },
    { purpose: 'donor-erasure', detail: {} },
  ])
})

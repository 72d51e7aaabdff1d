import {
  apiKeys,
  audit,
  auth,
  chapterRequests,
  chapters,
  donationChanges,
  donations,
  members,
  organizations,
  payouts,
  setup,
  statistics,
  webhooks,
} from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import type { SystemEmailKind } from '../../email/system-emails/index.ts'
import { chapterEmails } from './chapter-emails.ts'

let app: TestApp
let quillfeather: number
beforeAll(async () => {
  app = await startTestApp()
  quillfeather = await app.createCompany({
    policy: {
      method: 'csr',
      submission_url: 'https://match.example.org',
      ratio: '1:1',
      min_amount_cents: 2_500,
      max_per_year_cents: 0,
    },
  })
})
afterAll(() => app.stop())

const messages = chapterRequests.joiningMessages
type Side = { id: number; admin: TestUser; token: string; ein: string }
let [parent, other]: [Side, Side] = [] as never
let count = 0

async function side(columns: Readonly<Record<string, unknown>> = {}): Promise<Side> {
  count += 1
  const ein = `31-${2_000_000 + count}`
  const id = await app.createOrganization({ ein, contact_email: `office${count}@example.org`, ...columns })
  const admin = await app.createMember(id, 'admin')
  return { id, admin, token: await app.signIn(admin), ein }
}

beforeEach(async () => {
  parent = await side({ name: 'Riverbend' })
  other = await side({ name: 'Lakeside', is_premium: 'elig_5', plan: 'elig_5', type: 'edu-pto' })
})

const at = ({ id }: Side) => ({ params: { id } })
const ask = (organization: string, from = parent) =>
  app.call(chapterRequests.askToJoin, { ...at(from), body: { organization } }, { token: from.token })
const listOf = (from: Side) => app.call(chapterRequests.listChapterRequests, at(from), { token: from.token })
const answerInput = (by: Side, requestId: number, accept: boolean) => ({
  params: { id: by.id, requestId },
  body: { accept },
})
const answer = (by: Side, requestId: number, accept = true) =>
  app.call(chapterRequests.answerRequest, answerInput(by, requestId, accept), { token: by.token })
const joined = async (by = other, to = parent) => {
  await ask(String(by.id), to)
  const [request] = (await listOf(by)).received
  await answer(by, request?.id ?? 0)
}
const leave = (by: Side, id = by.id) => app.call(chapterRequests.leaveParent, { params: { id } }, { token: by.token })
const statusIn = async (id: number, token: string) =>
  (await app.sendRoute(organizations.getOrganization, { params: { id } }, { token })).status
const mailsTo = async (email: string) =>
  (await app.query<{ kind: string }>('SELECT kind FROM account_mails WHERE recipient = $1 ORDER BY id', [email])).map(
    ({ kind }) => kind,
  )

test.each([
  ['its id', (one: Side) => String(one.id)],
  ['its EIN, however it is written', (one: Side) => ` ${one.ein.replace('-', ' ')} `],
  ['an address of an admin', (one: Side) => one.admin.email.toUpperCase()],
])('a request by %s is mailed and listed, and gives no access before acceptance', async (_, textFor) => {
  const { sent } = await ask(textFor(other))
  expect(sent).toMatchObject([{ asked_for: textFor(other).trim(), state: 'waiting', chapter: null }])
  expect(await mailsTo(other.admin.email)).toEqual(['chapter-asked'])
  const { received } = await listOf(other)
  expect(received).toMatchObject([
    { parent: { id: parent.id, name: 'Riverbend', ein: parent.ein }, asked_by: parent.admin.name },
  ])
  expect(await statusIn(other.id, parent.token)).toBe(404)
  const found = await app.call(chapters.listChapters, at(parent), { token: parent.token })
  expect(found.chapters).toEqual([])
})

test('reveals nothing to the parent: a missing, chapter, parent or closed organization gets the same response', async () => {
  const chapter = await app.createOrganization({ type: 'chapter', parent_id: (await side()).id })
  const head = await side()
  await app.createOrganization({ type: 'chapter', parent_id: head.id })
  const closed = await side({ rule_deactivated: true })
  const texts = [
    '987654321',
    'nobody@example.org',
    String(chapter),
    String(head.id),
    String(closed.id),
    String(parent.id),
  ]
  for (const text of texts) await ask(text)
  const shapes = (await listOf(parent)).sent.map(({ id: _, asked_for: __, ...rest }) => JSON.stringify(rest))
  expect(new Set(shapes).size).toBe(1)
  expect((await listOf(head)).received).toEqual([])
  expect(await mailsTo(closed.admin.email)).toEqual([])
})

test('an accepted request gives the parent’s members, lists, sums and keys access, and bills the chapter to the parent', async () => {
  const gift = await app.createDonation({ organization: other.id })
  const { api_key } = await app.call(apiKeys.createApiKey, at(parent), { token: parent.token })
  const reader = await app.signIn(await app.createMember(parent.id, 'read'))
  const query = { filters: { dateFrom: '2026-01-01', dateTo: '2026-12-31' } }
  const listed = async (token: string) =>
    (await app.call(donations.listDonations, { ...at(parent), query }, { token })).donations.map(({ id }) => id)
  expect(await listed(api_key.key)).toEqual([])
  await joined()
  expect([await listed(parent.token), await listed(api_key.key)]).toEqual([[gift], [gift]])
  const seen = await app.call(organizations.getOrganization, at(other), { token: reader })
  expect(seen).toMatchObject({ level: 'read', type: 'chapter', is_premium: 'parent', plan: null, parent_id: parent.id })
  const { by_status } = await app.call(
    statistics.getStatistics,
    { ...at(parent), query: { from: '2026-01-01', to: '2026-12-31' } },
    { token: parent.token },
  )
  expect(by_status?.donor_contacted.count).toBe(1)
  const { orgs } = (await app.call(auth.getCurrentUser, {}, { token: reader })) as { orgs: { id: number }[] }
  expect(orgs.map(({ id }) => id)).toEqual([parent.id, other.id])
  expect((await listOf(parent)).sent).toMatchObject([
    { state: 'accepted', chapter: { id: other.id, name: 'Lakeside' } },
  ])
  expect(await mailsTo(parent.admin.email)).toEqual(['chapter-joined'])
})

test('another parent’s request becomes visible to a released chapter, which can accept it', async () => {
  await joined()
  const next = await side({ name: 'Hillside' })
  const mailed = await mailsTo(other.admin.email)
  expect((await ask(other.ein, next)).sent).toMatchObject([{ state: 'waiting' }])
  expect((await listOf(other)).received).toEqual([])
  expect(await mailsTo(other.admin.email)).toEqual(mailed)
  await leave(other)
  const [request] = (await listOf(other)).received
  expect(request?.parent.name).toBe('Hillside')
  await answer(other, request?.id ?? 0)
  expect((await listOf(next)).sent).toMatchObject([{ state: 'accepted', chapter: { id: other.id } }])
})

test('evaluates gifts that waited for a setup when the parent’s setup is complete', async () => {
  const open = await side({ name: 'Not ready', complete: false })
  const gift = await app.createDonation({ organization: open.id, status: 17 })
  await joined(open)
  const seen = await app.call(organizations.getOrganization, at(open), { token: open.token })
  expect([seen.complete, seen.parent_complete, setup.incompleteStepsOf(seen)]).toEqual([false, true, []])
  await vi.waitFor(
    async () => {
      const [row] = await app.query('SELECT status_id FROM donations WHERE id = $1', [gift])
      expect(row).not.toEqual({ status_id: 17 })
    },
    { timeout: 240_000, interval: 50 },
  )
})

test('a declined request changes nothing and does not reveal the person', async () => {
  await ask(other.ein)
  const [request] = (await listOf(other)).received
  await answer(other, request?.id ?? 0, false)
  expect((await listOf(parent)).sent).toMatchObject([{ state: 'declined', chapter: null }])
  const { events } = await app.call(audit.listAudit, { ...at(parent), query: {} }, { token: parent.token })
  expect(events[0]).toMatchObject({ action: 'declined', user: null, address: '', before: { asked_for: other.ein } })
  expect(await statusIn(other.id, parent.token)).toBe(404)
  const again = await app.refusal(chapterRequests.answerRequest, answerInput(other, request?.id ?? 0, true), {
    token: other.token,
  })
  expect([again.status, again.message]).toEqual([409, messages.over])
})

test('only the intended organization can accept a request, and only the sender can withdraw it', async () => {
  await ask(String(other.id))
  const id = (await listOf(other)).received[0]?.id ?? 0
  const third = await side()
  const foreign = await app.refusal(chapterRequests.answerRequest, answerInput(third, id, true), { token: third.token })
  expect(foreign.status).toBe(409)
  const withdrawing = { params: { id: third.id, requestId: id } }
  expect((await app.refusal(chapterRequests.withdrawRequest, withdrawing, { token: third.token })).status).toBe(404)
  const own = await app.refusal(chapterRequests.answerRequest, answerInput(parent, id, true), { token: parent.token })
  expect(own.status).toBe(409)
  const support = await app.signInSupport(await app.createUser({ isSuper: true }), other.id)
  const byUs = await app.refusal(chapterRequests.answerRequest, answerInput(other, id, true), { token: support })
  expect([byUs.status, byUs.message]).toEqual([403, messages.onlyOwnAdmins])
})

test('a request can be withdrawn and expires after a month', async () => {
  const { sent } = await ask(String(other.id))
  const twice = await app.refusal(
    chapterRequests.askToJoin,
    { ...at(parent), body: { organization: String(other.id) } },
    { token: parent.token },
  )
  expect([twice.status, twice.fields.organization]).toEqual([409, messages.askedAlready])
  const params = { id: parent.id, requestId: sent[0]?.id ?? 0 }
  const after = await app.call(chapterRequests.withdrawRequest, { params }, { token: parent.token })
  expect(after.sent).toMatchObject([{ state: 'withdrawn' }])
  expect((await listOf(other)).received).toEqual([])
  await ask(String(other.id))
  const id = (await listOf(other)).received[0]?.id ?? 0
  app.clock.advance({ days: 30 })
  const [theirs, ours] = [await app.signIn(other.admin), await app.signIn(parent.admin)]
  const late = await app.refusal(chapterRequests.answerRequest, answerInput(other, id, true), { token: theirs })
  expect(late.message).toBe(messages.over)
  const listed = await app.call(chapterRequests.listChapterRequests, at(parent), { token: ours })
  expect(listed.sent[0]).toMatchObject({ state: 'expired' })
})

test('of two requests accepted at the same moment, one succeeds', async () => {
  const second = await side()
  await ask(String(other.id))
  await ask(String(other.id), second)
  const ids = (await listOf(other)).received.map(({ id }) => id)
  const outcomes = await Promise.all(
    ids.map(async (id) => {
      const sent = await app.sendRoute(chapterRequests.answerRequest, answerInput(other, id, true), {
        token: other.token,
      })
      return sent.status
    }),
  )
  expect(outcomes.toSorted()).toEqual([200, 409])
})

test('families have two levels, and chapter names are unique', async () => {
  await ask(String(other.id))
  const id = (await listOf(other)).received[0]?.id ?? 0
  const chapter = await app.createOrganization({ type: 'chapter', parent_id: other.id })
  const refused = () => app.refusal(chapterRequests.answerRequest, answerInput(other, id, true), { token: other.token })
  expect((await refused()).message).toBe(messages.hasChapters)
  await app.query('UPDATE organizations SET parent_id = NULL WHERE id = $1', [chapter])
  await app.createOrganization({ type: 'chapter', parent_id: parent.id, name: 'LAKESIDE' })
  expect((await refused()).message).toBe(messages.nameTaken)
  await app.query('UPDATE organizations SET parent_id = $2 WHERE id = $1', [parent.id, chapter])
  expect((await refused()).message).toBe(messages.parentIsChapter)
  const asking = { ...at(parent), body: { organization: '1' } }
  const nested = await app.refusal(chapterRequests.askToJoin, asking, { token: parent.token })
  expect(nested.message).toBe(messages.notOfChapters)
})

test('a leaving chapter keeps all data and its previous state', async () => {
  const gift = await app.createDonation({ organization: other.id })
  const { api_key } = await app.call(apiKeys.createApiKey, at(parent), { token: parent.token })
  await joined()
  const second = await startTestApp({ database: app.database, clock: app.clock })
  const readStatus = (token: string) =>
    second.sendRoute(donations.getDonation, { params: { id: gift } }, { token }).then(({ status }) => status)
  expect([await readStatus(parent.token), await readStatus(api_key.key)]).toEqual([200, 200])
  await app.query(
    `WITH w AS (INSERT INTO webhooks (organization_id, token_sealed, secret_sealed, created_at)
       VALUES ($1, '', '', now()) RETURNING id)
     INSERT INTO webhook_deliveries (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, send_at)
     SELECT $1, id, 'status', now(), g, $3, now() + interval '1 year' FROM w, unnest(ARRAY[$1, $2]::bigint[]) AS g`,
    [parent.id, other.id, gift],
  )
  await leave(other)
  const deliveries = await app.query('SELECT gift_organization_id FROM webhook_deliveries WHERE organization_id = $1', [
    parent.id,
  ])
  expect(deliveries).toEqual([{ gift_organization_id: String(parent.id) }])
  expect([await statusIn(other.id, parent.token), await statusIn(other.id, api_key.key)]).toEqual([404, 404])
  app.clock.advance({ seconds: 1 })
  expect([await readStatus(parent.token), await readStatus(api_key.key), await readStatus(other.token)]).toEqual([
    404, 404, 200,
  ])
  await second.stop()
  expect(await app.call(organizations.getOrganization, at(other), { token: other.token })).toMatchObject({
    type: 'edu-pto',
    is_premium: 'elig_5',
    plan: 'elig_5',
    parent_id: null,
  })
  expect(await mailsTo(parent.admin.email)).toEqual(['chapter-joined', 'chapter-left'])
  const { events } = await app.call(audit.listAudit, { ...at(other), query: { subject: 'parent' } }, other)
  expect(events.map(({ action, after }) => [action, after.name])).toEqual([
    ['left', 'Riverbend'],
    ['joined', 'Riverbend'],
  ])
})

test('the parent’s keys and webhooks in a chapter stop working when it leaves', async () => {
  const made = async (token: string) => (await app.call(apiKeys.createApiKey, at(other), { token })).api_key
  const receiverOf = async (token: string, url: string) => {
    const { webhooks: list } = await app.call(webhooks.createWebhook, at(other), { token })
    const id = list.at(-1)?.id ?? 0
    await app.call(webhooks.updateWebhook, { params: { id }, body: { webhook: { url } } }, { token })
  }
  const [own, seen] = [await made(other.token), await made(other.token)]
  await joined()
  const both = await app.createMember(parent.id, 'admin')
  await app.addMember(other.id, both, 'admin')
  const [planted, ofBoth] = [await made(parent.token), await made(await app.signIn(both))]
  await app.call(apiKeys.revealApiKey, { params: { id: other.id, keyId: seen.id } }, { token: parent.token })
  await receiverOf(other.token, 'own.example.org')
  await receiverOf(parent.token, 'planted.example.org')
  await leave(other)
  app.clock.advance({ seconds: 1 })
  const opens = async ({ key }: { key: string }) => (await statusIn(other.id, key)) === 200
  expect(await Promise.all([own, ofBoth, planted, seen].map(opens))).toEqual([true, true, false, false])
  const { webhooks: list } = await app.call(webhooks.listWebhooks, at(other), { token: other.token })
  expect(list.map(({ url, disabled_because }) => [url, disabled_because !== null])).toEqual([
    ['own.example.org', false],
    ['planted.example.org', true],
  ])
  const { events } = await app.call(audit.listAudit, { ...at(other), query: { subject: 'api_key' } }, other)
  expect(events.filter(({ action }) => action === 'removed')).toHaveLength(2)
})

test('refuses a request from an organization that was closed in the meantime', async () => {
  await ask(String(other.id))
  const id = (await listOf(other)).received[0]?.id ?? 0
  await app.query('UPDATE organizations SET rule_deactivated = true WHERE id = $1', [parent.id])
  const refused = await app.refusal(chapterRequests.answerRequest, answerInput(other, id, true), { token: other.token })
  expect([refused.status, refused.message]).toEqual([409, messages.over])
})

test('refuses to release a chapter without an admin', async () => {
  const made = { ...at(parent), body: { name: 'Riverbend East' } }
  const { chapter } = await app.call(chapters.createChapter, made, { token: parent.token })
  const alone = await app.refusal(chapterRequests.leaveParent, at(chapter as never), { token: parent.token })
  expect([alone.status, alone.message]).toEqual([409, messages.noOwnAdmin])
  const invitation = { org_id: chapter.id, email: 'typo@example.org', level: 'admin' } as const
  await app.call(members.setPermission, { body: invitation }, { token: parent.token })
  const invited = await app.refusal(chapterRequests.leaveParent, at(chapter as never), { token: parent.token })
  expect(invited.message).toBe(messages.noOwnAdmin)
  const own = await app.createMember(chapter.id, 'admin')
  await leave(parent, chapter.id)
  expect(await mailsTo(own.email)).toEqual(['chapter-left'])
  const seen = await app.call(organizations.getOrganization, at(chapter as never), { token: await app.signIn(own) })
  expect(seen).toMatchObject({ type: 'non-profit', is_premium: 'flat_0', plan: 'flat_0', parent_id: null })
  const never = await app.refusal(chapterRequests.leaveParent, at(other), { token: other.token })
  expect(never.message).toBe(messages.noChapter)
})

/** `work` waits for the row of `held` meanwhile. */
async function meanwhile<T>(held: Side, work: () => Promise<T>, others: string, values: unknown[]): Promise<T> {
  const client = new pg.Client({ connectionString: app.database.connectionString })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [held.id])
  const coming = work()
  const waiting = () =>
    app.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%organizations%FOR UPDATE%'`,
    )
  await expect.poll(waiting).not.toEqual([])
  await client.query(others, values)
  await client.query('COMMIT')
  await client.end()
  return coming
}

test('a new parent cannot become a chapter at the same moment', async () => {
  const [third, child] = [await side(), await side({ name: 'Third generation' })]
  await ask(String(third.id))
  const id = (await listOf(third)).received[0]?.id ?? 0
  const refused = await meanwhile(
    third,
    () => app.refusal(chapterRequests.answerRequest, answerInput(third, id, true), { token: third.token }),
    'UPDATE organizations SET parent_id = $1 WHERE id = $2',
    [third.id, child.id],
  )
  expect([refused.status, refused.message]).toEqual([409, messages.hasChapters])
})

test('limits chapters to four hundred, also when created concurrently', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => app.createOrganization({})))
  await app.query(
    `INSERT INTO organizations (name, slug, type, parent_id)
     SELECT 'Chapter ' || n, 'chapter-' || $1::text || '-' || n, 'chapter', $1::bigint FROM generate_series(1, 396) AS n`,
    [parent.id],
  )
  const made = { ...at(parent), body: { name: 'One too many' } }
  const refused = await meanwhile(
    parent,
    () => app.refusal(chapters.createChapter, made, { token: parent.token }),
    "UPDATE organizations SET parent_id = $1, name = 'Last ' || id WHERE id = ANY ($2::bigint[])",
    [parent.id, ids],
  )
  expect([refused.status, refused.message]).toEqual([409, chapters.chapterMessages.tooMany])
})

test('a chapter cannot leave during an upload of its parent', async () => {
  await joined()
  const client = new pg.Client({ connectionString: app.database.connectionString })
  await client.connect()
  await client.query('BEGIN')
  await client.query("SELECT pg_advisory_xact_lock_shared(hashtextextended('family', $1))", [parent.id])
  const refused = await app.refusal(chapterRequests.leaveParent, at(other), { token: other.token })
  expect([refused.status, refused.message]).toEqual([409, messages.uploadRuns])
  await client.query('COMMIT')
  await client.end()
  await leave(other)
})

test('splits combined gifts with the parent when the chapter leaves', async () => {
  const [head, chapter] = [await side({ ein: '12-3456789' }), await side({ ein: '12-3456789' })]
  await joined(chapter, head)
  const give = (to: Side, amount: number, day: string) =>
    app.call(
      donationChanges.createDonation,
      {
        params: { id: to.id },
        body: {
          amount,
          donated_at: day,
          company_id: quillfeather,
          donor_name: 'Ada Byron',
          donor_email: 'ada@example.net',
        },
      },
      { token: to.token },
    )
  const countedMatches = async () =>
    (
      await app.query<{ organization_id: string; status_id: number; cents: string; estimated: string }>(
        `SELECT organization_id, status_id, amount_cents AS cents, estimated_cents AS estimated FROM donations
         WHERE organization_id = ANY ($1) AND counted ORDER BY organization_id, id`,
        [[head.id, chapter.id]],
      )
    ).map((row) => [Number(row.organization_id), row.status_id, Number(row.cents), Number(row.estimated)])
  await give(head, 10, '2026-06-01')
  await give(chapter, 20, '2026-06-02')
  expect(await countedMatches()).toEqual([[chapter.id, 7, 3_000, 3_000]])
  const mails = () => app.query("SELECT id FROM notifications WHERE state = 'queued' ORDER BY id")
  const before = await mails()
  await leave(chapter)
  expect(await countedMatches()).toEqual([
    [head.id, 10, 1_000, 0],
    [chapter.id, 10, 2_000, 0],
  ])
  expect((await mails()).filter((one) => !before.some(({ id }) => id === one['id']))).toEqual([])
  await give(head, 15, '2026-06-03')
  expect(await countedMatches()).toEqual([
    [head.id, 7, 2_500, 2_500],
    [chapter.id, 10, 2_000, 0],
  ])
})

test('a payment received through the parent stays with the match when its chapter leaves', async () => {
  const gift = await app.createDonation({ organization: other.id, transaction: 'QW-1', cents: 5_000, status: 4 })
  await joined()
  const check = (by: Side, reference: string, amount: number) =>
    app.call(
      payouts.addCheck,
      {
        ...at(by),
        body: { payer: 'Quillfeather', reference, paid_on: '2026-06-10', lines: [{ amount, note: 'QW-1' }] },
      },
      { token: by.token },
    )
  const { report } = await check(parent, '1', 50)
  expect(report).toMatchObject({ tied: 1 })
  await leave(other)
  const received = async () =>
    (await app.query<{ cents: string }>('SELECT received_cents AS cents FROM donations WHERE id = $1', [gift]))[0]
      ?.cents
  const shown = await app.call(
    payouts.getPayout,
    {
      params: {
        id: parent.id,
        payoutId: (await app.call(payouts.listPayouts, at(parent), parent)).payouts[0]?.id ?? 0,
      },
    },
    { token: parent.token },
  )
  const [line] = shown.lines
  const formerChapter = { organization: payouts.formerChapter, elsewhere: true }
  expect(line).toMatchObject({ state: 'tied', donation_id: gift, ...formerChapter })
  expect(shown.organizations).toEqual([{ id: other.id, name: payouts.formerChapter, lines: 1, received: 50 }])
  const taken = await app.refusal(
    payouts.reopenPayoutLine,
    { params: { id: parent.id, lineId: line?.id ?? 0 } },
    { token: parent.token },
  )
  expect([taken.status, taken.message]).toEqual([409, payouts.payoutMessages.elsewhere])
  const undone = await app.refusal(
    payouts.undoPayoutReport,
    { params: { id: parent.id, reportId: report.id } },
    { token: parent.token },
  )
  expect([undone.status, undone.message]).toEqual([409, payouts.payoutMessages.undoneElsewhere])
  expect(await received()).toBe('5000')
  await check(other, '2', 20)
  expect(await received()).toBe('7000')
})

test('letters about a family open the affected organization, regardless of the reader’s other access', async () => {
  await joined()
  await leave(other)
  const rows = await app.query<{ kind: keyof typeof chapterEmails; recipient: string; parameters: never }>(
    'SELECT kind, recipient, parameters FROM account_mails WHERE recipient = ANY ($1) ORDER BY id',
    [[parent.admin.email, other.admin.email]],
  )
  const paths = await acrossOrganizations(app.platform.database, async (db) => {
    const due = { platform: app.platform, db, now: app.clock(), locale: 'en-US' }
    return Promise.all(
      rows.map(async ({ kind, recipient, parameters }) => {
        const letter: SystemEmailKind<typeof kind> = chapterEmails[kind]
        const prepared = await letter.prepare({ ...due, recipient, parameters: letter.parameters.parse(parameters) })
        return [kind, prepared?.path]
      }),
    )
  })
  expect(paths).toEqual([
    ['chapter-asked', `/portal/chapters?in=${other.id}`],
    ['chapter-joined', `/portal/chapters?in=${parent.id}`],
    ['chapter-left', `/portal/chapters?in=${parent.id}`],
  ])
})

test('notifies a leaving chapter with an incomplete setup that its gifts will wait', async () => {
  const unfinished = await side({ complete: false })
  await joined(unfinished)
  await leave(parent, unfinished.id)
  const neededSetup = async (who: Side) =>
    (
      await app.query<{ needs: string }>(
        "SELECT parameters ->> 'needsSetup' AS needs FROM account_mails WHERE kind = 'chapter-left' AND recipient = $1",
        [who.admin.email],
      )
    ).map(({ needs }) => needs)
  expect(await neededSetup(unfinished)).toEqual(['true'])
  await joined()
  await leave(parent, other.id)
  expect(await neededSetup(other)).toEqual(['false'])
})

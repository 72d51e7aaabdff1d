import { auth, chapters, closing, donations, organizations, statistics } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let parent: number
let admin: TestUser
let token: string
beforeEach(async () => {
  parent = await app.createOrganization({ name: 'Riverbend', mission: 'Food for all', time_zone: 'America/Chicago' })
  admin = await app.createMember(parent, 'admin')
  token = await app.signIn(admin)
})

const create = (body: { name: string; email?: string; ein?: string; city?: string }) =>
  app.call(chapters.createChapter, { params: { id: parent }, body }, { token })

test('bills a chapter to its parent, activates it immediately and copies missing fields from its parent', async () => {
  const { chapter } = await create({ name: 'Riverbend North' })
  expect(chapter).toMatchObject({ name: 'Riverbend North', is_premium: 'parent', complete: true, users: 0 })
  const [row] = await app.query(
    'SELECT type, parent_id, mission, time_zone, ein, category_ids, slug FROM organizations WHERE id = $1',
    [chapter.id],
  )
  const [own] = await app.query<{ ein: string }>('SELECT ein FROM organizations WHERE id = $1', [parent])
  expect(row).toMatchObject({
    type: 'chapter',
    parent_id: String(parent),
    mission: 'Food for all',
    time_zone: 'America/Chicago',
    ein: own?.ein,
    category_ids: [1],
    slug: 'riverbend-north',
  })
})

test('gives the parent’s members immediate access with the same level', async () => {
  const readers = await app.signIn(await app.createMember(parent, 'read'))
  const { chapter } = await create({ name: 'Riverbend South' })
  for (const [who, level] of [
    [token, 'admin'],
    [readers, 'read'],
  ] as const) {
    const seen = await app.call(organizations.getOrganization, { params: { id: chapter.id } }, { token: who })
    expect(seen.level).toBe(level)
  }
  const me = await app.call(auth.getCurrentUser, {}, { token })
  expect(me.orgs.map(({ id }) => id)).toEqual([parent, chapter.id])
})

test('invites its admin by mail, who can access the chapter but neither the parent nor a sibling', async () => {
  const known = await app.createUser()
  const { chapter } = await create({ name: 'Riverbend East', email: known.email })
  const { chapter: sibling } = await create({ name: 'Riverbend West' })
  const mails = await app.query('SELECT kind FROM account_mails WHERE recipient = $1', [known.email])
  expect(mails).toEqual([{ kind: 'member-added' }])
  const theirs = await app.signIn(known)
  const seen = await app.call(organizations.getOrganization, { params: { id: chapter.id } }, { token: theirs })
  expect(seen).toMatchObject({ level: 'admin', is_premium: 'parent', parent_id: parent })
  for (const id of [parent, sibling.id]) {
    const refused = await app.refusal(organizations.getOrganization, { params: { id } }, { token: theirs })
    expect(refused.status).toBe(404)
  }
})

test('filters lists and sums by one chapter or all chapters', async () => {
  const { chapter } = await create({ name: 'Riverbend Hills' })
  const ours = await app.createDonation({ organization: parent })
  const its = await app.createDonation({ organization: chapter.id })
  const idsIn = async (id: number, organizationId?: number) => {
    const filters = { dateFrom: '2026-01-01', dateTo: '2026-12-31', ...(organizationId ? { organizationId } : {}) }
    const page = await app.call(donations.listDonations, { params: { id }, query: { filters } }, { token })
    return page.donations.map((one) => one.id).toSorted((a, b) => a - b)
  }
  expect(await idsIn(parent)).toEqual([ours, its])
  expect(await idsIn(parent, chapter.id)).toEqual([its])
  expect(await idsIn(chapter.id)).toEqual([its])
  const countIn = async (id: number) => {
    const query = { from: '2026-01-01', to: '2026-12-31' }
    const response = await app.call(statistics.getStatistics, { params: { id }, query }, { token })
    return response.by_status?.donor_contacted.count
  }
  expect([await countIn(parent), await countIn(chapter.id)]).toEqual([2, 1])
})

test('refuses duplicate names and chapters of chapters with an explanation', async () => {
  const { chapter } = await create({ name: 'Riverbend Lake' })
  const input = { params: { id: parent }, body: { name: ' riverbend lake ' } }
  const twice = await app.refusal(chapters.createChapter, input, { token })
  expect([twice.status, twice.fields.name]).toEqual([409, chapters.chapterMessages.nameTaken])
  const nested = { params: { id: chapter.id }, body: { name: 'Deeper' } }
  const deeper = await app.refusal(chapters.createChapter, nested, { token })
  expect([deeper.status, deeper.message]).toEqual([409, chapters.chapterMessages.notOfChapters])
  const blank = await app.refusal(chapters.createChapter, { params: { id: parent }, body: { name: ' ' } }, { token })
  expect(blank.fields).toEqual({ name: 'Chapter name is required' })
})

test('shows the parent that a chapter closed by its own admin is closed, with its erasure day', async () => {
  const own = await app.createOrganization({ name: 'Riverbend South', type: 'chapter', parent_id: parent })
  const south = await app.createMember(own, 'admin')
  await app.call(
    closing.closeOrganization,
    { params: { id: own }, body: { name: 'Riverbend South', password: south.password } },
    { token: await app.signIn(south) },
  )
  const listed = await app.call(chapters.listChapters, { params: { id: parent } }, { token })
  const day = new Date(app.clock().getTime() + closing.reopenDays * 86_400_000).toISOString()
  expect(listed.chapters.find(({ id }) => id === own)).toMatchObject({ closed: true, erases_at: day })
})

test('records the chapter in both trails', async () => {
  const { chapter } = await create({ name: 'Riverbend Grove' })
  const rows = await app.query(
    'SELECT organization_id, action, subject FROM audit_events WHERE organization_id = ANY ($1) ORDER BY id',
    [[parent, chapter.id]],
  )
  expect(rows).toEqual([
    { organization_id: String(parent), action: 'created', subject: 'chapter' },
    { organization_id: String(chapter.id), action: 'created', subject: 'organization' },
  ])
})

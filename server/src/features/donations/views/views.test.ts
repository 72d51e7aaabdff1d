import { audit, campaigns, donations, listViews } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

const { listViewMessages } = listViews

let app: TestApp
let org: number
let ada: string
let ben: string
let reader: string
let admin: string
const clock = settableClock('2026-06-10T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set('2026-06-10T15:00:00Z')
  org = await app.createOrganization()
  ada = await app.signIn(await app.createMember(org, 'write'))
  ben = await app.signIn(await app.createMember(org, 'write'))
  reader = await app.signIn(await app.createMember(org, 'read'))
  admin = await app.signIn(await app.createMember(org, 'admin'))
})

const look = { filters: { status: '7', minAmount: 25 }, columns: ['donor_name', 'amount', 'custom.table'] }
const at = (viewId: number, id = org) => ({ params: { id, viewId } })
type Given = { name?: string; shared?: boolean; list?: object }
const save = async (given: Given, token: string, id = org) => {
  const body = { name: 'Follow up', list: look, ...given } as never
  return (await app.call(listViews.createListView, { params: { id }, body }, { token })).view
}
const refuseSave = (given: Given, token: string) =>
  app.refusal(
    listViews.createListView,
    { params: { id: org }, body: { name: 'Follow up', list: look, ...given } as never },
    { token },
  )
const seen = async (token: string, id = org) =>
  (await app.call(listViews.listListViews, { params: { id } }, { token })).views
const namesOf = async (token: string, id = org) => (await seen(token, id)).map(({ name }) => name)

describe('a view', () => {
  test('keeps filters, order and columns, and is its maker’s alone', async () => {
    await save({ list: { ...look, sort_field: 'amount', ascending: true, any_date: true } }, ada)
    expect(await seen(ada)).toMatchObject([
      {
        name: 'Follow up',
        shared: false,
        may_change: true,
        gone: [],
        list: { ...look, sort_field: 'amount', ascending: true, any_date: true },
      },
    ])
    expect(await seen(ben)).toEqual([])
    const [view] = await seen(ada)
    const query = { filters: view?.list.filters ?? {} }
    await app.call(donations.listDonations, { params: { id: org }, query }, { token: ada })
    const others = await app.refusal(listViews.deleteListView, at(view?.id ?? 0), { token: ben })
    expect(others.status).toBe(404)
  })

  test('that is shared is seen by everyone, and changed by its maker and administrators', async () => {
    const { id } = await save({ shared: true }, ada)
    expect((await seen(ben)).map(({ may_change }) => may_change)).toEqual([false])
    expect((await seen(reader)).map(({ may_change }) => may_change)).toEqual([false])
    for (const token of [ben, reader]) {
      const refused = await app.refusal(listViews.changeListView, { ...at(id), body: { name: 'Mine' } }, { token })
      expect([refused.status, refused.message]).toEqual([403, listViewMessages.notYours])
    }
    await app.call(listViews.changeListView, { ...at(id), body: { name: 'All of us' } }, { token: admin })
    expect(await namesOf(ben)).toEqual(['All of us'])
    await app.call(listViews.changeListView, { ...at(id), body: { shared: false } }, { token: ada })
    expect(await namesOf(ben)).toEqual([])
    const { events } = await app.call(
      audit.listAudit,
      { params: { id: org }, query: { subject: 'view' } },
      { token: admin },
    )
    expect(events.map(({ action }) => action).sort()).toEqual(['changed', 'changed', 'saved'])
  })

  test('of one’s own is for readers too, and leaves no line in the trail; sharing one is not for them', async () => {
    await save({}, reader)
    expect(await namesOf(reader)).toEqual(['Follow up'])
    const { events } = await app.call(
      audit.listAudit,
      { params: { id: org }, query: { subject: 'view' } },
      { token: admin },
    )
    expect(events).toEqual([])
    const refused = await refuseSave({ name: 'Ours', shared: true }, reader)
    expect([refused.status, refused.message]).toEqual([403, listViewMessages.share])
  })

  test('belongs to its organization: a chapter and its parent each have their own', async () => {
    const chapter = await app.createOrganization({ parent_id: org })
    const theirs = await app.signIn(await app.createMember(chapter, 'write'))
    await save({ name: 'Of the parent', shared: true }, ada)
    const { id } = await save({ name: 'Of the chapter', shared: true }, theirs, chapter)
    expect(await namesOf(theirs, chapter)).toEqual(['Of the chapter'])
    expect(await namesOf(ada)).toEqual(['Of the parent'])
    expect((await app.refusal(listViews.deleteListView, at(id), { token: admin })).status).toBe(404)
  })

  test('has a name that no other has where it stands, in any case of its letters', async () => {
    await save({}, ada)
    const taken = await refuseSave({ name: 'FOLLOW up' }, ada)
    expect([taken.status, taken.fields]).toEqual([409, { name: listViewMessages.taken }])
    await save({ shared: true }, ada)
    await save({}, ben)
    expect((await refuseSave({ shared: true }, ben)).status).toBe(409)
    const second = await save({ name: 'Second' }, ada)
    const renamed = await app.refusal(
      listViews.changeListView,
      { ...at(second.id), body: { name: 'follow up' } },
      { token: ada },
    )
    expect(renamed.status).toBe(409)
    await app.call(listViews.changeListView, { ...at(second.id), body: { name: 'second' } }, { token: ada })
    expect((await refuseSave({ name: ' ' }, ada)).fields).toEqual({ name: listViewMessages.name })
    expect((await refuseSave({ name: 'None', list: { columns: [] } }, ada)).status).toBe(422)
  })

  test('that is deleted comes back for a day, unless its name was given away', async () => {
    const { id } = await save({}, ada)
    await app.call(listViews.deleteListView, at(id), { token: ada })
    expect(await seen(ada)).toEqual([])
    await app.call(listViews.restoreListView, at(id), { token: ada })
    expect(await namesOf(ada)).toEqual(['Follow up'])
    await app.call(listViews.deleteListView, at(id), { token: ada })
    await save({}, ada)
    expect((await app.refusal(listViews.restoreListView, at(id), { token: ada })).status).toBe(409)
    await app.query("UPDATE list_views SET deleted_at = deleted_at - interval '25 hours' WHERE id = $1", [id])
    const late = await app.refusal(listViews.restoreListView, at(id), { token: ada })
    expect([late.status, late.message]).toEqual([410, listViewMessages.late])
  })

  test('says what it asks for and is not there anymore', async () => {
    const upload = await app.createImport({ organization: org, state: 'done' })
    const body = { name: 'Spring', startDate: '2026-03-01', endDate: '2026-05-31' }
    const { campaign } = await app.call(campaigns.createCampaign, { params: { id: org }, body }, { token: ada })
    const donor = await app.createDonor({ organization: org, name: 'Dana' })
    const filters = { campaignId: campaign.id, importId: upload, donorId: donor, organizationId: org }
    await save({ list: { ...look, filters } }, ada)
    const gone = async () => (await seen(ada)).map((view) => view.gone)
    expect(await gone()).toEqual([[]])
    const params = { id: org, campaignId: campaign.id }
    await app.call(campaigns.deleteCampaign, { params }, { token: ada })
    await app.query("UPDATE imports SET state = 'undone' WHERE id = $1", [upload])
    await app.query('DELETE FROM donors WHERE id = $1', [donor])
    const left = await app.createOrganization()
    await save({ name: 'Of a chapter that left', list: { ...look, filters: { organizationId: left } } }, ada)
    expect(await gone()).toEqual([['campaign', 'upload', 'donor'], ['organization']])
  })

  test('is one of fifty at most', async () => {
    await app.query(
      `INSERT INTO list_views (organization_id, user_id, shared, name, list)
       SELECT $1, (SELECT min(user_id) FROM members WHERE organization_id = $1), true, 'View ' || n, '{}'
       FROM generate_series(1, 50) n`,
      [org],
    )
    expect((await refuseSave({ shared: true }, ada)).message).toBe(listViewMessages.tooMany)
    await save({}, ada)
  })
})

describe('the columns', () => {
  const layoutOf = async (token: string) =>
    (await app.call(listViews.listListViews, { params: { id: org } }, { token })).layout
  const keep = (body: object, token: string) =>
    app.call(listViews.keepListLayout, { params: { id: org }, body: body as never }, { token })

  test('and their widths are kept for each person and organization', async () => {
    expect(await layoutOf(reader)).toEqual({ columns: null, widths: {} })
    const layout = { columns: ['donor_name', 'payment_state', 'custom.table'], widths: { donor_name: 240 } }
    await keep(layout, reader)
    await keep({ ...layout, widths: { donor_name: 300 } }, reader)
    expect(await layoutOf(reader)).toEqual({ ...layout, widths: { donor_name: 300 } })
    expect(await layoutOf(ben)).toEqual({ columns: null, widths: {} })
    await keep({ columns: null, widths: {} }, reader)
    expect(await layoutOf(reader)).toEqual({ columns: null, widths: {} })
  })

  test('are as wide as a screen can show', async () => {
    const refused = await app.refusal(
      listViews.keepListLayout,
      { params: { id: org }, body: { columns: null, widths: { amount: 9_000 } } },
      { token: ada },
    )
    expect(refused.status).toBe(422)
  })

  test('that may be added are in every answer of the list', async () => {
    await app.createDonation({ organization: org, deadline: '2026-07-01T04:00:00Z' })
    const query = { filters: {} }
    const { donations: rows } = await app.call(donations.listDonations, { params: { id: org }, query }, { token: ada })
    expect(rows).toMatchObject([{ payment_state: 'none', deadline_day: '2026-06-30' }])
  })
})

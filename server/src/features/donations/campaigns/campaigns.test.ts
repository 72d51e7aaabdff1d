import { read } from '@e965/xlsx'
import { campaignGroups, campaigns, donationChanges, donations } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acrossOrganizations, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { languageOf } from '../../core/texts/index.ts'
import { findMatchFacts } from '../../email/match-facts/index.ts'
import { groupListEmail } from './index.ts'

let app: TestApp
let parent: number
let chapter: number
let token: string
let ofChapter: string
let mills = 0
let works = 0
const clock = settableClock('2026-06-10T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1', min_amount_cents: 2_500 }
  const ids = await app.createCompanies([
    { name: 'Harrowgate Mills', policy: { ...portal, max_per_gift_cents: 10_000 } },
    { name: 'Quillfeather Works', policy: portal },
  ])
  mills = ids.get('Harrowgate Mills') ?? 0
  works = ids.get('Quillfeather Works') ?? 0
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set('2026-06-10T15:00:00Z')
  parent = await app.createOrganization({ name: 'Riverbend' })
  chapter = await app.createOrganization({ name: 'Riverbend North', parent_id: parent, type: 'chapter' })
  token = await app.signIn(await app.createMember(parent, 'write'))
  ofChapter = await app.signIn(await app.createMember(chapter, 'write'))
})

const form = (more: object = {}) => ({
  name: 'Spring',
  company_id: mills,
  startDate: '2026-06-01',
  endDate: '2026-06-30',
  matchRatio: '2:1',
  ...more,
})
const create = async (more: object = {}, id = parent, by = token) =>
  (await app.call(campaigns.createCampaign, { params: { id }, body: form(more) }, { token: by })).campaign
const refusedCreate = (more: object, id = parent) =>
  app.refusal(campaigns.createCampaign, { params: { id }, body: form(more) }, { token })
const at = (campaignId: number, id = parent) => ({ params: { id, campaignId } })
const change = (campaignId: number, more: object) =>
  app.call(campaigns.updateCampaign, { ...at(campaignId), body: form(more) }, { token })
const list = (id = parent, by = token) => app.call(campaigns.listCampaigns, { params: { id } }, { token: by })
const get = async (campaignId: number, id = parent, by = token) =>
  (await app.call(campaigns.getCampaign, at(campaignId, id), { token: by })).campaign
const end = (campaignId: number) => app.call(campaigns.endCampaign, at(campaignId), { token })
const remove = (campaignId: number) => app.call(campaigns.deleteCampaign, at(campaignId), { token })
const restore = (campaignId: number) => app.call(campaigns.restoreCampaign, at(campaignId), { token })

let count = 0
const give = async (more: object = {}, id = parent, by = token) =>
  (
    await app.call(
      donationChanges.createDonation,
      {
        params: { id },
        body: {
          donor_name: 'Ada Byron',
          donor_email: `ada${++count}@example.net`,
          amount: 50,
          donated_at: '2026-06-05',
          company_id: mills,
          ...more,
        },
      },
      { token: by },
    )
  ).donation
const getDonation = async (id: number, by = token) =>
  (await app.call(donations.getDonation, { params: { id } }, { token: by })).donation
const trail = () =>
  app.query<{ action: string }>(
    `SELECT action, before, after FROM audit_events WHERE organization_id = $1 AND subject = 'campaign' ORDER BY id`,
    [parent],
  )

describe('a campaign', () => {
  test('is created with the fields of the specification, and listed with its company and state', async () => {
    const made = await create({ minAmount: '0', maxAmount: '$1,500.50', groupSubmit: true, message: ' Thanks ' })
    expect(made).toMatchObject({
      name: 'Spring',
      company: { id: mills, name: 'Harrowgate Mills' },
      startDate: '2026-06-01',
      endDate: '2026-06-30',
      minAmount: 0,
      maxAmount: 1_500.5,
      matchRatio: '2:1',
      groupSubmit: true,
      billEligible: true,
      billProcessed: true,
      message: 'Thanks',
      state: 'running',
    })
    await create({ name: 'Summer', startDate: '2026-07-01', endDate: '2026-08-31', minAmount: '', maxAmount: null })
    const { campaigns: listed, total, inherited } = await list()
    expect(listed.map(({ name, state, minAmount }) => [name, state, minAmount])).toEqual([
      ['Summer', 'upcoming', null],
      ['Spring', 'running', 0],
    ])
    expect([total, inherited]).toEqual([2, []])
    expect(await trail()).toMatchObject([
      { action: 'created', after: { name: 'Spring', maximum: '1500.50', company: 'Harrowgate Mills' } },
      { action: 'created', after: { minimum: 'the company’s' } },
    ])
  })

  test.each([
    [{ name: ' ' }, 'name', campaigns.campaignMessages.name],
    [{ matchRatio: 'double' }, 'matchRatio', campaigns.campaignMessages.ratio],
    [{ matchRatio: '2:0' }, 'matchRatio', campaigns.campaignMessages.ratio],
    [{ minAmount: '-1' }, 'minAmount', campaigns.campaignMessages.limit],
    [{ maxAmount: 'lots' }, 'maxAmount', campaigns.campaignMessages.limit],
    [{ startDate: '2026-07-01' }, 'endDate', campaigns.campaignMessages.order],
    [{ startDate: 'soon' }, 'startDate', 'Use a date like 2026-11-20'],
    [{ startDate: '' }, 'startDate', 'Choose a date'],
    [{ company_id: 987_654_321 }, 'company_id', campaigns.campaignMessages.unknownCompany],
  ])('with %j is refused with an error on its field', async (more, field, message) => {
    const refused = await refusedCreate(more)
    expect([refused.status, refused.fields?.[field]]).toEqual([422, message])
  })

  test.each(['', '1:1', '2:1', '1.5:1', '.5:1'])('accepts the ratio "%s"', async (matchRatio) => {
    expect((await create({ matchRatio })).matchRatio).toBe(matchRatio)
  })

  test('for the same company on the same day is refused with the name of the other', async () => {
    await create()
    const refused = await refusedCreate({ name: 'June', startDate: '2026-06-30', endDate: '2026-07-31' })
    expect(refused.status).toBe(409)
    expect(refused.message).toBe(
      '“Spring” runs for Harrowgate Mills from June 1, 2026 to June 30, 2026. Two campaigns for one company cannot share a day.',
    )
    expect(refused.fields?.startDate).toBe(refused.message)
    await create({ name: 'July', startDate: '2026-07-01', endDate: '2026-07-31' })
    await create({ name: 'Works', company_id: works })
    const everybody = await create({ name: 'Everybody', company_id: null })
    expect((await refusedCreate({ name: 'All', company_id: null })).message).toContain(
      '“Everybody” runs for every company',
    )
    expect(everybody.company).toBeNull()
  })

  test('is created once for concurrent requests', async () => {
    const sent = await Promise.all(
      [1, 2, 3].map(() => app.sendRoute(campaigns.createCampaign, { params: { id: parent }, body: form() }, { token })),
    )
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('can be changed unless another user changed it since it was opened', async () => {
    const made = await create()
    await change(made.id, { name: 'Spring match', version: made.version })
    const lost = await app.refusal(
      campaigns.updateCampaign,
      { ...at(made.id), body: form({ version: made.version }) },
      { token },
    )
    expect([lost.status, lost.message]).toEqual([409, campaigns.campaignMessages.lost])
    expect(await trail()).toMatchObject([
      { action: 'created' },
      { action: 'changed', before: { name: 'Spring' }, after: { name: 'Spring match' } },
    ])
  })

  test('can be ended today, and the end can be undone', async () => {
    const { id } = await create()
    await end(id)
    expect(await get(id)).toMatchObject({ endDate: '2026-06-10', ended_from: '2026-06-30', state: 'running' })
    await end(id)
    clock.advance({ days: 1 })
    token = await app.signIn(await app.createMember(parent, 'write'))
    const over = await app.refusal(campaigns.endCampaign, at(id), { token })
    expect(over.message).toBe(campaigns.campaignMessages.over)
    await restore(id)
    expect(await get(id)).toMatchObject({ endDate: '2026-06-30', ended_from: null })
    const nothing = await app.refusal(campaigns.restoreCampaign, at(id), { token })
    expect(nothing.message).toBe(campaigns.campaignMessages.nothingToUndo)
    expect((await trail()).map(({ action }) => action)).toEqual(['created', 'ended', 'brought back'])
  })

  test('that has not begun can be deleted, not ended', async () => {
    const { id } = await create({ startDate: '2026-06-11' })
    const refused = await app.refusal(campaigns.endCampaign, at(id), { token })
    expect(refused.message).toBe(campaigns.campaignMessages.notBegun)
  })

  test('that was deleted can be restored unless another one overlaps it now', async () => {
    const { id } = await create()
    await remove(id)
    await remove(id)
    expect(await list()).toMatchObject({ campaigns: [], total: 0, deleted: [{ id, state: 'deleted' }] })
    expect((await get(id)).state).toBe('deleted')
    const changed = await app.refusal(campaigns.updateCampaign, { ...at(id), body: form() }, { token })
    expect(changed.message).toBe(campaigns.campaignMessages.deleted)
    const other = await create({ name: 'Another' })
    const refused = await app.refusal(campaigns.restoreCampaign, at(id), { token })
    expect(refused.message).toContain('“Another” runs for Harrowgate Mills')
    await remove(other.id)
    await restore(id)
    expect(await get(id)).toMatchObject({ state: 'running', matchRatio: '2:1' })
    expect((await list()).deleted.map(({ name }) => name)).toEqual(['Another'])
    expect((await trail()).map(({ action }) => action)).toEqual([
      'created',
      'deleted',
      'created',
      'deleted',
      'brought back',
    ])
  })
})

describe('gifts', () => {
  test('are evaluated with the campaign in force on their day, and existing ones do not change', async () => {
    const before = await give()
    expect([before.matched, before.campaign_id]).toEqual([50, null])
    const { id } = await create()
    expect((await getDonation(before.id)).matched).toBe(50)
    const covered = await give()
    expect(covered).toMatchObject({ matched: 100, campaign_id: id, campaign_name: 'Spring' })
    expect(covered.why?.trace.find(({ rule }) => rule === 'campaign')?.text).toContain('“Spring”')
    expect((await give({ donated_at: '2026-05-31' })).campaign_id).toBeNull()
    expect((await give({ company_id: works })).campaign_id).toBeNull()
    await change(id, { matchRatio: '3:1' })
    expect((await getDonation(covered.id)).matched).toBe(100)
    expect((await give()).matched).toBe(150)
  })

  test("use the company's limits if the campaign's are blank, and none if they are 0", async () => {
    await create({ minAmount: '', maxAmount: '' })
    await create({ name: 'Works', company_id: works, minAmount: '0', maxAmount: '30' })
    expect((await give({ amount: 10 })).status_id).toBe(10)
    expect((await give({ amount: 90 })).matched).toBe(100)
    expect(await give({ amount: 10, company_id: works })).toMatchObject({ status_id: 7, matched: 20 })
    expect((await give({ amount: 90, company_id: works })).matched).toBe(30)
  })

  test('wait for the nonprofit in a group campaign, and Next Steps explains it', async () => {
    const { id } = await create({ groupSubmit: true })
    expect(await give()).toMatchObject({ status_id: 3, campaign_id: id })
    expect((await give()).next_steps).toContain('submit this campaign’s gifts to Harrowgate Mills together')
  })

  test("after a campaign ended or was deleted follow the company's rules; earlier ones keep its name", async () => {
    const { id } = await create()
    const covered = await give()
    await remove(id)
    expect((await give()).campaign_id).toBeNull()
    expect(await getDonation(covered.id)).toMatchObject({ campaign_id: id, campaign_name: 'Spring', matched: 100 })
  })

  test("of a chapter use its own campaign before the parent's, which chapters can read but not change", async () => {
    const { id } = await create({ message: 'Twice as much this month.' })
    expect((await list(chapter, ofChapter)).inherited).toMatchObject([{ id, organization: { name: 'Riverbend' } }])
    expect((await get(id, chapter, ofChapter)).name).toBe('Spring')
    const given = await give({}, chapter, ofChapter)
    expect([given.matched, given.campaign_name]).toEqual([100, 'Spring'])
    const refused = await app.refusal(campaigns.deleteCampaign, at(id, chapter), { token: ofChapter })
    expect([refused.status, refused.message]).toEqual([409, campaigns.campaignMessages.inherited])
    const own = await create({ name: 'North', matchRatio: '3:1' }, chapter, ofChapter)
    expect(await give({}, chapter, ofChapter)).toMatchObject({ matched: 150, campaign_id: own.id })
    expect((await list()).campaigns.map(({ organization }) => organization.name)).toEqual([
      'Riverbend North',
      'Riverbend',
    ])
    await change(own.id, { name: 'North, by the parent', company_id: works })
    expect((await get(own.id, chapter, ofChapter)).name).toBe('North, by the parent')
    const stranger = await app.createOrganization()
    const theirs = await app.signIn(await app.createMember(stranger, 'admin'))
    const outside = await app.refusal(campaigns.getCampaign, at(id, stranger), { token: theirs })
    expect(outside.status).toBe(404)
  })

  test("show donors the message of the campaign or the parent's, and none of a deleted one", async () => {
    const { id } = await create({ message: 'Twice as much this month.' })
    const given = await give({}, chapter, ofChapter)
    const tenant = grantTenant(chapter, [chapter])
    const facts = () =>
      inTenant(app.platform.database, tenant, (db) =>
        findMatchFacts(db, { organizationId: chapter, donationId: given.id, donorId: given.donor_id, now: clock() }),
      )
    expect((await facts())?.campaign).toEqual({ name: 'Spring', message: 'Twice as much this month.' })
    await remove(id)
    expect((await facts())?.campaign).toBeNull()
  })
})

describe('the results of a campaign', () => {
  const results = async (campaignId: number, id = parent, by = token) =>
    app.call(campaigns.getCampaignResults, at(campaignId, id), { token: by })
  const move = (ids: number[], status: number) =>
    app.query(
      `DO $$ BEGIN SET LOCAL session_replication_role = replica;
       UPDATE donations SET status_id = ${status} WHERE id IN (${ids.join()}); END $$`,
    )

  test('are listed by status, in total and by day, with chapters and separate currencies', async () => {
    const { id } = await create()
    const [first, second, third] = [await give(), await give(), await give({ donated_at: '2026-06-07' })]
    await give({}, chapter, ofChapter)
    await give({ donated_at: '2026-05-31' })
    await move([first.id], 4)
    await move([second.id], 1)
    await move([third.id], 21)
    await app.query(`UPDATE donations SET currency = 'CAD' WHERE id = $1`, [second.id])
    await app.query(
      `DO $$ BEGIN SET LOCAL session_replication_role = replica;
       UPDATE donations SET received_cents = 7550, received_at = '2026-06-14T12:00:00Z' WHERE id = ${second.id}; END $$`,
    )
    const { total, money, days, by, currency } = await results(id)
    expect(money).toEqual({ received: 0, other_received: { CAD: 75.5 }, matches: 1 })
    expect([by, currency]).toEqual(['day', 'USD'])
    expect(total).toMatchObject({
      received: { count: 1, sum: 0, other_sums: { CAD: 50 }, matched: 0, other_matched: { CAD: 100 } },
      with_company: { count: 1, sum: 50, matched: 100 },
      open: { count: 1, sum: 50, matched: 100 },
      closed: { count: 1, sum: 50 },
    })
    expect(days.map(({ day, open, closed }) => [day, open.count, closed.count])).toEqual([
      ['2026-06-05', 1, 0],
      ['2026-06-07', 0, 1],
    ])
    expect((await results(id, chapter, ofChapter)).total.open).toMatchObject({ count: 1, matched: 100 })
  })

  test('are listed by month for a long one, and are empty for a new one', async () => {
    const { id } = await create({ startDate: '2025-01-01', endDate: '2026-12-31' })
    expect(await results(id)).toMatchObject({ by: 'month', days: [], total: { open: { count: 0 } } })
    await give()
    expect((await results(id)).days.map(({ day }) => day)).toEqual(['2026-06-01'])
  })
})

describe('gifts that are submitted together', () => {
  const group = (campaignId: number) => app.call(campaignGroups.getCampaignGroup, at(campaignId), { token })
  const body = async (campaignId: number, more: object = {}) => {
    const [list] = (await group(campaignId)).waiting
    return { company_id: mills, gifts: list?.gifts ?? 0, newest_id: list?.newest_id ?? 0, send_to: '', ...more }
  }
  const submit = async (campaignId: number, more: object = {}) =>
    app.call(campaignGroups.submitGroup, { ...at(campaignId), body: await body(campaignId, more) }, { token })
  const letters = () => app.query("SELECT recipient, parameters, send_at FROM account_mails WHERE kind = 'group-list'")
  const inGroup = async () => {
    const { id } = await create({ groupSubmit: true })
    const gifts = [await give(), await give({ amount: 100 }), await give({}, chapter, ofChapter)]
    return { id, gifts }
  }

  test('wait in one list for the company with its totals, including chapters', async () => {
    const { id } = await inGroup()
    await give({ donated_at: '2026-05-30' })
    expect((await group(id)).waiting).toMatchObject([
      {
        company: { id: mills, name: 'Harrowgate Mills' },
        contact_email: '',
        gifts: 3,
        donors: 3,
        sums: [{ currency: 'USD', amount: 200, matched: 400 }],
      },
    ])
  })

  test('move to Submitted with their list once, with an audit entry', async () => {
    const { id, gifts } = await inGroup()
    const asked = { ...at(id), body: await body(id) }
    const pressed = await Promise.all([1, 2].map(() => app.sendRoute(campaignGroups.submitGroup, asked, { token })))
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409])
    const { waiting, submissions } = await group(id)
    expect([waiting, submissions.length]).toEqual([[], 1])
    expect(submissions[0]).toMatchObject({
      gifts: 3,
      state: 'made',
      sent_to: '',
      company: { name: 'Harrowgate Mills' },
    })
    expect((await getDonation(gifts[0]?.id ?? 0)).status_id).toBe(4)
    expect((await trail()).map(({ action }) => action)).toEqual(['created', 'submitted gifts of'])
    expect(await letters()).toEqual([])
  })

  test('are refused if others wait than those that were reviewed', async () => {
    const { id } = await inGroup()
    const seen = await body(id)
    await give()
    const refused = await app.refusal(campaignGroups.submitGroup, { ...at(id), body: seen }, { token })
    expect([refused.status, refused.message]).toEqual([409, campaigns.campaignMessages.otherGifts])
  })

  test('are emailed to the company once, after the undo period', async () => {
    const { id } = await inGroup()
    await app.query(`UPDATE organizations SET ein = '12-3456789' WHERE id = ANY ($1)`, [[parent, chapter]])
    const { submission_id, submissions } = await submit(id, { send_to: 'giving@example.com' })
    expect(submissions[0]?.state).toBe('waiting')
    const [letter] = await letters()
    expect(letter).toMatchObject({ recipient: 'giving@example.com', send_at: new Date('2026-06-10T15:00:20Z') })
    const prepareEmail = () =>
      acrossOrganizations(app.platform.database, (db) =>
        Promise.resolve(
          groupListEmail.prepare({
            platform: app.platform,
            db,
            now: clock(),
            recipient: '',
            locale: 'fr-CA',
            parameters: { organizationId: parent, submissionId: submission_id },
          }),
        ),
      )
    const mail = await prepareEmail()
    if (!mail) throw new Error('nothing was said')
    const linesIn = (language: string) =>
      [languageOf(language).letters['group-list'](mail.about).before].flat().join('\n').split('\n').slice(1, 3)
    expect(linesIn('en')).toEqual([
      'Riverbend (EIN 12-3456789): 2 gifts from 2 employees, 150,00\u00a0$\u00a0US given, 300,00\u00a0$\u00a0US requested in matches',
      'Riverbend North (EIN 12-3456789): 1 gift from 1 employee, 50,00\u00a0$\u00a0US given, 100,00\u00a0$\u00a0US requested in matches',
    ])
    expect(linesIn('fr')[1]).toBe(
      'Riverbend North (EIN 12-3456789)\u00a0: 1 don de 1 membre du personnel, 50,00\u00a0$\u00a0US donnés, 100,00\u00a0$\u00a0US demandés en jumelage',
    )
    expect(mail.attachment?.content).toContain('Ada Byron')
    await app.call(
      campaignGroups.undoGroup,
      { params: { id: parent, campaignId: id, submissionId: submission_id } },
      { token },
    )
    expect(await prepareEmail()).toBeNull()
  })

  test('wait again if their list is undone within seconds, but not later', async () => {
    const { id, gifts } = await inGroup()
    const { submission_id } = await submit(id)
    const undo = { params: { id: parent, campaignId: id, submissionId: submission_id } }
    const back = await app.call(campaignGroups.undoGroup, undo, { token })
    expect(back).toMatchObject({ waiting: [{ gifts: 3 }], submissions: [{ state: 'undone', may_undo: false }] })
    expect((await getDonation(gifts[0]?.id ?? 0)).status_id).toBe(3)
    await app.call(campaignGroups.undoGroup, undo, { token })
    const again = await submit(id)
    clock.advance({ seconds: 30 })
    const late = await app.refusal(
      campaignGroups.undoGroup,
      { params: { ...undo.params, submissionId: again.submission_id } },
      { token },
    )
    expect(late.status).toBe(410)
  })

  test('are downloaded as CSV and as a workbook, safe for spreadsheet programs', async () => {
    const { id } = await create({ groupSubmit: true })
    await give({ donor_name: '=HYPERLINK("x")' })
    await app.query(`UPDATE organizations SET ein = '12-3456789' WHERE id = $1`, [parent])
    const { submission_id } = await submit(id)
    const input = { params: { id: parent, campaignId: id, submissionId: submission_id } }
    const csv = await (await app.sendRoute(campaignGroups.downloadGroupCsv, input, { token })).text()
    expect(
      csv
        .split('\n')
        .slice(1, 3)
        .map((line) => line.trim()),
    ).toEqual([
      expect.stringContaining(`"'=HYPERLINK(""x"")"`),
      'Total,,,"1 employee, 1 gift",,50.00,100.00,USD,Riverbend,12-3456789',
    ])
    const book = read(
      Buffer.from(await (await app.sendRoute(campaignGroups.downloadGroupXlsx, input, { token })).arrayBuffer()),
    )
    expect(book.Sheets['Gifts']?.['D2']).toMatchObject({ t: 's', v: '=HYPERLINK("x")' })
    expect(book.Sheets['Gifts']?.['F2']).toMatchObject({ t: 'n', v: 50, w: '50.00' })
    const stranger = await app.createOrganization()
    const theirs = await app.signIn(await app.createMember(stranger, 'admin'))
    const params = { ...input.params, id: stranger }
    expect((await app.sendRoute(campaignGroups.downloadGroupCsv, { params }, { token: theirs })).status).toBe(404)
  })
})

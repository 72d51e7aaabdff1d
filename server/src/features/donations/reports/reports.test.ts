import * as xlsx from '@e965/xlsx'
import { apiKeys, audit, campaigns, donations, readyReports, reports } from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

const { reportMessages } = reports

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
  org = await app.createOrganization({ name: 'Riverbend', ein: '12-3456789' })
  ada = await app.signIn(await app.createMember(org, 'write'))
  ben = await app.signIn(await app.createMember(org, 'write'))
  reader = await app.signIn(await app.createMember(org, 'read'))
  admin = await app.signIn(await app.createMember(org, 'admin'))
})

type Given = Partial<Parameters<typeof reports.reportForm.parse>[0] & object> & Record<string, unknown>
const columns = { 'users.name': 'Who', amount: '' }
const save = async (given: Given, token: string, id = org) => {
  const body = { name: 'Close by', columns, ...given } as never
  return (await app.call(reports.saveReport, { params: { id }, body }, { token })).report
}
const refuseSave = (given: Given, token: string, id = org) =>
  app.refusal(reports.saveReport, { params: { id }, body: { name: 'Close by', columns, ...given } as never }, { token })
const seen = (token: string, id = org) => app.call(reports.listReports, { params: { id } }, { token })
const namesOf = async (token: string, id = org) => {
  const { reports: own, sharedReports } = await seen(token, id)
  return [own.map(({ name }) => name), sharedReports.map(({ name }) => name)]
}
const remove = (id: number, token: string) => app.call(reports.deleteReport, { params: { id } }, { token })
const refuseRemoval = (id: number, token: string) => app.refusal(reports.deleteReport, { params: { id } }, { token })

describe('a report', () => {
  test('keeps its columns in order, filters, days and sort order, and is visible to its creator only', async () => {
    const definition = {
      columns: {
        'users.name': 'Who',
        'statuses.name': '',
        amount: 'Gift',
        days_to_payment: '',
        'custom.table': 'Table',
      },
      filters: { amount: '>25', 'companies.name': 'mills', include_inert: 1, date_from: '2026-01-01' },
      sort_field: 'amount',
      ascending: true,
    }
    const made = await save({ ...definition, scope: 'personal' }, ada)
    const { reports: own } = await seen(ada)
    expect(own).toMatchObject([
      {
        id: made.id,
        organization_id: org,
        name: 'Close by',
        scope: 'personal',
        ...definition,
        filters: { ...definition.filters, date_to: '2200-01-01' },
        downloads: 0,
        may_change: true,
      },
    ])
    expect(Object.keys(own[0]?.columns ?? {})).toEqual(Object.keys(definition.columns))
    expect(await namesOf(ben)).toEqual([[], []])
    expect((await refuseRemoval(made.id, ben)).status).toBe(404)
    expect((await save({}, ada)).filters).toMatchObject({
      include_inert: 0,
      date_from: '2000-01-01',
      date_to: '2200-01-01',
    })
  })

  test('requires a name, a column and valid filters', async () => {
    expect((await refuseSave({ name: ' ' }, ada)).fields).toEqual({ name: reportMessages.name })
    for (const columns of [{}, undefined])
      expect((await refuseSave({ columns }, ada)).fields).toEqual({ columns: reportMessages.columns })
    const wrong = [
      { columns: { 'users.password': '' } },
      { columns: { 'custom.history': '' } },
      { filters: { amount: '1-2-3' } },
      { filters: { 'companies.name': 'a\u0000b' } },
      { columns: { amount: 'a\u0000b' } },
      { name: 'a\u0000b' },
      { filters: { amount: '>1-5' } },
      { filters: { 'users.name': 'x'.repeat(201) } },
      { filters: { date_from: '2026-02-01', date_to: '2026-01-01' } },
      { sort_field: 'custom.table' },
      { scope: 'everybody' },
      { columns: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`custom.c${n}`, ''])) },
    ]
    for (const given of wrong) expect((await refuseSave(given, ada)).status, JSON.stringify(given)).toBe(422)
  })

  test('that is shared is visible to the organization, and editable by its creator and administrators', async () => {
    const { id } = await save({ scope: 'organization' }, ada)
    expect(await namesOf(ada)).toEqual([['Close by'], []])
    expect(await namesOf(reader)).toEqual([[], ['Close by']])
    for (const token of [ben, reader]) {
      const refused = await refuseSave({ id, name: 'Mine', scope: 'organization' }, token)
      expect(refused.status).toBe(403)
      expect((await refuseRemoval(id, token)).status).toBe(403)
    }
    expect((await refuseSave({ id, scope: 'organization' }, ben)).message).toBe(reportMessages.notYours)
    await save({ id, name: 'All of us', scope: 'organization' }, admin)
    expect((await refuseSave({ id, scope: 'personal' }, admin)).status, 'out of its maker’s hands').toBe(403)
    expect(await namesOf(ben)).toEqual([[], ['All of us']])
    await save({ id, scope: 'personal' }, ada)
    expect(await namesOf(ben)).toEqual([[], []])
    const query = { subject: 'report' }
    const { events } = await app.call(audit.listAudit, { params: { id: org }, query }, { token: admin })
    expect(events.map(({ action }) => action).sort()).toEqual(['changed', 'changed', 'saved'])
  })

  test('lists the campaign, upload, donor and chapter of its filters that no longer exist', async () => {
    const upload = await app.createImport({ organization: org, state: 'done' })
    const body = { name: 'Spring', startDate: '2026-03-01', endDate: '2026-05-31' }
    const { campaign } = await app.call(campaigns.createCampaign, { params: { id: org }, body }, { token: ada })
    const donor = await app.createDonor({ organization: org, name: 'Dana' })
    await save({ filters: { campaignId: campaign.id, importId: upload, donorId: donor, organizationId: org } }, ada)
    const gone = async () => (await seen(ada)).reports.map((report) => report.gone)
    expect(await gone()).toEqual([[]])
    const params = { id: org, campaignId: campaign.id }
    await app.call(campaigns.deleteCampaign, { params }, { token: ada })
    await app.query("UPDATE imports SET state = 'undone' WHERE id = $1", [upload])
    await app.query('DELETE FROM donors WHERE id = $1', [donor])
    const left = await app.createOrganization()
    await save({ name: 'Of a chapter that left', filters: { organizationId: left } }, ada)
    expect(await gone()).toEqual([['campaign', 'upload', 'donor'], ['organization']])
  })

  test('applies the filters of the list, and the last days up to today', async () => {
    const dana = await app.createDonor({ organization: org, name: 'Dana', email: 'dana@example.org' })
    await app.createDonation({ organization: org, donor: 'Dana', email: 'dana@example.org', at: '2026-05-12 10:00' })
    await app.createDonation({ organization: org, donor: 'Other', at: '2026-05-11 23:00' })
    const whose = async (filters: object) => {
      const body = { columns: { 'users.name': '' }, filters } as never
      const { rows } = await app.call(reports.previewReport, { params: { id: org }, body }, { token: ada })
      return rows.map(({ cells }) => cells[0]).sort()
    }
    expect(await whose({})).toEqual(['Dana', 'Other'])
    expect(await whose({ donorId: dana })).toEqual(['Dana'])
    expect(await whose({ donorNameEmail: 'dana@' })).toEqual(['Dana'])
    expect(await whose({ donorNameEmail: 'dana', 'users.name': 'other' })).toEqual([])
    expect(await whose({ last_days: 30 })).toEqual(['Dana'])
    expect(await whose({ last_days: 31 })).toEqual(['Dana', 'Other'])
    expect(await whose({ campaignKnown: 'yes' })).toEqual([])
    clock.advance({ seconds: 86_400 })
    ada = await app.signIn(await app.createMember(org, 'write'))
    expect(await whose({ last_days: 30 }), 'a day later').toEqual([])
  })

  test('can be private for read-only users, who cannot share it', async () => {
    await save({}, reader)
    expect(await namesOf(reader)).toEqual([['Close by'], []])
    const refused = await refuseSave({ scope: 'full_org' }, reader)
    expect([refused.status, refused.message]).toEqual([403, reportMessages.share])
  })

  test("shared with chapters is visible there, editable in the parent only, and runs on the caller's gifts", async () => {
    const chapter = await app.createOrganization({ parent_id: org, name: 'North' })
    const stranger = await app.createOrganization()
    const theirs = await app.signIn(await app.createMember(chapter, 'admin'))
    const strangers = await app.signIn(await app.createMember(stranger, 'admin'))
    await app.createDonation({ organization: org, donor: 'Of the parent', cents: 1_000 })
    await app.createDonation({ organization: chapter, donor: 'Of the chapter', cents: 2_000 })
    const { id } = await save({ name: 'For all', scope: 'full_org' }, ada)
    const alone = await save({ name: 'For us', scope: 'organization' }, ada)
    expect(await namesOf(theirs, chapter)).toEqual([[], ['For all']])
    expect((await seen(theirs, chapter)).sharedReports).toMatchObject([{ organization_id: org, may_change: false }])
    expect((await refuseRemoval(id, theirs)).status).toBe(404)
    expect((await refuseSave({ id, name: 'Taken' }, theirs, chapter)).status).toBe(404)
    expect(await whosIn(id, theirs, chapter)).toEqual(['Of the chapter'])
    expect((await whosIn(id, ada)).sort()).toEqual(['Of the chapter', 'Of the parent'])
    expect((await seen(theirs, chapter)).sharedReports, 'a chapter’s download counts').toMatchObject([{ downloads: 2 }])
    for (const [report, token, at] of [
      [alone.id, theirs, chapter],
      [id, strangers, stranger],
      [alone.id, strangers, stranger],
    ] as const) {
      const query = { report_id: report }
      const refused = await app.refusal(donations.getDonationsCsvTicket, { params: { id: at }, query }, { token })
      expect(refused.status).toBe(404)
      expect((await refuseRemoval(report, token)).status).toBe(404)
    }
  })

  test('can be restored for a day after deletion', async () => {
    const { id } = await save({}, ada)
    await remove(id, ada)
    expect(await namesOf(ada)).toEqual([[], []])
    expect((await refuseRemoval(id, ada)).status).toBe(404)
    await app.call(reports.restoreReport, { params: { id } }, { token: ada })
    expect(await namesOf(ada)).toEqual([['Close by'], []])
    await remove(id, ada)
    await app.query("UPDATE reports SET deleted_at = deleted_at - interval '25 hours' WHERE id = $1", [id])
    const late = await app.refusal(reports.restoreReport, { params: { id } }, { token: ada })
    expect([late.status, late.message]).toEqual([410, reportMessages.late])
  })

  test('is limited to 150', async () => {
    await app.query(
      `INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at)
       SELECT $1, (SELECT min(user_id) FROM members WHERE organization_id = $1), 'organization', 'R' || n, '{}', now()
       FROM generate_series(1, 150) n`,
      [org],
    )
    expect((await refuseSave({ scope: 'organization' }, ada)).message).toBe(reportMessages.tooMany)
    await save({}, ada)
  })
})

async function linkTo(id: number, token: string, at = org, format: 'csv' | 'xlsx' = 'csv'): Promise<string> {
  const query = { report_id: id, format }
  return (await app.call(donations.getDonationsCsvTicket, { params: { id: at }, query }, { token })).url
}
const rowsIn = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true })
const fileOf = async (id: number, token: string, at = org) =>
  rowsIn(await (await app.send('GET', await linkTo(id, token, at))).text())
const whosIn = async (id: number, token: string, at = org) => (await fileOf(id, token, at)).map(({ Who }) => Who)

const run = (given: Record<string, unknown>, token = reader) =>
  app.call(reports.previewReport, { params: { id: org }, body: { columns, ...given } as never }, { token })
const found = async (filters: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  (await run({ filters, ...more })).rows.map(({ cells }) => cells[0])
const sum = (filters: Record<string, unknown>, by?: reports.Grouping) =>
  app.call(
    reports.sumReport,
    { params: { id: org }, body: { filters, ...(by ? { by } : {}) } as never },
    { token: reader },
  )

describe('the result of a report', () => {
  beforeEach(async () => {
    const acme = await app.createCompany({ name: `Acme Mills ${org}` })
    const [ann, bob, cho] = await app.createDonations([
      {
        organization: org,
        donor: 'Ann Añez',
        cents: 2_500,
        at: '2026-01-05 10:00',
        company: acme,
        estimatedCents: 2_500,
        status: 4,
      },
      { organization: org, donor: 'Bob', cents: 10_000, at: '2026-02-05 10:00', employer: 'Tiny Bakery', status: 23 },
      {
        organization: org,
        donor: 'Cho',
        cents: 7_550,
        at: '2026-02-06 10:00',
        company: acme,
        estimatedCents: 7_000,
        status: 1,
      },
      {
        organization: org,
        donor: 'Dee',
        cents: 100,
        at: '2026-03-06 10:00',
        currency: 'CAD',
        estimatedCents: 100,
        status: 7,
      },
    ])
    await app.query(`UPDATE donors SET city = 'Zürich', state = 'IL' WHERE organization_id = $1 AND name = 'Bob'`, [
      org,
    ])
    await app.query(`UPDATE donations SET inert = true WHERE id = $1`, [bob])
    await app.query(`UPDATE donations SET custom = '{"campaign":"Spring","table":"=7"}' WHERE id = $1`, [ann])
    await app.query(`UPDATE donations SET received_cents = 5000, received_at = '2026-03-08T12:00:00Z' WHERE id = $1`, [
      cho,
    ])
  })

  test('filters by column text and days, and by whether external matches are included', async () => {
    const all = { include_inert: 1 }
    const cases: readonly (readonly [Record<string, unknown>, string[]])[] = [
      [{}, ['Dee', 'Cho', 'Ann Añez']],
      [all, ['Dee', 'Cho', 'Bob', 'Ann Añez']],
      [{ ...all, amount: '25' }, ['Ann Añez']],
      [{ ...all, amount: '>25' }, ['Cho', 'Bob']],
      [{ ...all, amount: '$25 - 75.50' }, ['Cho', 'Ann Añez']],
      [{ ...all, amount: '<=1' }, ['Dee']],
      [{ ...all, 'users.name': 'anez' }, ['Ann Añez']],
      [{ ...all, 'users.name': 'example.org' }, []],
      [{ ...all, 'users.email': 'EXAMPLE.org', 'users.name': 'cho' }, ['Cho']],
      [{ ...all, 'addresses.city': 'zurich' }, ['Bob']],
      [{ ...all, 'addresses.state': 'il' }, ['Bob']],
      [{ ...all, 'companies.name': 'acme' }, ['Cho', 'Ann Añez']],
      [{ ...all, 'companies.name': 'bakery' }, ['Bob']],
      [{ ...all, 'organizations.ein': '3456' }, ['Dee', 'Cho', 'Bob', 'Ann Añez']],
      [{ ...all, 'organizations.ein': '999' }, []],
      [{ date_from: '2026-02-06', date_to: '2026-03-05' }, ['Cho']],
      [{ status: '4,1' }, ['Cho', 'Ann Añez']],
      [{ 'users.name': "%' OR 1=1 --" }, []],
    ]
    for (const [filters, names] of cases) expect(await found(filters), JSON.stringify(filters)).toEqual(names)
    expect(await found(all, { sort_field: 'users.name', ascending: true })).toEqual(['Ann Añez', 'Bob', 'Cho', 'Dee'])
    expect(await found({}, { sort_field: 'received' })).toEqual(['Cho', 'Dee', 'Ann Añez'])
    const dayOfNone = { sort_field: 'received_day', columns: { 'users.name': '' } }
    expect((await found({}, dayOfNone))[0]).toBe('Cho')
  })

  test('can be limited to the employees of one company', async () => {
    const [acme] = (await sum({ employerKnown: 'yes' }, 'company')).groups
    expect(await found({ companyId: Number(acme?.key) })).toEqual(['Cho', 'Ann Añez'])
    expect(await found({ companyId: Number(acme?.key) + 1 })).toEqual([])
  })

  test('is grouped by payment month and by deadline week, from Sunday, in order', async () => {
    // The end of Saturday, June 20, in New York, and of June 21 in Los Angeles.
    for (const [name, end] of [
      ['Dee', '2026-06-21T04:00:00Z'],
      ['Ann Añez', '2026-06-22T07:00:00Z'],
    ]) {
      await app.query(
        `UPDATE donations d SET deadline_at = $3 FROM donors p WHERE p.organization_id = d.organization_id
         AND p.id = d.donor_id AND d.organization_id = $1 AND p.name = $2`,
        [org, name, end],
      )
    }
    const keys = async (by: reports.Grouping) => (await sum({}, by)).groups.map(({ key, label }) => [key, label])
    expect(await keys('deadline')).toEqual([
      ['2026-06-14', '2026-06-14'],
      ['2026-06-21', '2026-06-21'],
      ['', 'No deadline known'],
    ])
    expect(await keys('received')).toEqual([
      ['2026-03', '2026-03'],
      ['', 'Nothing received'],
    ])
  })

  test('has five built-in forms over chosen days, as rows and as a file', async () => {
    await app.query(
      `UPDATE donations SET deadline_at = '2026-07-01T04:00:00Z' WHERE organization_id = $1 AND status_id = 7`,
      [org],
    )
    await app.query(`UPDATE donations SET payment_state = 'part_paid' WHERE organization_id = $1 AND status_id = 1`, [
      org,
    ])
    const whose = async (id: reports.ReadyReportId, days: { dateFrom?: string; dateTo?: string } = {}) => {
      const { definition } = readyReports.readyReportsById[id]
      const filters = { ...definition.filters, ...(days.dateFrom ? { date_from: days.dateFrom } : {}) }
      const { rows, columns: shown } = await run({ ...definition, filters })
      const query = { ready: id, filters: days }
      const ticket = await app.call(donations.getDonationsCsvTicket, { params: { id: org }, query }, { token: reader })
      const file = await app.send('GET', ticket.url)
      expect(file.headers.get('content-disposition')).toContain(
        readyReports.readyReportsById[id].name.toLowerCase().replaceAll(' ', '-'),
      )
      const place = shown.findIndex((column) => column.id === 'users.name')
      const inFile = rowsIn(await file.text()).map((row) => row['Donor Name'])
      expect(inFile).toEqual(rows.map(({ cells }) => cells[place]))
      return inFile
    }
    expect(await whose('money-at-risk')).toEqual(['Dee'])
    expect(await whose('top-employers')).toEqual(['Cho', 'Ann Añez'])
    expect(await whose('unclaimed')).toEqual(['Dee'])
    expect(await whose('received')).toEqual(['Cho'])
    expect(await whose('campaigns', { dateFrom: '2026-02-01' })).toEqual(['Dee', 'Cho', 'Bob'])
    const query = { ready: 'received', filters: { dateFrom: '2026-02-01', dateTo: '2026-01-01' } } as const
    const refused = await app.refusal(
      donations.getDonationsCsvTicket,
      { params: { id: org }, query },
      { token: reader },
    )
    expect([refused.status, refused.message]).toEqual([422, reportMessages.days])
  })

  test('uses its own headings, with every available column', async () => {
    const every = Object.fromEntries([...reports.reportColumns.keys()].map((name) => [name, '']))
    const { columns: shown, rows } = await run({
      columns: { ...every, 'custom.table': '' },
      filters: { amount: '75.5' },
    })
    expect(shown.map(({ id }) => id)).toEqual([...reports.reportColumns.keys(), 'custom.table'])
    const row = Object.fromEntries(shown.map(({ id }, place) => [id, rows[0]?.cells[place]]))
    expect(row).toMatchObject({
      amount: '75.50',
      matched: '70.00',
      received: '50.00',
      received_day: '2026-03-08',
      days_to_payment: '30',
      'organizations.ein': '12-3456789',
      'statuses.name': 'Match Completed',
      inert: 'no',
      'custom.table': null,
    })
  })

  test('has sums that add up in every grouping, and each group links to its gifts', async () => {
    const { total, currency } = await sum({ include_inert: 1 })
    expect([currency, total]).toEqual([
      'USD',
      {
        gifts: 4,
        submitted_gifts: 2,
        received_gifts: 1,
        given: 200.5,
        estimated: 95,
        submitted: 95,
        received: 50,
        others: [{ currency: 'CAD', given: 1, estimated: 1, submitted: 0, received: 0 }],
      },
    ])
    for (const by of reports.groupings) {
      const grouped = await sum({ include_inert: 1 }, by)
      expect(grouped.total, by).toEqual(total)
      expect(
        grouped.groups.reduce((gifts, group) => gifts + group.gifts, 0),
        by,
      ).toBe(4)
      for (const { key, gifts } of grouped.groups) {
        const { rows } = await run({ filters: { include_inert: 1 }, group: { by, key } })
        expect(rows, `${by} ${key}`).toHaveLength(gifts)
      }
      for (const key of ["x' OR 1=1", '0000-01', '9'.repeat(20)]) {
        expect((await run({ group: { by, key } })).rows).toEqual([])
      }
    }
    const labels = async (by: reports.Grouping) =>
      (await sum({ include_inert: 1 }, by)).groups.map(({ label, gifts }) => [label, gifts])
    expect(await labels('month')).toEqual([
      ['2026-01', 1],
      ['2026-02', 2],
      ['2026-03', 1],
    ])
    expect(await labels('company')).toEqual([
      [`Acme Mills ${org}`, 2],
      ['No employer named', 1],
      ['Tiny Bakery', 1],
    ])
    expect(await labels('campaign')).toContainEqual(['Spring', 1])
    expect(await labels('chapter')).toEqual([['Riverbend', 4]])
  })

  test('lists the largest groups and counts the rest', async () => {
    await app.createDonations(
      Array.from({ length: 105 }, (_, n) => ({ organization: org, employer: `Shop ${n}`, cents: 100 })),
    )
    const { groups, more, total } = await sum({}, 'company')
    expect([groups.length, more, total.gifts]).toEqual([100, 7, 108])
  })

  test('is downloaded with its own headings, as a table and as a workbook, and counted', async () => {
    const definition = {
      name: 'Où: “the board”',
      columns: { 'users.name': 'Who', amount: '=Gift', received_day: '', 'custom.table': 'Table' },
      filters: { status: '4,1' },
      sort_field: 'amount',
      ascending: true,
    }
    const { id } = await save(definition, reader)
    const answer = await app.send('GET', await linkTo(id, reader))
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="ou-the-board-2026-06-10.csv"')
    const rows = [
      { Who: 'Ann Añez', "'=Gift": '25.00', 'Match received on': '', Table: "'=7" },
      { Who: 'Cho', "'=Gift": '75.50', 'Match received on': '2026-03-08', Table: '' },
    ]
    expect(rowsIn(await answer.text())).toEqual(rows)

    const workbook = await app.send('GET', await linkTo(id, reader, org, 'xlsx'))
    expect(workbook.headers.get('content-type')).toContain('spreadsheetml')
    const book = xlsx.read(Buffer.from(await workbook.arrayBuffer()), { cellDates: true, cellFormula: true })
    const sheet = book.Sheets['Gifts']
    expect(sheet && xlsx.utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      ['Who', '=Gift', 'Match received on', 'Table'],
      ['Ann Añez', 25, undefined, "'=7"],
      ['Cho', 75.5, new Date('2026-03-08T00:00:00Z')],
    ])
    expect((await seen(reader)).reports).toMatchObject([{ id, downloads: 2 }])
  })

  test('adds a currency column to files with several currencies', async () => {
    const definition = {
      columns: { 'users.name': 'Who', amount: 'Given', matched: '' },
      filters: { date_from: '2026-02-20' },
    }
    const read = async (given: Given): Promise<string[][]> => {
      const { id } = await save({ sort_field: 'users.name', ascending: true, ...given }, reader)
      return parse(await (await app.send('GET', await linkTo(id, reader))).text(), { bom: true })
    }
    expect(await read(definition)).toEqual([
      ['Who', 'Given', 'Currency', 'Estimated Match'],
      ['Dee', '1.00', 'CAD', '1.00'],
    ])
    expect((await read({ ...definition, filters: {} })).map((row) => row[2])).toEqual(['Currency', 'USD', 'USD', 'CAD'])
    expect((await read({ ...definition, filters: { status: '4,1' } }))[0]).toEqual(['Who', 'Given', 'Estimated Match'])
    expect((await read({ ...definition, columns: { ...definition.columns, currency: 'Money of' } }))[0]).toEqual([
      'Who',
      'Given',
      'Estimated Match',
      'Money of',
    ])
    expect((await read({ ...definition, columns: { 'users.name': '' } }))[0]).toEqual(['Donor Name'])

    const { id } = await save(definition, reader)
    const workbook = await app.send('GET', await linkTo(id, reader, org, 'xlsx'))
    const sheet = xlsx.read(Buffer.from(await workbook.arrayBuffer())).Sheets['Gifts']
    expect(sheet && xlsx.utils.sheet_to_json(sheet, { header: 1 })).toContainEqual(['Dee', 1, 'CAD', 1])
  })

  test('is not available to API keys if it is personal', async () => {
    const { id } = await save({ columns: { 'users.name': 'Who' } }, ada)
    const shared = await save({ columns: { 'users.name': 'Who' }, scope: 'organization' }, ada)
    const { api_key } = await app.call(apiKeys.createApiKey, { params: { id: org } }, { token: admin })
    const ask = (report_id: number) =>
      app.sendRoute(
        donations.getDonationsCsvTicket,
        { params: { id: org }, query: { report_id } },
        { token: api_key.key },
      )
    expect((await ask(id)).status).toBe(404)
    expect((await ask(shared.id)).status).toBe(200)
  })
})

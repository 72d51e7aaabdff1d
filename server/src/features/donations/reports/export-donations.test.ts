import { get } from 'node:http'
import { Readable } from 'node:stream'
import { donations } from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formulaGuard } from '../../../platform/security/formula-guard.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let ours: number
let token: string
let otherToken: string

beforeAll(async () => {
  app = await startTestApp()
  ours = await app.createOrganization({ name: '=Riverbend' })
  token = await app.signIn(await app.createMember(ours, 'read'))
  otherToken = await app.signIn(await app.createMember(ours, 'admin'))
})
afterAll(() => app.stop())

async function linkFor(filters: Record<string, unknown> = {}): Promise<string> {
  const { url } = await app.call(
    donations.getDonationsCsvTicket,
    { params: { id: ours }, query: { filters } },
    { token },
  )
  return url
}

const rowsIn = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true })

describe('the download', () => {
  it('contains the same rows as the list, newest first, in a file that Excel can read', async () => {
    await app.createDonation({
      organization: ours,
      at: '2026-01-05 08:00',
      cents: 123_456,
      status: 7,
      donor: 'Zoë "Z", Jr',
    })
    await app.createDonation({ organization: ours, at: '2026-02-05 08:00', status: 20, employer: 'Unlisted Brewing' })
    await app.createDonation({ organization: ours, at: '2026-02-06 08:00', status: 20, deleted: true })
    const answer = await app.send('GET', await linkFor())
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="donations-2026-06-15.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(rowsIn(bytes.toString('utf8'))).toMatchObject([
      { Donated: '2026-02-05 08:00:00', Amount: '50.00', Company: 'Unlisted Brewing', Status: 'Donor No Response' },
      {
        Donated: '2026-01-05 08:00:00',
        Amount: '1234.56',
        Currency: 'USD',
        'Donor Name': 'Zoë "Z", Jr',
        Company: '',
        Status: 'Donor to Submit in Company Portal',
        'Billing Status': 'eligible',
        'Estimated Match': '0.00',
      },
    ])
  })

  it('accepts the filters of the list', async () => {
    const text = await (await app.send('GET', await linkFor({ status: 'no_response', companyName: "brew'--" }))).text()
    expect(rowsIn(text)).toEqual([])
    const found = await (await app.send('GET', await linkFor({ status: 'no_response', companyName: 'brew' }))).text()
    expect(rowsIn(found)).toHaveLength(1)
  })

  it.each([
    '=1+1',
    '+A1',
    '-A1',
    '@A1',
    '\t=1',
    '\r=1',
    ' =1',
    '\u00a0=1',
    '＝1',
    '－1',
    'a\n=1',
    '\nx',
    "'; DROP--\\",
  ])('protects spreadsheet programs against the formula %j', async (text) => {
    const organization = await app.createOrganization({ name: 'Plain' })
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    await app.createDonation({ organization, donor: `${text} `, employer: text, transaction: text })
    const { url } = await app.call(donations.getDonationsCsvTicket, { params: { id: organization } }, { token: reader })
    const [row] = rowsIn(await (await app.send('GET', url)).text())
    const safe = text.startsWith("'") ? text : `'${text}`
    expect(row).toMatchObject({ Company: safe, 'Transaction ID': safe, 'Donor Name': `${safe} ` })
  })
})

it('has a column for each named donation field of the organization', async () => {
  const organization = await app.createOrganization({
    custom: { donation_fields: ['Table No.', '=Code', "Giver's note", 'Donor e-mail', 'match id'] },
  })
  const reader = await app.signIn(await app.createMember(organization, 'read'))
  const id = await app.createDonation({ organization })
  await app.createDonation({ organization, at: '2026-04-01 10:00' })
  await app.query(`UPDATE donations SET custom = $2 WHERE id = $1`, [
    id,
    JSON.stringify({ table_no: '14', code: '=1+1', givers_note: 'a "b", c', other: 'x' }),
  ])
  const { url } = await app.call(donations.getDonationsCsvTicket, { params: { id: organization } }, { token: reader })
  const text = await (await app.send('GET', url)).text()
  expect(rowsIn(text)).toMatchObject([
    { 'Estimated Match': '0.00', 'Table No.': '14', "'=Code": "'=1+1", "Giver's note": 'a "b", c' },
    { 'Table No.': '', "'=Code": '', "Giver's note": '' },
  ])
  expect(text).not.toContain('other')
  expect(text.split('\n')[0]?.match(/match.id/gi)).toHaveLength(1)
})

describe('the guard against formulas', () => {
  const kinds = ['number', 'text', 'money', 'text', 'text'] as const
  const lines = (first: string) => [
    `1,${first}=a,-5.00,"b, c","${first}d\n @e"`,
    `2,,"-","""quoted""",${first}＋1`,
    `3,"",0,"${first} =é ""x""",${first}-`,
    `4,"${first}\r",0,é=1,a\n`,
  ]

  it.each([1, 2, 3, 7, 1000])('finds formulas in chunks of %i bytes', async (bytes) => {
    const file = Buffer.from(lines('').join('\n'))
    const pieces = Array.from({ length: Math.ceil(file.length / bytes) }, (_, place) =>
      file.subarray(place * bytes, (place + 1) * bytes),
    )
    const read = await Readable.from(pieces).pipe(formulaGuard(kinds)).toArray()
    expect(Buffer.concat(read).toString()).toBe(lines("'").join('\n'))
  })
})

describe('the ticket', () => {
  const gone = { status: 410 }

  it('works once, even for concurrent requests', async () => {
    const url = await linkFor()
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.send('GET', url)))
    await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(410)])
  })

  it('expires after a minute', async () => {
    const url = await linkFor()
    app.clock.advance({ seconds: 61 })
    expect(await app.send('GET', url)).toMatchObject(gone)
  })

  it('is refused for another user and remains valid', async () => {
    const url = await linkFor()
    expect(await app.send('GET', url, { token: otherToken })).toMatchObject(gone)
    expect(await app.send('GET', url, { token: 'forged' })).toMatchObject({ status: 401 })
    expect(await app.send('GET', url, { token })).toMatchObject({ status: 200 })
  })

  it('is refused for a user who was removed since', async () => {
    const leaver = await app.createMember(ours, 'read')
    const leaversToken = await app.signIn(leaver)
    const { url } = await app.call(donations.getDonationsCsvTicket, { params: { id: ours } }, { token: leaversToken })
    await app.query('DELETE FROM members WHERE user_id = $1', [leaver.id])
    app.clock.advance({ seconds: 1 })
    expect(await app.send('GET', url)).toMatchObject({ status: 404 })
  })

  it.each(['1.x', 'x'.repeat(50), `1.${'a'.repeat(43)}`, `99999999999999999999.${'a'.repeat(43)}`])(
    'is refused if it was never issued: %s',
    async (ticket) => {
      const { status } = await app.send('GET', `/api/download/donations.csv?ticket=${ticket}`)
      expect([410, 422]).toContain(status)
    },
  )

  it('cannot be replaced by a session token', async () => {
    const { status } = await app.send('GET', `/api/download/donations.csv?ticket=${token}`)
    expect([410, 422]).toContain(status)
  })
})

describe('a client that disconnects', () => {
  it('ends the query and releases the connection', async () => {
    const organization = await app.createOrganization()
    const reader = await app.signIn(await app.createMember(organization, 'read'))
    const gift = { organization, donor: 'x'.repeat(500), at: '2026-01-01', email: 'a@example.org' }
    await app.createDonations(Array.from({ length: 60_000 }, () => gift))
    const copies = async () => {
      const rows = await app.query(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%COPY (%' AND state = 'active' AND pid <> pg_backend_pid()
           AND datname = current_database() AND backend_type = 'client backend'`, // ignores parallel workers
      )
      return rows.length
    }
    for (let time = 0; time < 6; time++) {
      const { url } = await app.call(
        donations.getDonationsCsvTicket,
        { params: { id: organization } },
        { token: reader },
      )
      const request = get(`${app.address}${url}`, { agent: false })
      await new Promise((begun) => request.on('response', (answer) => answer.once('data', begun)))
      expect(await copies()).toBe(1)
      request.destroy()
      await expect.poll(copies).toBe(0)
    }
  })
})

import { PDFiumLibrary } from '@hyzyla/pdfium'
import { boardSummary } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let org: number
let token: string

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-10T15:00:00Z'), config: { role: 'web' } })
  org = await app.createOrganization({ name: 'Riverbend Food Bank' })
  const chapter = await app.createOrganization({ name: 'North', parent_id: org })
  token = await app.signIn(await app.createMember(org, 'read'))
  const acme = await app.createCompany({ name: 'Acme of the board' })
  const gift = (at: string, cents: number, status: number, more: object = {}) => ({
    organization: org,
    at: `${at} 10:00`,
    cents,
    status,
    company: acme,
    estimatedCents: cents,
    ...more,
  })
  await app.createDonations([
    gift('2026-01-05', 12_345, 1),
    gift('2026-02-05', 20_000, 4, { organization: chapter }),
    gift('2026-03-05', 40_000, 3),
    gift('2026-04-05', 1_000, 7, { currency: 'CAD' }),
    gift('2024-04-05', 70_000, 7),
  ])
  await app.query(
    `UPDATE donations SET received_cents = 11111, received_at = '2026-04-08T12:00:00Z' WHERE amount_cents = 12345`,
  )
})
afterAll(() => app.stop())

async function wordsOf(query: { readonly from?: string; readonly to?: string }, id = org, who = token) {
  const { url } = await app.call(boardSummary.getBoardSummaryTicket, { params: { id }, query }, { token: who })
  const answer = await app.send('GET', url)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="board-summary-2026-06-10.pdf"')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(Buffer.from(await answer.arrayBuffer()))
  try {
    expect(document.getPageCount()).toBe(1)
    return document.getPage(0).getText().replaceAll(/\s+/g, ' ')
  } finally {
    document.destroy()
    library.destroy()
  }
}

test('one page contains sums, period and organization, with consistent terms', async () => {
  const text = await wordsOf({ from: '2026-01' })
  for (const said of [
    'Riverbend Food Bank',
    'Gifts from January 2026 to June 2026 · with 1 chapter · as of June 10, 2026',
    'Given $723.45 3 gifts',
    'Could be matched $723.45 estimated: what employers may add',
    'Submitted $323.45 estimated, 2 requests made',
    'Received $111.11 paid by employers for 1 match',
    'Acme of the board',
    'est. $723.45 · received $111.11',
    'Waiting on donors to request 1 match, estimated at $700.00',
    'Started by donors, not requested yet 0 matches, estimated at $0.00',
    'Needs our signature or verification 1 match, estimated at $400.00',
    'Submitted, waiting on employers 1 match, estimated at $200.00',
    'CA$10.00 given, CA$10.00 estimated, CA$0.00 received',
    'External matches, requested outside the portal, are included here; reports include them only if set.',
  ]) {
    expect(text).toContain(said)
  }
  expect(await wordsOf({})).toContain('All gifts through June 2026')
  expect(await wordsOf({ from: '2025-01', to: '2025-01' })).toContain('No gifts from these months can be matched yet.')
})

test('an organization without gifts and with a long name has a page', async () => {
  const empty = await app.createOrganization({ name: `Société “Ñandú” ${'of friends '.repeat(20)}` })
  const reader = await app.signIn(await app.createMember(empty, 'read'))
  const text = await wordsOf({}, empty, reader)
  expect(text).toContain('Société “Ñandú”')
  expect(text).toContain('Given $0.00 0 gifts')
  expect(text).toContain('No employer can match gifts from these months yet.')
})

test('gifts that wait for the setup are not shown as unmatched', async () => {
  const waiting = await app.createOrganization({ name: 'Not set up yet' })
  const reader = await app.signIn(await app.createMember(waiting, 'read'))
  const gift = (at: string, status: number, estimatedCents = 0) => ({
    organization: waiting,
    at: `${at} 10:00`,
    cents: 5_000,
    status,
    estimatedCents,
  })
  await app.createDonations([gift('2026-01-05', 17), gift('2026-02-05', 17)])
  const text = await wordsOf({ from: '2026-01' }, waiting, reader)
  for (const said of [
    'Given $100.00 2 gifts',
    'Could be matched – unknown: 2 gifts aren’t checked yet',
    'We’ll check these months’ gifts for matches once setup is complete.',
    'Not checked yet: our setup isn’t complete 2 gifts, no estimate yet',
    'Needs our signature or verification 0 matches, estimated at $0.00',
    'All totals are in USD.',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('Could be matched $0.00')
  expect(text).not.toContain('can be matched yet')
  expect(text).not.toContain('No employer can match')

  await app.createDonations([gift('2026-03-05', 3, 4_000)])
  expect(await wordsOf({ from: '2026-01' }, waiting, reader)).toContain(
    'Could be matched $40.00 estimated; 2 gifts aren’t checked yet',
  )
  expect(await wordsOf({ from: '2026-03' }, waiting, reader)).toContain(
    'Could be matched $40.00 estimated: what employers may add',
  )
})

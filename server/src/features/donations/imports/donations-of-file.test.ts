import { expect, test } from 'vitest'
import type { Gift, UpdateRow } from '../file-reading/index.ts'
import { donationsOfFile } from './donations-of-file.ts'
import type { OrganizationNames } from './find-organization.ts'
import type { OrganizationFacts } from './imports.queries.ts'

const facts = (id: number, name: string, ein: string): OrganizationFacts => ({
  id,
  name,
  ein,
  city: '',
  state: '',
  currency: 'USD',
  timeZone: 'America/New_York',
  donationFields: [],
})
const family = [facts(7, 'Riverbend', '00-1000000'), facts(8, 'Riverbend – North', '00-1000001')]

const common = {
  row: 3,
  sheetRow: 4,
  cells: ['as', 'in', 'the', 'file'],
  currency: null,
  isConverted: false,
  attention: null,
  transactionId: 'T-1',
  donorName: 'Greta Testwell',
  placeholderEmail: '',
  donorEmail: 'greta@example.net',
  donorPhone: '',
  donorLanguage: '',
  address: { street: '', street2: '', city: '', state: '', zip: '', country: '' },
  companyName: 'Apple',
  companyId: '',
  organizationName: '',
  organizationId: '',
  billedOrganizationId: '',
  ein: '',
  contact: null,
  matchProgress: null,
  isNamedInParts: false,
  kindWords: { kind: '', paymentMethod: '' },
  statusId: '',
  status: '',
  partOf: null,
  refundedCents: 0,
  custom: {},
  fields: {},
}
const gift = (overrides: Partial<Gift> = {}): Gift => ({
  ...common,
  amplyId: null,
  amountCents: 5000,
  donatedOn: '2026-06-01',
  donatedAt: '2026-06-01 00:00:00',
  sameDay: 0,
  ...overrides,
})
const update = (overrides: Partial<UpdateRow>): UpdateRow => ({
  ...common,
  amplyId: '12',
  amountCents: null,
  donatedOn: null,
  donatedAt: null,
  ...overrides,
})

const taken = (gifts: Gift[], updates: UpdateRow[] = [], companyIds: number[] = []) =>
  donationsOfFile({ gifts, updates, rejected: [] }, family, new Set(companyIds))

test('a gift without organization fields belongs to the uploading organization, in its currency', async () => {
  expect((await taken([gift()])).gifts).toMatchObject([{ organizationId: 7, currency: 'USD', amountCents: 5000 }])
})

test.each([
  [{ organizationName: 'riverbend - north' }, 8],
  [{ organizationName: 'RIVERBEND' }, 7],
  [{ ein: '001000001' }, 8],
  [{ organizationId: '8', organizationName: 'whatever' }, 8],
  [{ organizationName: 'Riverbend – North', ein: '99-9999999' }, 8],
])('a chapter is found by ID, by name and by EIN: %o', async (words, organizationId) => {
  expect((await taken([gift(words)])).gifts).toMatchObject([{ organizationId }])
})

test.each([{ organizationName: 'Hillside' }, { organizationId: '9' }, { ein: '11-1111111' }])(
  'a row of an unknown organization is rejected with its cells: %o',
  async (words) => {
    const { gifts, rejected } = await taken([gift(words)])
    expect(gifts).toEqual([])
    expect(rejected).toMatchObject([{ row: 3, reason: 'unknown_organization', cells: common.cells }])
    expect(rejected[0]?.problem).toContain(Object.values(words)[0])
  },
)

test('an unsupported currency is rejected instead of read as dollars', async () => {
  expect((await taken([gift({ currency: 'CAD' })])).gifts).toMatchObject([{ currency: 'CAD' }])
  expect((await taken([gift({ currency: 'EUR' })])).rejected).toMatchObject([{ reason: 'unknown_currency' }])
})

test.each([
  [{ statusId: '13' }, 13],
  [{ status: 'Match Request Under Review' }, 2],
  [{ status: 'below_minimum' }, 10],
  [{ status: '7' }, 7],
  [{}, null],
])('a status in the file makes an external match: %o', async (words, givenStatusId) => {
  expect((await taken([gift(words)])).gifts).toMatchObject([{ givenStatusId }])
})

test.each([{ statusId: '18' }, { status: 'Paid' }])('an unknown status is rejected: %o', async (words) => {
  expect((await taken([gift(words)])).rejected).toMatchObject([{ reason: 'unknown_status' }])
})

test('a company ID is used if the directory contains it, otherwise the name', async () => {
  expect((await taken([gift({ companyId: '5' })], [], [5])).gifts).toMatchObject([{ employer: { companyId: 5 } }])
  expect((await taken([gift({ companyId: '6' })], [], [5])).gifts).toMatchObject([
    { employer: { companyId: null, text: 'Apple' } },
  ])
  expect((await taken([gift({ companyId: '6', companyName: '' })])).rejected).toMatchObject([
    { reason: 'unknown_company' },
  ])
})

test('a row with a donation ID is an update; a value that is not an ID is rejected', async () => {
  const { updates, rejected } = await taken([], [update({ row: 1 }), update({ row: 2, amplyId: 'A-12' })])
  expect(updates).toMatchObject([{ row: 1, donationId: 12, amountCents: null }])
  expect(rejected).toMatchObject([{ row: 2, reason: 'unknown_donation' }])
  expect(rejected[0]?.problem).toContain('unknown donation')
})

test('rejected rows are in file order, including those rejected by the reader', async () => {
  const read = { row: 2, sheetRow: 3, reason: 'amount_missing' as const, problem: 'no amount', cells: ['x'] }
  const { rejected } = await donationsOfFile(
    { gifts: [gift({ row: 1, currency: 'EUR' })], updates: [], rejected: [read] },
    family,
    new Set(),
  )
  expect(rejected.map(({ row }) => row)).toEqual([1, 2])
})

test('an unknown name means what the user chose, and unwanted rows are left out', async () => {
  const naming: OrganizationNames = {
    names: new Map<string, number | 'leave_out'>([
      ['main office', 7],
      ['hillside', 'leave_out'],
      ['gone', 99],
    ]),
    everyRow: null,
  }
  const rows = ['Main Office', 'Hillside', 'Gone', ''].map((organizationName, at) =>
    gift({ row: at + 1, organizationName }),
  )
  const file = await donationsOfFile({ gifts: rows, updates: [], rejected: [] }, family, new Set(), naming)
  expect(file.gifts.map(({ row, organizationId }) => [row, organizationId])).toEqual([
    [1, 7],
    [4, 7],
  ])
  expect(file.leftOut).toEqual([2])
  expect(file.rejected).toMatchObject([{ row: 3, reason: 'unknown_organization' }])
})

test('a whole file may be assigned to one organization', async () => {
  const naming: OrganizationNames = { names: new Map(), everyRow: 8 }
  const read = {
    gifts: [gift({ organizationName: 'whatever' }), gift({ ein: '11-1111111' })],
    updates: [],
    rejected: [],
  }
  expect((await donationsOfFile(read, family, new Set(), naming)).gifts).toMatchObject([
    { organizationId: 8 },
    { organizationId: 8 },
  ])
})

test.each([
  [{ kindWords: { kind: 'Gift-in-Kind', paymentMethod: '' } }, 'in_kind'],
  [{ kindWords: { kind: 'Donation', paymentMethod: 'Payroll Deduction' } }, 'payroll'],
  [{ donorName: 'Fidelity Charitable' }, 'donor_advised_fund'],
  [{}, 'money'],
])('the kind of a gift is read from its column, the payment method and the donor: %o', async (words, gift_kind) => {
  expect((await taken([gift(words)])).gifts).toMatchObject([{ fields: { gift_kind } }])
})

test('the relation to the employer is read in many wordings; a blank cell has none', async () => {
  expect((await taken([gift({ fields: { employment: "Ret'd" } })])).gifts).toMatchObject([
    { fields: { employment: 'retired' } },
  ])
  expect((await taken([gift()])).gifts).toMatchObject([{ fields: { employment: null } }])
})

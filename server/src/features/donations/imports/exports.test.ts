import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  checkMap,
  defaultLimits,
  proposeMap,
  type ReadGifts,
  readGifts,
  readTable,
  type Table,
} from '../file-reading/index.ts'
import { donationsOfFile } from './donations-of-file.ts'

type ExpectedColumn = {
  column: string
  normalized: string
  target: string
  also_ok?: string[]
  also_ok_columns?: string[]
  part?: number
  payment_state?: boolean
}
type Figures = { rows: number; amount_sum_cents: number }
type Expected = {
  columns: ExpectedColumn[]
  context?: { organization: string; children: string[] }
  data_rows: number
  amount_sum_cents: number
  accepted: Figures & { first_donated_on: string; last_donated_on: string }
  rejected: {
    rows: number
    by_reason: Record<string, number>
    list: { row: number; sheet_row: number; reason: string }[]
  }
  attention?: Record<string, Figures & { list: number[] }>
  facts: { blank_name: number; blank_email: number; blank_company: number }
}

const folder = new URL('../file-reading/fixtures/', import.meta.url)
const { files }: { files: Record<string, Expected> } = JSON.parse(
  readFileSync(new URL('expected.json', folder), 'utf8'),
)
const today = '2026-11-21'

const open = (name: string) => readTable(readFileSync(new URL(name, folder)), name, defaultLimits)

const organizationOf = ({ context }: Expected) =>
  context ? { hasChapters: true, names: [context.organization, ...context.children] } : { hasChapters: false }

async function within(names: readonly string[], read: ReadGifts) {
  const family = names.map((name, at) => ({
    id: at + 1,
    name,
    ein: '',
    city: '',
    state: '',
    currency: 'USD' as const,
    timeZone: 'UTC',
    donationFields: [],
  }))
  const { rejected } = await donationsOfFile(read, family, new Set())
  const unknown = new Set(rejected.filter(({ reason }) => reason === 'unknown_organization').map(({ row }) => row))
  const refused = read.gifts
    .filter(({ row }) => unknown.has(row))
    .map(({ row, sheetRow }) => ({ row, sheetRow, reason: 'unknown_organization' }))
  return {
    ...read,
    gifts: read.gifts.filter(({ row }) => !unknown.has(row)),
    rejected: [...read.rejected, ...refused].sort((one, other) => one.row - other.row),
  }
}

function allowed(column: ExpectedColumn, all: readonly ExpectedColumn[]): string[] {
  const own = [column.target, ...(column.also_ok ?? [])]
  const lent = all.filter((other) => other.also_ok_columns?.includes(column.column)).map((other) => other.target)
  const parts = column.part ? [column.part === 1 ? 'donor.first_name' : 'donor.last_name'] : []
  const spare = column.also_ok_columns || column.part ? ['unmapped'] : []
  return [...own.filter((target) => !column.part || target !== 'donor.name'), ...lent, ...parts, ...spare].map(kept)
}
const kept = (target: string) => (target === 'ignored' || target.startsWith('custom.') ? 'unmapped' : target)

describe.each(Object.entries(files))('%s', (name, expected) => {
  async function upload(leaveOutAttention: boolean) {
    const table = await open(name)
    const organization = organizationOf(expected)
    const { map } = proposeMap(table, organization)
    const result = readGifts(table, map, { today, leaveOutAttention })
    return { table, map, result: 'names' in organization ? await within(organization.names, result) : result }
  }

  test('gets the expected map', async () => {
    const table: Table = await open(name)
    expect(table.headers.filter((header) => !/_\d+$/.test(header))).toEqual(
      expect.arrayContaining(
        expected.columns.map((column) => column.normalized).filter((header) => !/_\d+$/.test(header)),
      ),
    )
    const proposal = proposeMap(table, organizationOf(expected))
    const wrong = proposal.columns.flatMap(({ target }, at) => {
      const column = expected.columns[at]
      if (!column) return [`column ${at} does not exist`]
      return allowed(column, expected.columns).includes(kept(target))
        ? []
        : [`${column.column}: ${target}, not ${column.target}`]
    })
    expect(wrong).toEqual([])
    const given = new Set<string>(Object.values(proposal.map))
    const parts = given.has('donor.first_name') && given.has('donor.last_name') ? ['donor.name'] : []
    const missing = expected.columns
      .map((column) => column.target)
      .filter((target) => kept(target) === target && ![...given, ...parts].includes(target))
    expect(missing).toEqual([])
    expect(checkMap(proposal.map, table.headers, organizationOf(expected)).ok).toBe(true)
    const states = expected.columns.filter((column) => column.payment_state).map((column) => column.column)
    expect(proposal.columns.filter((column) => column.paymentState).map((column) => column.originalHeader)).toEqual(
      expect.arrayContaining(states),
    )
  })

  test('has the expected rows, sums and days', async () => {
    const { table, result } = await upload(false)
    const days = result.gifts.map((gift) => gift.donatedOn).sort()
    expect({
      data_rows: table.rows.length,
      amount_sum_cents: result.amountSumCents,
      accepted: {
        rows: result.gifts.length,
        amount_sum_cents: result.gifts.reduce((sum, gift) => sum + gift.amountCents, 0),
        first_donated_on: days[0],
        last_donated_on: days.at(-1),
      },
    }).toEqual({
      data_rows: expected.data_rows,
      amount_sum_cents: expected.amount_sum_cents,
      accepted: expected.accepted,
    })
  })

  test('rejects rows that are not gifts, each with its reason', async () => {
    const { result } = await upload(false)
    const found = result.rejected.map(({ row, sheetRow, reason }) => ({ row, sheet_row: sheetRow, reason }))
    expect(found).toEqual(expected.rejected.list.map(({ row, sheet_row, reason }) => ({ row, sheet_row, reason })))
  })

  test('warns about unpaid payments, and leaves them out', async () => {
    const { result } = await upload(false)
    const found = Object.fromEntries(
      result.attention.map(({ kind, count, sumCents, rows }) => [
        kind,
        { rows: count, amount_sum_cents: sumCents, list: rows },
      ]),
    )
    expect(found).toEqual(expected.attention ?? {})
    const without = (await upload(true)).result
    expect(without.leftOut.length).toBe(result.attention.reduce((sum, { count }) => sum + count, 0))
    expect(without.gifts.length + without.leftOut.length + without.rejected.length).toBe(expected.data_rows)
  })

  test('has the expected numbers of donors and employers', async () => {
    const { result } = await upload(false)
    const company = expected.columns.some((column) => column.target === 'company.name')
    const blankCompany = result.gifts.filter((gift) => gift.companyName === '').length
    if (company) expect(blankCompany).toBeGreaterThanOrEqual(expected.facts.blank_company - result.rejected.length)
    expect(result.gifts.every((gift) => gift.donorName !== '' || gift.donorEmail !== '')).toBe(true)
  })
})

test('a file of 4,000 rows is read, one of 4,001 is refused with the number of rows', async () => {
  const file = (rows: number) =>
    Buffer.from(
      `Transaction ID,Donation Date,Amount,Donor Name,Donor Email,Employer,Zip\n${Array.from({ length: rows }, (_, at) => `L${at},2026-06-${String((at % 28) + 1).padStart(2, '0')},50.00,Jane Doe ${at},jane${at}@example.org,Apple,02139\n`).join('')}`,
    )
  const table = await readTable(file(4000), 'gifts.csv', defaultLimits)
  expect(table.rows.length).toBe(4000)
  await expect(readTable(file(4001), 'gifts.csv', defaultLimits)).rejects.toThrow(/4,001 rows.*4,000/)
  await expect(readTable(file(9000), 'gifts.csv', defaultLimits)).rejects.toThrow(/9,000 rows.*4,000/)
})

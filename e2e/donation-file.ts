import { imports } from '@twofold/contract'
import { type callerAs, daysAgo, expect } from './product.ts'

export type DonationFileRow = {
  readonly id: string
  readonly daysAgo: number
  readonly name: string
  readonly email: string
  readonly amount: string
  readonly employer?: string
  readonly state?: string
  readonly chapter?: string
}

const header = [
  'Transaction ID',
  'Chapter',
  'Transaction Date',
  'Transaction Status',
  'Supporter First Name',
  'Supporter Last Name',
  'Billing Email Address',
  'Who is your employer?',
  'Gross Transaction Amount',
  'Total Fees',
  'Internal Campaign Name',
  'Donor’s Comment',
]

/**
 * Like a donation form's "export transactions": byte order mark, Windows line ends, every cell quoted. Dates move with
 * the calendar, so no employer deadline has passed. On twelve days of a month, numeric dates are ambiguous.
 */
export function donationFile(rows: readonly DonationFileRow[]): Buffer {
  const lines = [header, ...rows.map(cellsOf)].map((cells) => cells.map(quoted).join(','))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

const dayWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function cellsOf(row: DonationFileRow): string[] {
  const day = dayWords.format(new Date(daysAgo(row.daysAgo)))
  const [first = '', ...last] = row.name.split(' ')
  return [
    row.id,
    row.chapter ?? 'Riverbend Food Bank',
    `${day} 09:41`,
    row.state ?? 'success',
    first,
    last.join(' '),
    row.email,
    row.employer ?? '',
    row.amount,
    '$2.35',
    'GIVING TUESDAY',
    'For the pantry, "with love"',
  ]
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

type Caller = Awaited<ReturnType<typeof callerAs>>

/** Uses the mapping that the product proposes, and waits until the import finishes. */
export async function uploadGifts(caller: Caller, rows: readonly DonationFileRow[]): Promise<imports.ImportRun> {
  const params = { id: caller.organizationId }
  const form = (fields: Readonly<Record<string, string>> = {}) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    data.set('donations', new Blob([new Uint8Array(donationFile(rows))], { type: 'text/csv' }), 'gifts.csv')
    return data
  }
  const { map } = await caller.call(imports.testImportFile, { params, form: form() }, caller)
  const chosen = JSON.stringify(map)
  const started = await caller.call(imports.uploadImportFile, { params, form: form({ map: chosen }) }, caller)
  const path = { ...params, importId: started.import.id }
  const run = async () => (await caller.call(imports.getImport, { params: path }, caller)).import
  await expect.poll(async () => (await run()).state).toBe('done')
  return run()
}

import { expect, test } from 'vitest'
import { matchProgressReader } from './match-progress.ts'
import { readTable } from './read-table.ts'
import { defaultLimits } from './table.ts'

async function read(header: string, value: string) {
  const text = `Date,Amount,Name,${header}\n2026-11-03,10,Ann Able,"${value}"\n2026-11-04,10,Bo Baker,\n`
  const table = await readTable(new TextEncoder().encode(text), 'gifts.csv', defaultLimits)
  const [row] = table.rows
  return row ? matchProgressReader(table, {})(row) : null
}

test.each([
  ['Match Status', 'Submitted'],
  ['Match Status', 'Matched'],
  ['Match Status', 'Paid'],
  ['Match Status', 'Complete'],
  ['Employer Match Status', 'Pending approval'],
  ['Double the Donation Status', 'match_initiated'],
  ['DTD Match Status', 'In Progress'],
  ['Matching gift requested date', '11/15/2026'],
  ['Date Match Requested', 'Nov 15, 2026'],
  ['Match received amount', '$100.00'],
  ['Amount Matched', '250'],
  ['MG Form Submitted?', 'Yes'],
  ['Matched?', 'Y'],
  ['Match received', 'x'],
  ['Matching Gift', 'Submitted to Boeing 11/3'],
  ['Statut du jumelage', 'Demande envoyée'],
  ['Estado de la contrapartida', 'Solicitada'],
  ['Notes', 'Already submitted his matching gift form to Boeing'],
  ['Comments', 'match requested 11/3'],
  ['Status', 'Match Initiated'],
  ['Match?', "rec'd $50 on 11/20"],
  ['Match', 'done'],
  ['Tags', 'VIP; Match Submitted'],
])('%s: %s is a requested match', async (header, value) => {
  expect(await read(header, value)).toMatch(/^(requested|paid)$/)
})

test.each([
  ['Match Status', 'Paid'],
  ['Match received', 'x'],
  ['Match?', "rec'd $50 on 11/20"],
  ['Estado de la contrapartida', 'Pagada'],
])('%s: %s is a paid match', async (header, value) => {
  expect(await read(header, value)).toBe('paid')
})

test.each([
  ['Match Status', 'Complete'],
  ['Date Match Requested', 'Nov 15, 2026'],
])('%s: %s is not known to be paid', async (header, value) => {
  expect(await read(header, value)).toBe('requested')
})

test.each([
  ['Match Status', 'Denied'],
  ['Matching gift status', 'Rejected by employer'],
])('%s: %s is a refused match', async (header, value) => {
  expect(await read(header, value)).toBe('refused')
})

test.each([
  ['Match Status', 'Eligible'],
  ['Match Status', 'Not submitted'],
  ['Match Status', 'Unsubmitted'],
  ['Match Status', 'Incomplete'],
  ['Match Status', 'Pending donor'],
  ['Match Status', 'Donor will submit'],
  ['Match Status', 'Needs to be requested'],
  ['Match Status', 'N/A'],
  ['Matching Gift', 'Yes'],
  ['Match Eligible', 'Yes'],
  ['Match Amount', '100'],
  ['Expected Match Amount', '100'],
  ['Match received amount', '$0.00'],
  ['Match requested', 'No'],
  ['Request a match?', 'Yes'],
  ['Match email sent', '2026-11-03'],
  ['Matching Company', 'Completed Systems'],
  ['Match Campaign', 'Paid in full challenge'],
  ['Match Deadline', '2026-12-31'],
  ['Status', 'Paid'],
  ['Status', 'Submitted'],
  ['Notes', 'Please send matching gift form'],
  ['Notes', 'Has not submitted his match yet'],
  ['Notes', 'Paid by check'],
  ['Envelope', 'match requested'],
])('%s: %s says nothing of a requested match', async (header, value) => {
  expect(await read(header, value)).toBeNull()
})

import { actions, levels, type StatusId, statusIds } from '@twofold/matching'
import { expect, test } from 'vitest'
import { buttonsOf } from './match-buttons.ts'

const match = (status_id: StatusId, more: Partial<Parameters<typeof buttonsOf>[0]> = {}) => ({
  status_id,
  reason_code: '',
  inert: false,
  silenced: false,
  unconfirmed: false,
  refunded_bill_id: null,
  processed_bill_id: null,
  eligible_bill_id: null,
  ...more,
})
const labels = (given: Parameters<typeof buttonsOf>[0]) => buttonsOf(given, 'write').map(({ label }) => label)

test('readers have no buttons, and every button has a label', () => {
  for (const id of statusIds) {
    expect(buttonsOf(match(id), 'read')).toEqual([])
    for (const level of levels) for (const { label } of buttonsOf(match(id), level)) expect(label).not.toBe('')
  }
})

test.each<[StatusId, string[]]>([
  [7, ['Cancel/Delete Match', 'No Charge', 'Silence Match', 'Submitted', 'Asked to Verify', 'Save', '& Re-Email']],
  [9, ['Cancel/Delete Match', 'Silence Match', 'Submitted', 'Save', '& Re-Email']],
  [4, ['Cancel/Delete Match', 'No Charge', 'Silence Match', 'Asked to Verify', 'Save']],
  [12, ['Silence Match', 'Restore', 'Save']],
])('at %s', (status, expected) => {
  expect(labels(match(status))).toEqual(expected)
})

test('a match that waits for the nonprofit has one next action: verify, or submit for a list', () => {
  const labelsFor = (reason_code: string) =>
    labels(match(3, { reason_code })).filter((label) => label === 'Submitted' || label === 'Verified')
  expect(labelsFor('')).toEqual(['Verified'])
  expect(labelsFor('group_submit')).toEqual(['Submitted'])
})

test('a bill turns No Charge into Refund, and a refunded bill disables the button', () => {
  expect(labels(match(4, { processed_bill_id: 3 }))).toContain('Refund')
  expect(labels(match(4, { processed_bill_id: 3 }))).not.toContain('No Charge')
  expect(buttonsOf(match(16, { processed_bill_id: 3, refunded_bill_id: 4 }), 'admin').at(-1)).toEqual({
    action: 'refund',
    label: 'Refunded',
    isOpen: false,
  })
})

test('a series can be submitted for match, a silenced match un-silenced, and an external match allows neither', () => {
  expect(labels(match(22))).toContain(actions.release.button)
  expect(labels(match(22, { inert: true }))).not.toContain(actions.release.button)
  expect(labels(match(7, { silenced: true }))).toContain('Un-Silence Match')
  expect(labels(match(7, { inert: true })).filter((label) => /silence|Re-Email/i.test(label))).toEqual([])
})

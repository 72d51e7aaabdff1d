import { audit, type Currency } from '@twofold/contract'
import { expect, it } from 'vitest'
import { changesIn } from './audit-changes.ts'
import { withFormattedAmounts } from './audit-money.ts'
import { describeSubjectFilter } from './audit-subjects.ts'
import { isSelfExplanatory, sentenceOf } from './audit-text.ts'

const event = (changes: Partial<audit.AuditEvent>, currency: Currency = 'USD'): audit.AuditEvent =>
  withFormattedAmounts(
    {
      id: 1,
      at: '2026-06-15T14:00:00Z',
      user: { id: 1, name: 'Marisol Vega' },
      as_super: false,
      action: 'changed',
      subject: 'organization',
      subject_id: '',
      before: {},
      after: {},
      address: '',
      request_id: '',
      ...changes,
    },
    currency,
  )

it.each([
  [
    { subject: 'member', action: 'invited', after: { email: 'jo@example.org', level: 'write' } },
    'Marisol Vega invited jo@example.org with write access.',
  ],
  [
    {
      subject: 'member',
      action: 'changed',
      before: { level: 'read' },
      after: { email: 'jo@example.org', level: 'admin' },
    },
    'Marisol Vega changed jo@example.org’s access from read to admin.',
  ],
  [
    { subject: 'organization', action: 'entered', as_super: true, user: { id: 2, name: 'Sam Oduya' } },
    'Sam Oduya (Twofold support) opened the organization to help.',
  ],
  [
    {
      subject: 'employer',
      action: 'assigned',
      before: { employer: 'MSFT' },
      after: { employer: 'Microsoft', gifts: 1 },
    },
    'Marisol Vega identified the employer “MSFT” as Microsoft; 1 gift was rechecked.',
  ],
  [{ after: { phone: '1' } }, 'Marisol Vega changed the organization.'],
  [
    { subject: 'api_key', action: 'revealed', after: { name: 'Website' } },
    'Marisol Vega viewed the API key “Website”.',
  ],
  [
    { subject: 'import', action: 'uploaded', after: { file: 'may.csv', rows: 40 } },
    'Marisol Vega uploaded “may.csv” with 40 rows.',
  ],
  [
    { subject: 'match', action: 'requested', user: null, after: { amount: 50, currency: 'USD' } },
    'A donor requested a match for a gift of $50.00.',
  ],
  [
    { subject: 'donation', action: 'expired', user: null, after: { matches: 2 } },
    'Twofold deleted 2 match requests that nobody confirmed.',
  ],
  [
    { subject: 'donor', action: 'erased', subject_id: '7', user: null, after: { gifts: 2, asked_by: 'donor' } },
    'The donor had their data erased (donor 7); totals still include 2 gifts.',
  ],
  [{ subject: 'new_thing', action: 'switched_off', user: null }, 'Twofold switched off the new thing.'],
] as const)('a line reads as a sentence: %#', (given, sentence) => {
  expect(sentenceOf(event(given))).toBe(sentence)
})

it('lists changes, with text for empty, boolean and multiple values', () => {
  const changes = changesIn(
    event({
      before: { phone: '', rule_deactivated: false, category_ids: [1, 2] },
      after: {
        phone: '+1 217 555',
        rule_deactivated: true,
        category_ids: [],
        address: { city: 'Peoria', zip: '61602' },
      },
    }),
  )
  expect(changes).toEqual([
    { field: 'Phone', from: 'nothing', to: '+1 217 555' },
    { field: 'Rule deactivated', from: 'no', to: 'yes' },
    { field: 'Category ids', from: '1, 2', to: 'nothing' },
    { field: 'Address', from: null, to: 'city: Peoria, zip: 61602' },
  ])
  expect(isSelfExplanatory(event({}))).toBe(false)
})

const everything = {
  ...{ name: 'Spring', email: 'jo@example.org', level: 'read', asked_for: 'north@example.org', url: 'hooks.example' },
  ...{ file: 'may.csv', rows: 3, gifts: 2, matches: 2, mails: 2, employer: 'MSFT', ratio: '2:1', company: 'Contoso' },
  ...{ status: 'Submitted', note: 'Called her', amount: 5, currency: 'USD', donor: 7, last_day: '2026-05-31' },
  ...{ invoice: 'TF-202605-00027', how: 'check', reference: '1041', why: 'It bounced' },
  ...{ what: 'Delete a key', delivery: 9, about: 'the ratio', value: '2:1', reason: 'No source', because: 'No source' },
}
const acts = Object.entries(audit.auditActions).flatMap(([subject, actions]) =>
  actions.map((action: string) => ({ subject, action, subject_id: '12', before: everything, after: everything })),
)

it.each(acts)('$subject, $action has a complete sentence', (given) => {
  const sentence = sentenceOf(event(given))
  expect(sentence).toMatch(/^Marisol Vega [^_]+\.$/)
  expect(sentence).not.toMatch(/undefined|NaN|\[object| {2}|“”| [.,:;]/)
})

it.each([
  ['match', { amount: 1250 }, { amount: 1300.5 }, 'Amount', '$1,250.00', '$1,300.50'],
  ['organization', { email_min: 0 }, { email_min: 25 }, 'Email min', '$0.00', '$25.00'],
  ['own policy', { min_amount: 0 }, { min_amount: 50 }, 'Min amount', 'none', '$50.00'],
  ['own policy', { max_per_year: null }, { max_per_year: 5000 }, 'Max per year', 'nothing', '$5,000.00'],
  ['campaign', { minimum: '25.00' }, { minimum: "the company's" }, 'Minimum', '$25.00', "the company's"],
  ['campaign', { maximum: 'none' }, { maximum: '1000.00' }, 'Maximum', 'none', '$1,000.00'],
  // Values that must not be formatted as money.
  ['match', { 'custom.amount': '12' }, { 'custom.amount': '13.00' }, 'Custom amount', '12', '13.00'],
  ['match', { amount: '•••' }, { amount: '•••' }, 'Amount', '•••', '•••'],
])('amounts of %s are money: %j, %j', (subject, before, after, field, from, to) => {
  expect(changesIn(event({ subject, before, after }))).toEqual([{ field, from, to }])
})

it('formats an amount in its event’s currency, else the organization’s', () => {
  const settled = { subject: 'bank line', action: 'settled', after: { amount: 40, payouts: [3] } }
  expect(changesIn(event(settled, 'CAD'))[0]).toMatchObject({ field: 'Amount', to: 'CA$40.00' })
  const paid = { subject: 'payment', action: 'collected', after: { invoice: 'TF-1', amount: 5, currency: 'USD' } }
  expect(sentenceOf(event(paid, 'CAD'))).toBe('Marisol Vega noted that Stripe collected $5.00 for invoice TF-1.')
  expect(changesIn(event(paid, 'CAD')).map(({ field }) => field)).toEqual(['Invoice', 'Amount'])
  expect(changesIn(event({ after: { currency: 'CAD' } }))).toEqual([{ field: 'Currency', from: null, to: 'CAD' }])
})

it('names the silencing of a match', () => {
  const silenced = { subject: 'match', action: 'changed', subject_id: '12', before: { silenced: false } } as const
  expect(sentenceOf(event({ ...silenced, after: { silenced: true } }))).toBe('Marisol Vega silenced match 12.')
})

it('names the available filters, known or not', () => {
  expect(['member', 'api_key', 'odd_thing'].map(describeSubjectFilter)).toEqual(['Users', 'API keys', 'Odd thing'])
})

it.each([
  [
    {
      subject: 'match',
      action: 'verified',
      subject_id: '12',
      before: { status: 'To Verify' },
      after: { status: 'Submitted' },
    },
    'Marisol Vega verified match 12: from “To Verify” to “Submitted”.',
  ],
  [{ subject: 'match', action: 'cancelled', after: { matches: 3 } }, 'Marisol Vega canceled 3 matches.'],
  [{ subject: 'match', action: 'silenced', after: { matches: 1 } }, 'Marisol Vega silenced 1 match.'],
  [
    { subject: 'match', action: 'noted', subject_id: '12', after: { note: 'Called her' } },
    'Marisol Vega added a note to match 12: “Called her”.',
  ],
  [
    { subject: 'webhook', action: 'created', after: { url: 'hooks.example' } },
    'Marisol Vega added the webhook to hooks.example.',
  ],
  [
    {
      subject: 'mails to donors',
      action: 'allowed',
      subject_id: '7',
      before: { reason: 'unsubscribed' },
      after: { because: 'Asked on the phone' },
    },
    'Marisol Vega resumed emails to donor 7, who had unsubscribed. Why: “Asked on the phone”.',
  ],
  [{ subject: 'webhook', action: 'tested' }, 'Marisol Vega sent a test event to a webhook.'],
  [
    { subject: 'api_key', action: 'changed', before: { name: 'Old' }, after: { name: 'New' } },
    'Marisol Vega renamed the API key “Old” to “New”.',
  ],
  [
    { action: 'changed', before: { phone: '555 0100' }, after: { phone: '555 0101' } },
    'Marisol Vega changed the organization: Phone from “555 0100” to “555 0101”.',
  ],
  [
    { subject: 'mails to donors', action: 'sent', after: { message: 3, mails: 12 } },
    'Marisol Vega wrote a message: 12 emails to donors.',
  ],
  [{ subject: 'mails to donors', action: 'held', after: { mails: 1 } }, 'Marisol Vega paused 1 email to donors.'],
])('one action becomes one sentence with old and new values: %#', (given, sentence) => {
  expect(sentenceOf(event(given))).toBe(sentence)
})

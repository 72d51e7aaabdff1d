import type { Currency, expectedMoney } from '@twofold/contract'
import { expect, test } from 'vitest'
import { paymentReminderOf, type ReminderLanguage } from './payment-reminder.ts'

const own = { name: 'Banque alimentaire', ein: '12-3456789', language: 'fr' } as const
const gift = {
  id: 7,
  donor_name: 'Élise Roy',
  company_name: 'Banque Royale',
  given_on: '2026-02-01',
  submitted_on: '2026-03-07',
  amount: 100,
  matched: 1_250.5,
  received: 0,
  received_on: null,
  organization: { name: own.name, ein: own.ein },
}
const overdue = (count: number) => ({
  company: { id: 1, name: 'Banque Royale' },
  platform: 'Benevity',
  email: null,
  organization: own,
  late_after_days: 94,
  overdue: { matches: count, sum: 1_250.5 * count },
  more: 0,
  gifts: Array.from({ length: count }, () => gift),
})
const bodyOf = (...[about, currency, language]: [expectedMoney.Overdue, Currency, ReminderLanguage]) =>
  paymentReminderOf(about, { currency, language, of: 'company' })
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('writes the whole letter in French, independent of the browser locale', () => {
  const { subject, body } = bodyOf(overdue(2), 'CAD', 'fr')
  expect(subject).toBe('Dons de jumelage de Banque Royale à Banque alimentaire (EIN 12-3456789)')
  expect(plain(body)).toContain(
    '2 dons de jumelage de Banque Royale à Banque alimentaire (EIN 12-3456789) ont été demandés par l’entremise de Benevity il y a plus de 94 jours, et aucun paiement ne nous est parvenu. Selon notre estimation, ils s’élèvent à 2 501,00 $.',
  )
  expect(plain(body)).toContain(
    '- Élise Roy : don de 100,00 $ le 1 févr. 2026, jumelage de 1 250,50 $ demandé le 7 mars 2026',
  )
})

test('uses the singular for one gift in both languages', () => {
  expect(plain(bodyOf(overdue(1), 'CAD', 'fr').body)).toContain('il s’élève à 1 250,50 $.')
  expect(bodyOf(overdue(1), 'USD', 'en').body).toMatch(
    /^Hello,\n\nA matching gift from Banque Royale .* was requested .* We estimate it at \$1,250\.50\.\n/,
  )
})

test('omits unknown sums and requests the rest of partial payments', () => {
  const unknown = { ...overdue(1), overdue: { matches: 1, sum: 0 }, gifts: [{ ...gift, matched: 0 }] }
  const part = { ...gift, matched: 63.05, received: 60.4, received_on: '2026-03-20' }
  const rest = { ...overdue(1), overdue: { matches: 1, sum: 63.05 }, gifts: [part] }
  const all = { ...overdue(3), overdue: { matches: 3, sum: 1_313.55 }, gifts: [gift, part, { ...gift, matched: 0 }] }
  for (const language of ['en', 'fr'] as const) {
    expect(bodyOf(unknown, 'USD', language).body).not.toMatch(/estimat(e it|e they|ion)|\$0/)
    expect(bodyOf(rest, 'USD', language).body).not.toMatch(/no payment|aucun paiement|estimat/)
  }
  expect(bodyOf(unknown, 'USD', 'en').body).toContain('we haven’t received payment.\n')
  expect(bodyOf(rest, 'USD', 'en').body).toContain('The amount outstanding is $63.05.')
  expect(bodyOf(rest, 'USD', 'en').body).toContain('$60.40 of the match paid by Mar 20, 2026, $63.05 outstanding')
  expect(bodyOf(all, 'USD', 'en').body).toContain(
    'We estimate that $1,313.55 is outstanding, plus 1 match we can’t estimate.',
  )
  expect(plain(bodyOf(all, 'CAD', 'fr').body)).toContain('il manque 1 313,55 $, sans compter 1 jumelage que')
})

test('states the number of gifts beyond the listed ones', () => {
  for (const language of ['en', 'fr'] as const)
    expect(bodyOf(overdue(2), 'CAD', language).body).not.toMatch(/most overdue|longtemps/)
  const moreSentence = (more: number, language: ReminderLanguage) =>
    plain(bodyOf({ ...overdue(2), more }, 'CAD', language).body)
  expect(moreSentence(1, 'en')).toMatch(
    /our reference 7\)\n\nThese are the most overdue\. 1 more is also overdue\.\n\nCould you/,
  )
  expect(moreSentence(1_024, 'en')).toContain('1,024 more are also overdue.')
  expect(moreSentence(1, 'fr')).toContain('depuis le plus longtemps. 1 autre est aussi en retard.\n\nPourriez-vous')
  expect(moreSentence(1_024, 'fr')).toContain('1 024 autres sont aussi en retard.')
})

test('lists the company of each gift in a letter to the platform', () => {
  const overdueOfTwo = { ...overdue(2), gifts: [gift, { ...gift, company_name: 'Northwind' }] }
  for (const [language, subject] of [
    ['en', 'Matching gifts through Benevity to Banque alimentaire (EIN 12-3456789)'],
    ['fr', 'Dons de jumelage par l’entremise de Benevity à Banque alimentaire (EIN 12-3456789)'],
  ] as const) {
    const reminder = paymentReminderOf(overdueOfTwo, { currency: 'CAD', language, of: 'platform' })
    expect(reminder.subject).toBe(subject)
    expect(plain(reminder.body)).toMatch(/- Élise Roy, Banque Royale ?: .*\n- Élise Roy, Northwind ?: /)
  }
})

import { describe, expect, test } from 'vitest'
import {
  type Employment,
  employmentIds,
  employments,
  type GiftKind,
  giftKindIds,
  giftKinds,
  readEmployment,
  readGiftKind,
} from '../index.ts'

describe('gift kinds in the wording of other tools', () => {
  const words: Readonly<Record<GiftKind, string>> = {
    money:
      'Cash|Credit Card|Check|ACH|Donation|Donation Payment|User Donation|Recurring Gift|Recurring Donation|Pledge Payment|' +
      'PledgePayment|Recurring Gift Pay-Cash|Major Gift|Individual|Sponsorship|PayPal|Venmo|Wire transfer|Other|One-time|Sale',
    stock: 'Stock|Stock/Property|Securities|Shares of stock|Mutual Fund|Crypto|Cryptocurrency|Stock Gift|stock',
    in_kind: 'Gift-in-Kind|Gift in Kind|In Kind|InKind|GIK|Non-cash|Donated goods|Vehicle Donation|Property|in_kind',
    donor_advised_fund: 'DAF|Donor Advised Fund|Donor-Advised|DAF check|DAFpay|donor_advised_fund|Grant from DAF',
    payroll: 'Payroll|Payroll Deduction|Workplace Giving|CFC|Payroll Giving',
    event_ticket:
      'Ticket|Tickets|Event Ticket|Ticket Purchase|Gala Tickets|Event Registration|Registration|EventTicket',
    dues: 'Dues|Membership|Membership Dues|Membership Fee|Tuition',
    auction: 'Auction|Auction Item|Silent Auction|Live Auction Purchase|Raffle',
    pledge: 'Pledge|Pledged|Planned Gift|Bequest',
    employer_match:
      'Matching Gift|Matching Gift Payment|MG Pay-Cash|Company Match|Corporate Match|Employer Match|MatchingGift',
    grant: 'Grant|Foundation Grant|Government Grant|Corporate Grant',
    volunteer_hours: 'Volunteer Hours|Volunteer Grant|Dollars for Doers',
    organization: 'Organization|Organization Gift',
    deceased: 'Estate|Estate Gift|Deceased',
  }
  const cases = giftKindIds.flatMap((kind) =>
    [...words[kind].split('|'), kind, giftKinds[kind]].map((cell) => [cell, kind]),
  )
  test.each(cases)('%s is %s', (kind, expected) => {
    expect(readGiftKind({ kind })).toBe(expected)
  })
})

test.each<[string, GiftKind]>([
  ['Sachspende', 'in_kind'],
  ['Don en nature', 'in_kind'],
  ['En especie', 'in_kind'],
  ['Mitgliedsbeitrag', 'dues'],
  ['Cotisation', 'dues'],
  ['Membresía', 'dues'],
  ['2 x Billet souper', 'event_ticket'],
  ['Entrada', 'event_ticket'],
  ['Encan silencieux', 'auction'],
  ['Subasta', 'auction'],
  ['Promesse de don', 'pledge'],
  ['Aktien', 'stock'],
  ['Geldspende', 'money'],
  ['Donación', 'money'],
  ['Don', 'money'],
])('the gift kind %s of a file in another language is %s', (kind, expected) => {
  expect(readGiftKind({ kind })).toBe(expected)
})

test.each<[string, Parameters<typeof readGiftKind>[0], GiftKind]>([
  ['nothing', {}, 'money'],
  ['the payment method', { kind: 'Donation', paymentMethod: 'DAF check' }, 'donor_advised_fund'],
  ['a giver that sponsors donor-advised funds', { giver: 'Fidelity Charitable' }, 'donor_advised_fund'],
  [
    'a payment that such a sponsor calls a grant',
    { kind: 'Grant', giver: 'Schwab Charitable Fund' },
    'donor_advised_fund',
  ],
  [
    'a giver that is a workplace giving platform',
    { kind: 'Donation', giver: 'The Blackbaud Giving Fund' },
    'employer_match',
  ],
  ['a giver that is a matching gift program', { giver: 'Contoso Matching Gifts Program' }, 'employer_match'],
  ['a person with a similar name', { giver: 'Grace Fidelity' }, 'money'],
])('determines the kind from %s', (_case, words, expected) => {
  expect(readGiftKind(words)).toBe(expected)
})

test('kind “Money” means money, regardless of the payment method', () => {
  expect(readGiftKind({ kind: 'Money', paymentMethod: 'DAF check' })).toBe('money')
})

const ownWords = employmentIds.flatMap((id): [string, Employment][] => [
  [id, id],
  [employments[id], id],
])

test.each<[string, Employment | null]>([
  ...ownWords,
  ['Employee', 'employee'],
  ['Full-time', 'employee'],
  ['FT', 'employee'],
  ['Part Time', 'part_time'],
  ['PT', 'part_time'],
  ['Contractor', 'contractor'],
  ['Retired', 'retired'],
  ['Retiree', 'retired'],
  ["Ret'd", 'retired'],
  ['Board Member', 'board'],
  ['Trustee', 'board'],
  ['Board of Directors', 'board'],
  ['Spouse', 'spouse'],
  ['Spouse of retiree', 'spouse'],
  ['Former employee', 'former'],
  ['Alum', 'former'],
  ['Unemployed', 'none'],
  ['Self-employed', 'none'],
  ['Employée à temps plein', 'employee'],
  ['Empleado', 'employee'],
  ['Tiempo completo', 'employee'],
  ['Temps partiel', 'part_time'],
  ['Medio tiempo', 'part_time'],
  ['Contractuelle', 'contractor'],
  ['Contratista', 'contractor'],
  ['Retraité', 'retired'],
  ['À la retraite', 'retired'],
  ['JUBILADA', 'retired'],
  ['Conjointe d’une retraitée', 'spouse'],
  ['Esposo', 'spouse'],
  ['Ancien employé', 'former'],
  ['Ex empleada', 'former'],
  ['Conseil d’administration', 'board'],
  ['Administratrice', 'board'],
  ['Administrateur de systèmes', null],
  ['Junta directiva', 'board'],
  ['Travailleuse autonome', 'none'],
  ['Étudiant', 'none'],
  ['Desempleado', 'none'],
  ['Ama de casa', 'none'],
  ['Femme au foyer', 'none'],
  ['Femme', null],
  ['Mujer', null],
  ['Femme d’un employé', 'spouse'],
  ['Mi mujer trabaja en Intel', 'spouse'],
  ['Mujer de negocios', null],
  ['Consejera escolar', null],
  ['Miembro del consejo', 'board'],
  ['', null],
  ['Blue', null],
])('the column value “%s” means %s', (cell, expected) => {
  expect(readEmployment(cell)).toBe(expected)
})

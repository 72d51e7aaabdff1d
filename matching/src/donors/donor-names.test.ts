import { expect, test } from 'vitest'
import { isDeceasedName, isNoPersonName, isOrganizationName, readDonorName } from './donor-names.ts'

test.each([
  ['Mr. and Mrs. Brad Smith', 'Mr. and Mrs. Smith'],
  ['Mr. & Mrs. John Q. Smythe Jr.', 'Mr. and Mrs. Smythe'],
  ['SMITHSON, JOHN', 'John'],
  ['Dr. Wei Chen', 'Wei'],
  ['The Alvarez Family', 'Alvarez family'],
  ['John & Mary Olds', 'John and Mary'],
  ['MARI-LIIS TAMM', 'Mari-Liis'],
  ['jane doering', 'Jane'],
  ['van der Berg, Anneke', 'Anneke'],
  ['Smith Household', 'Smith family'],
  ['Mr. Whitmore', 'Mr. Whitmore'],
  ['Whitmore,', ''],
  ['Robert Jones, Jr.', 'Robert'],
  ['J. Robert Oppen', 'Robert'],
  ['J. Smith', ''],
  ["Sinéad O'Connor", 'Sinéad'],
  ['Anonymous', ''],
  ['Anonymous Donor', ''],
  ['Estate of Harold Finch', ''],
  ['Pat Quinn (Deceased)', ''],
  ['Google LLC', ''],
  ['A Friend', ''],
  ['Jane', 'Jane'],
  ['', ''],
  ['Ann Able & Family', 'Ann'],
  ['Familia Pérez', 'Pérez family'],
  ['Famille Roy', 'Roy family'],
  ['Herr Max Brandt', 'Max'],
  ['Frau Cramer', 'Frau Cramer'],
  ['Mme Roy', 'Mme Roy'],
  ['Rabbi Cohen', 'Rabbi Cohen'],
  ['Ms Eve', 'Ms. Eve'],
  ['M. et Mme Roy', ''],
  ['In memory of Max Moe', ''],
  ['Anonymous (Hal Hill)', ''],
  ['Friends of Ann Able', ''],
  ['Team Able', ''],
  ['Room 12 Parents', ''],
  ['Sunday Collection', ''],
  ['Cash Donations', ''],
  ['Bake Sale', ''],
  ['Walmart Customer', ''],
])('the greeting of %s is %j', (name, greeting) => {
  expect(readDonorName(name).greeting).toBe(greeting)
})

test.each([
  'Google LLC',
  'Microsoft Corporation',
  'Elm Street Bakery LLC',
  'Fidelity Charitable',
  'Smith Family Foundation',
  'Schwab Charitable Fund',
  'Benevity Community Impact Fund',
  'American Online Giving Foundation',
  'National Philanthropic Trust',
  'Rossi & Sons',
  'Gagnon & Fils',
  'Huber GmbH',
  'Sportverein Lauf e.V.',
  'Fondation Tremblay',
  'Panadería La Luna',
  "Joe's Diner",
  'Elks Lodge 123',
  'Girl Scout Troop 5',
  'Lincoln Elementary School',
  "St. Mark's Lutheran",
  'Teamsters Local 120',
  'Smith Law Office',
  'The Smith Agency',
  'Able & Baker PA',
  'Duluth Band Boosters',
  'Wells Fargo Community Giving',
  'Every.org',
  'Every.org Donor',
  'Double the Donation',
  'GlobalGiving',
  'Millie Giving',
  'Classy',
  'Tithe.ly',
  'Comercial Norte S.A. de C.V.',
])('%s is an organization', (name) => {
  expect(isOrganizationName(name)).toBe(true)
})

test.each([
  'Charlotte Church',
  'Tyra Bank',
  'Jon Vale',
  'The Alvarez Family',
  'Dr. Wei Chen',
  'Estate of Ann Trust',
  'Mercedes',
  'Eva Cramer',
  'Familia Pérez',
  'John Lodge',
  'Lu Law',
  'Cy Carr PA',
  'Ann Troop',
  'Millie Deed',
  'Chariot Jones',
  'Classy Lee',
])('%s is a person', (name) => {
  expect(isOrganizationName(name)).toBe(false)
})

test.each([
  'Pat Quinn (Deceased)',
  'Mrs. Pat Quinn (dec.)',
  'Estate of Harold Finch',
  'The Estate of Ann Lee',
  'Ann Lee Estate',
  'The late Ann Lee',
  'Nora (verstorben) Nagel',
  'Luc Roy (décédé)',
  'Ana Paz (fallecida)',
  'Nachlass Otto Krug',
  'Succession de Luc Roy',
  'Succession d’Anne Roy',
])('%s is deceased', (name) => {
  expect(isDeceasedName(name)).toBe(true)
})

test.each(['Estella Lee', 'Dec Lan', 'Ann Estates Lee', 'The Lateef Family'])('%s is not deceased', (name) => {
  expect(isDeceasedName(name)).toBe(false)
})

test.each(['Anonymous', 'Cash', 'Walk-in', 'Name withheld', 'Millie'])(
  'without an address, %s is not a person',
  (name) => {
    expect([isNoPersonName(name), isNoPersonName(name, true)]).toEqual([true, false])
  },
)

test.each(['Johnny Cash', 'Millie Gray', 'Al Friend', 'Guest Moe'])(
  '%s is a person without an address, too',
  (name) => {
    expect(isNoPersonName(name)).toBe(false)
  },
)

import { expect, test } from 'vitest'
import { registrationForm } from '../accounts/registration.ts'
import { einMessages, einPrefixProblem, einProblem, formatEin } from './ein.ts'

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12-3'],
  ['123456789', '12-3456789'],
  ['12 345 6789', '12-3456789'],
  ['12-', '12'],
  ['12-3456789R', '123456789R'],
  ['123456789RR0001', '123456789RR0001'],
  ['1234567890', '1234567890'],
  ['applied for', 'applied for'],
])('%j is formatted as %j', (typed, formatted) => {
  expect(formatEin(typed)).toBe(formatted)
})

test('digits that the IRS never assigned are refused from the second digit on', () => {
  for (const text of ['07', '07-', '07-3456789', '073456789'])
    expect(einPrefixProblem(text)).toBe('EINs don’t start with 07. Check the number.')
  for (const text of ['', '0', '1', '12-3', '371550142', 'applied for']) expect(einPrefixProblem(text)).toBeNull()
})

test('83 of the 100 prefixes are assigned', () => {
  const prefixes = Array.from({ length: 100 }, (_, prefix) => String(prefix).padStart(2, '0'))
  expect(prefixes.filter((prefix) => einProblem(`${prefix}-3456789`) === null)).toHaveLength(83)
})

test('an EIN has nine digits', () => {
  expect(einProblem('12-345678')).toBe(einMessages.shape)
  expect(einProblem('applied for')).toBe(einMessages.shape)
  expect(einProblem('12-3456789')).toBeNull()
})

const form = {
  ...{ name: 'Willow', type: 'non-profit', phone: '1', fax: '', url: 'willow.example', mission: 'm', street: '1 Lane' },
  ...{ street2: '', city: 'Springfield', state: 'IL', zip: '', country: 'US', categories: '1', contact_name: 'Robin' },
  ...{ contact_email: 'robin@example.org', contact_phone: '' },
}

test('a registration from the United States with such a prefix is refused, others are not', () => {
  const problem = (ein: string, country = 'US') =>
    registrationForm.safeParse({ ...form, ein, country }).error?.issues.map(({ path, message }) => [path, message])
  expect(problem('07-3456789')).toEqual([[['ein'], 'EINs don’t start with 07. Check the number.']])
  expect(problem('12-3456789')).toBeUndefined()
  expect(problem('applied for')).toBeUndefined()
  expect(problem('789012345RR0001', 'CA')).toBeUndefined()
  expect(problem('789012345', 'CA')).toBeUndefined()
})

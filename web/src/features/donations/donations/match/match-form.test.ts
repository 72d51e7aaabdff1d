import type { donations } from '@twofold/contract'
import { expect, it } from 'vitest'
import { customFieldsOf, errorsIn, updateBodyOf, valuesOf } from './match-form.ts'

type Detail = donations.DonationDetail

const detail = {
  amount: 80,
  company: null,
  company_id: null,
  company_name: 'Quillon Ind.',
  employment: null,
  custom: { table: 4, campaign: 'Gala', history: [], from_program: { a: 1 } },
} as Partial<Detail> as Detail

it('lists the organization’s fields first and omits structured values', () => {
  expect(customFieldsOf(detail, ['Table', 'Fund'])).toEqual([
    { name: 'custom.table', label: 'Table' },
    { name: 'custom.fund', label: 'Fund' },
    { name: 'custom.campaign', label: 'campaign' },
  ])
})

it('sends only changed values', () => {
  const start = valuesOf(detail, ['Fund'])
  expect(start).toMatchObject({ amount: '80.00', company: 'Quillon Ind.', companyId: null, 'custom.fund': '' })
  expect(updateBodyOf(start, start, 3)).toEqual({ version: 3 })
  expect(updateBodyOf({ ...start, amount: '$80' }, start, 3)).toEqual({ version: 3 })
  const typed = { ...start, amount: '1,250.50', company: 'Quillon', companyId: 7, 'custom.fund': 'Roof' }
  expect(updateBodyOf(typed, start, 3)).toEqual({
    version: 3,
    amount: 1250.5,
    company_id: 7,
    company_name: 'Quillon',
    custom: { fund: 'Roof' },
  })
  expect(updateBodyOf({ ...start, employment: 'retired' }, start, 3)).toEqual({ version: 3, employment: 'retired' })
})

it('leaves an unknown amount blank and accepts a typed one', () => {
  const start = valuesOf({ ...detail, amount: 0 }, [])
  expect([start.amount, errorsIn(start, start), updateBodyOf(start, start, 3)]).toEqual(['', {}, { version: 3 }])
  expect(updateBodyOf({ ...start, amount: '40' }, start, 3)).toEqual({ version: 3, amount: 40 })
  expect(errorsIn({ ...start, amount: 'x' }, start)).toEqual({ amount: 'Enter an amount like 25' })
})

it('parses amounts as users type them and rejects invalid ones', () => {
  const start = valuesOf(detail, [])
  expect(updateBodyOf({ ...start, amount: '$1,250.50' }, start, 3)).toEqual({ version: 3, amount: 1250.5 })
  for (const amount of ['', 'ten', '1.234', '-5', '12,50', '1.250,00', '2e3']) {
    expect(errorsIn({ ...start, amount }, start)).toEqual({ amount: 'Enter an amount like 25' })
  }
  expect(errorsIn({ ...start, amount: '0', company: ' ' }, start)).toEqual({
    amount: 'Enter an amount like 25',
    company: 'Enter the employer',
  })
})

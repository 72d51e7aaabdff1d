import type { donations } from '@twofold/contract'
import { expect, it } from 'vitest'
import { changeOf, customFieldsOf, errorsIn, valuesOf } from './match-form.ts'

type Detail = donations.DonationDetail

const detail = {
  amount: 80,
  company: null,
  company_id: null,
  company_name: 'Quillon Ind.',
  employment: null,
  custom: { table: 4, campaign: 'Gala', history: [], from_program: { a: 1 } },
} as Partial<Detail> as Detail

it('shows the fields that the organization has named first, and keeps what a program wrote out of the form', () => {
  expect(customFieldsOf(detail, ['Table', 'Fund'])).toEqual([
    { name: 'custom.table', label: 'Table' },
    { name: 'custom.fund', label: 'Fund' },
    { name: 'custom.campaign', label: 'campaign' },
  ])
})

it('sends what was changed and nothing else', () => {
  const start = valuesOf(detail, ['Fund'])
  expect(start).toMatchObject({ amount: '80.00', company: 'Quillon Ind.', companyId: null, 'custom.fund': '' })
  expect(changeOf(start, start, 3)).toEqual({ version: 3 })
  expect(changeOf({ ...start, amount: '$80' }, start, 3)).toEqual({ version: 3 })
  const typed = { ...start, amount: '1,250.50', company: 'Quillon', companyId: 7, 'custom.fund': 'Roof' }
  expect(changeOf(typed, start, 3)).toEqual({
    version: 3,
    amount: 1250.5,
    company_id: 7,
    company_name: 'Quillon',
    custom: { fund: 'Roof' },
  })
  expect(changeOf({ ...start, employment: 'retired' }, start, 3)).toEqual({ version: 3, employment: 'retired' })
})

it('leaves a gift that nobody knows blank, and takes one that is typed', () => {
  const start = valuesOf({ ...detail, amount: 0 }, [])
  expect([start.amount, errorsIn(start, start), changeOf(start, start, 3)]).toEqual(['', {}, { version: 3 }])
  expect(changeOf({ ...start, amount: '40' }, start, 3)).toEqual({ version: 3, amount: 40 })
  expect(errorsIn({ ...start, amount: 'x' }, start)).toEqual({ amount: 'Enter an amount like 25' })
})

it('takes amounts as people type them, and refuses what is none', () => {
  const start = valuesOf(detail, [])
  expect(changeOf({ ...start, amount: '$1,250.50' }, start, 3)).toEqual({ version: 3, amount: 1250.5 })
  for (const amount of ['', 'ten', '1.234', '-5', '12,50', '1.250,00', '2e3']) {
    expect(errorsIn({ ...start, amount }, start)).toEqual({ amount: 'Enter an amount like 25' })
  }
  expect(errorsIn({ ...start, amount: '0', company: ' ' }, start)).toEqual({
    amount: 'Enter an amount like 25',
    company: 'Name the employer',
  })
})

import type { donations } from '@twofold/contract'
import { expect, it } from 'vitest'
import { editableField } from './inline-edit.ts'

const gift = (custom: object) => ({ custom }) as Partial<donations.Donation> as donations.Donation

it('offers the amount of a single gift and the company, but not the sum of a combined match', () => {
  const fieldsOf = (custom: object) =>
    ['amount', 'company_name', 'status'].map((column) => editableField(column, gift(custom)))
  expect(fieldsOf({ fund: 'Roof' })).toEqual(['amount', 'company', null])
  expect(fieldsOf({ history: [] })).toEqual([null, 'company', null])
})

import { expect, test } from 'vitest'
import { findDeductibleCents, isDeductibleField } from './deductible.ts'

const of = (custom: Record<string, unknown>) => findDeductibleCents(custom, { givenCents: 20_000, giftKind: 'money' })

test.each([
  'benefit_value',
  'benefits',
  'benefits_received',
  'cost_of_benefit',
  'fair_market_value',
  'fairmarketvalue',
  'fmv',
  'fmv_of_benefits',
  'ticket_fmv',
  'goods_services_value',
  'goods_and_services_value',
  'value_of_goods_or_services_received',
  'goods_services',
  'premium_value',
  'quid_pro_quo_amount',
  'advantage_amount',
  'non_deductible_amount',
  'nondeductible_amount',
  'not_tax_deductible',
  'non_tax_deductible_portion',
  'avantage',
  'valeur_de_l_avantage',
  'monto_no_deducible',
])('subtracts %s', (key) => {
  expect([of({ [key]: '$50.00' }), of({ [key]: '0.00' }), of({ [key]: '' })]).toEqual([15_000, null, null])
})

test.each([
  'tax_deductible_amount',
  'taxdeductibleamount',
  'deductible',
  'eligible_amount',
  'amount_eligible_for_tax_receipt',
  'receiptable_amount',
  'part_admissible',
  'montant_déductible',
  'monto_deducible',
])('takes %s', (key) => {
  expect([of({ [key]: '150.00' }), of({ [key]: '0.00' }), of({ [key]: '' })]).toEqual([15_000, 0, null])
})

test.each([
  ['benefit_type', '50'],
  ['benefit_tickets', '2'],
  ['premium', '1'],
  ['benefits', 'Tote bag'],
  ['benefits_count', '2.00'],
  ['match_eligible_amount', '50.00'],
  ['deductible_ytd', '50.00'],
  ['tax_deductible', '1'],
  ['fair_market_value', '200.00'],
])('ignores %s with %j', (key, cell) => {
  expect(of({ [key]: cell })).toBe(null)
})

test('the deductible part is preferred to a benefit', () => {
  expect(of({ fair_market_value: '50.00', deductible: '140' })).toBe(14_000)
})

test('the market value of stock is its amount', () => {
  expect(findDeductibleCents({ fmv: '50.00' }, { givenCents: 20_000, giftKind: 'stock' })).toBe(null)
})

test('fields with percentages, years or types are not deductible fields', () => {
  expect(['fmv', 'benefit_value', 'deductible_percent', 'fund'].map(isDeductibleField)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['120.00', 12_000],
  ['200.00', null],
  ['0.00', null],
])('a receipt amount of %s is the deductible part only if it is below the gift', (cell, expected) => {
  expect(of({ gf_receipt_amount: cell })).toBe(expected)
})

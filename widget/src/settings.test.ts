import { describe, expect, it } from 'vitest'
import { kindOf, kinds, readAmount, readSettings } from './settings.ts'
import { english } from './texts.ts'

describe('the attributes of the widget', () => {
  it('are null without a known placement', () => {
    expect(kindOf({})).toBeNull()
    expect(kindOf({ twofold: 'popup' })).toBeNull()
    for (const kind of kinds) expect(kindOf({ twofold: kind })).toBe(kind)
  })

  it('have defaults', () => {
    expect(readSettings('field', {}, english)).toMatchObject({
      name: 'employer',
      label: 'Employer (many match gifts)',
      amount: null,
      company: null,
      theme: 'light',
      isPreview: false,
    })
  })

  it('ignore invalid values', () => {
    const odd = { company: 'x', amount: 'lots', giftDate: 'today', theme: 'pink' }
    expect(readSettings('card', odd, english)).toMatchObject({
      company: null,
      amount: null,
      giftDate: '',
      theme: 'light',
    })
  })
})

it('parse amounts as typed by people and forms', () => {
  const texts = ['50', '$1,250.50', ' 25.5 USD', '', '0', '-', '99999999', '10.005', '12,50', '1.250,00 €', '2e3', '-5']
  expect(texts.map(readAmount)).toEqual([50, 1250.5, 25.5, ...Array(9).fill(null)])
})

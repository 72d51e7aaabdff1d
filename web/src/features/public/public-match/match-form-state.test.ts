import { publicMatch } from '@twofold/contract'
import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../../shared/form.ts'
import { canRequestMatch, initialValues, outlookQuery } from './match-form-state.ts'

describe('the form of a match request', () => {
  it('starts with the valid values in a link', () => {
    expect(initialValues(new URLSearchParams('amount=50&date=2026-10-31'), '2026-11-03')).toMatchObject({
      amount: '50',
      date: '2026-10-31',
    })
    expect(initialValues(new URLSearchParams('amount=lots&date=yesterday'), '2026-11-03')).toMatchObject({
      amount: '',
      date: '2026-11-03',
    })
  })

  it('requests the outlook with the valid gift values', () => {
    expect(outlookQuery({ amount: '50.25', date: '2026-10-31' }, 7)).toEqual({
      organization: '7',
      amount: 50.25,
      date: '2026-10-31',
    })
    expect(outlookQuery({ amount: '$1,250', date: '2026-10-31' }, 7)).toMatchObject({ amount: 1250 })
    expect(outlookQuery({ amount: '2e3', date: '2026-10-31' }, 7)).toEqual({ organization: '7' })
    expect(outlookQuery({ amount: '', date: '2026-10-31' }, 7)).toEqual({ organization: '7' })
    expect(outlookQuery({ amount: '5', date: '' }, 7)).toEqual({ organization: '7', amount: 5 })
  })

  it('shows missing values with the contract’s messages', () => {
    const { requestMessages: messages } = publicMatch
    expect(errorsOf(publicMatch.matchRequestForm, { employer: '', amount: '', date: '', name: '', email: '' })).toEqual(
      {
        employer: messages.employer,
        amount: messages.amount,
        date: messages.date,
        name: messages.name,
        email: messages.email,
      },
    )
  })

  it('allows a request only if a match is possible', () => {
    const gift = { amount: 5, match: 0, total: 5, is_certain: true, last_day: null, text: '' }
    const verdicts = ['matched', 'below_minimum', 'unknown', 'own_site_only', 'excluded', 'no_program'] as const
    expect(verdicts.map((verdict) => canRequestMatch({ ...gift, verdict }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(canRequestMatch(undefined)).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { donationsAddress } from '../donations/index.ts'
import { readOverviewPeriod, writeOverviewPeriod } from './overview-period.ts'

const today = '2026-11-20'
const read = (text: string) => readOverviewPeriod(new URLSearchParams(text), today)

describe('the period of the overview', () => {
  it('is January 1 to today unless told', () => {
    expect(read('')).toEqual({ from: '2026-01-01', to: '2026-11-20' })
  })

  it.each(['from=2026-03-01', 'from=2026-03-02&to=2026-03-01', 'from=2026-02-30&to=2026-03-01', 'dates=any', 'to=x'])(
    'is the default for %s',
    (text) => {
      expect(read(text)).toEqual({ from: '2026-01-01', to: '2026-11-20' })
    },
  )

  it('goes to the address and comes back, and leaves other parameters alone', () => {
    const period = { from: '2025-12-31', to: '2026-01-01' }
    const search = writeOverviewPeriod(period, today, new URLSearchParams('x=1'))
    expect(search.toString()).toBe('x=1&from=2025-12-31&to=2026-01-01')
    expect(read(search.toString())).toEqual(period)
  })

  it('is not said when it is the default', () => {
    const search = new URLSearchParams('from=2025-01-01&to=2025-02-01')
    expect(writeOverviewPeriod({ from: '2026-01-01', to: today }, today, search).toString()).toBe('')
  })
})

it('leads from a card to the list with the same filter and the same days', () => {
  expect(donationsAddress('npo_verify', { from: '2026-01-01', to: '2026-11-20' })).toBe(
    '/portal/donations?status=npo_verify&from=2026-01-01&to=2026-11-20',
  )
})

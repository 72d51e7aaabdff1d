import { describe, expect, it } from 'vitest'
import { donationsUrl } from '../donations/index.ts'
import { readOverviewPeriod, writeOverviewPeriod } from './overview-period.ts'

const today = '2026-11-20'
const read = (text: string) => readOverviewPeriod(new URLSearchParams(text), today)

describe('the period of the overview', () => {
  it('defaults to January 1 through today', () => {
    expect(read('')).toEqual({ from: '2026-01-01', to: '2026-11-20' })
  })

  it.each(['from=2026-03-01', 'from=2026-03-02&to=2026-03-01', 'from=2026-02-30&to=2026-03-01', 'dates=any', 'to=x'])(
    'falls back to the default for %s',
    (text) => {
      expect(read(text)).toEqual({ from: '2026-01-01', to: '2026-11-20' })
    },
  )

  it('round-trips through the address and keeps other parameters', () => {
    const period = { from: '2025-12-31', to: '2026-01-01' }
    const search = writeOverviewPeriod(period, today, new URLSearchParams('x=1'))
    expect(search.toString()).toBe('x=1&from=2025-12-31&to=2026-01-01')
    expect(read(search.toString())).toEqual(period)
  })

  it('is omitted from the address when it is the default', () => {
    const search = new URLSearchParams('from=2025-01-01&to=2025-02-01')
    expect(writeOverviewPeriod({ from: '2026-01-01', to: today }, today, search).toString()).toBe('')
  })
})

it('links a card to the list with the same filter and days', () => {
  expect(donationsUrl('npo_verify', { from: '2026-01-01', to: '2026-11-20' })).toBe(
    '/portal/donations?status=npo_verify&from=2026-01-01&to=2026-11-20',
  )
})

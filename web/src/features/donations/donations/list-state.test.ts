import { donations } from '@twofold/contract'
import { describe, expect, it } from 'vitest'
import {
  applyChange,
  filtersOf,
  initialListState,
  type ListState,
  listQueryOf,
  pageSizes,
  writeListState,
} from './list-state.ts'
import { parseMinAmount, readListState } from './read-list-state.ts'

const read = (text: string) => readListState(new URLSearchParams(text))

/** Deterministic, so that failures are reproducible. */
function createDice(seed: number) {
  let state = seed
  return <T>(...choices: readonly [T, ...T[]]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return choices[Math.floor((state / 2_147_483_648) * choices.length)] ?? choices[0]
  }
}

function anyState(seed: number): ListState {
  const pick = createDice(seed)
  return {
    status: pick(undefined, 'donor_contacted', 'npo_verify', 'engaged_submitted', 'no_response', '6,7', '22'),
    company: pick('', 'Google', 'Ben & Jerry’s', 'AT&T = ?', '100%'),
    donor: pick('', 'José', 'ann+gifts@example.org', '#1', '50% / 2'),
    minAmount: pick(undefined, 25, 0.5, 1234.56),
    period: pick<ListState['period']>(
      undefined,
      {},
      { from: '2026-01-01', to: '2026-02-28' },
      { from: '2026-01-01' },
      {
        to: '2026-01-01',
      },
    ),
    organization: pick(undefined, 3, 12),
    payment: pick(undefined, 'paid', 'expected,part_paid'),
    campaign: pick('', 'Spring Gala', '#1 & more'),
    campaignKnown: pick<ListState['campaignKnown']>(undefined, 'yes', 'no'),
    matchCampaign: pick(undefined, 4),
    deadlineWithin: pick(undefined, 1, 30, 366),
    unconfirmed: pick<ListState['unconfirmed']>(undefined, 'yes'),
    employerKnown: pick<ListState['employerKnown']>(undefined, 'yes', 'no'),
    minEstimated: pick(undefined, 0.5, 250),
    withinYear: pick<ListState['withinYear']>(undefined, 'submitted', 'paid'),
    unanswered: pick<ListState['unanswered']>(undefined, 'yes'),
    upload: pick(undefined, 9),
    donorId: pick(undefined, 77),
    companyId: pick(undefined, 12),
    sort: pick<ListState['sort']>('donated_at', 'amount'),
    ascending: pick(true, false),
    page: pick(1, 2, 400),
    size: pick(...pageSizes),
    report: pick(undefined, 3),
    formerView: pick(undefined, 4),
    columns: pick<ListState['columns']>(undefined, ['donor_name', 'custom.nom_du_café']),
  }
}

describe('the address of the list', () => {
  it('is empty for the initial state', () => {
    expect(writeListState(initialListState).toString()).toBe('')
    expect(read('')).toEqual(initialListState)
  })

  it('round-trips 500 states', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const state = anyState(seed)
      const text = writeListState(state).toString()
      expect(read(text), text).toEqual(state)
    }
  })

  it('keeps the open match', () => {
    const search = writeListState({ ...initialListState, page: 2 }, new URLSearchParams('match=123&page=9&company=x'))
    expect(Object.fromEntries(search)).toEqual({ match: '123', page: '2' })
  })

  it.each([
    'status=everything',
    'status=6,99',
    'status=18',
    'status=6,,7',
    `status=${'7,'.repeat(200)}7`,
    'min=-5',
    'min=ten',
    'min=1e9',
    'min=99999999999',
    'min=0',
    'from=yesterday',
    'from=2026-02-30',
    'from=2026-02-02&to=2026-02-01',
    'dates=some',
    'org=0',
    'org=abc',
    'org=99999999999999999999',
    'sort=donor',
    'order=sideways',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=NaN',
    'page=99999999',
    'size=51',
    'company=%20%20',
    'payment=none',
    'payment=paid,',
    'deadline=0',
    'deadline=400',
    'employer=maybe',
    'estimated=much',
    'import=-2',
    'donorId=x',
    'companyId=x',
    'unknown=1',
  ])('ignores unsupported values: %s', (text) => {
    expect(read(text)).toEqual(initialListState)
  })

  it('keeps the valid end of a partly valid range', () => {
    expect(read('from=2026-01-01&to=soon').period).toEqual({ from: '2026-01-01' })
  })
})

describe('the request to the server', () => {
  const today = '2026-11-20'

  it('defaults to the last 90 days', () => {
    expect(listQueryOf(initialListState, today)).toEqual({
      page: 1,
      per_page: 50,
      sort_field: 'donated_at',
      ascending: 'false',
      filters: { dateFrom: '2026-08-23', dateTo: '2026-11-20' },
    })
  })

  it('has no dates for the any-date period', () => {
    expect(filtersOf({ ...initialListState, period: {} }, today)).toEqual({})
  })

  it('matches the contract in every state', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const state = anyState(seed)
      const query = donations.donationListQuery.parse(listQueryOf(state, today))
      expect(query.ascending).toBe(state.ascending)
      expect(query.filters.minAmount).toBe(state.minAmount)
    }
  })
})

it('returns to the first page when a filter changes', () => {
  const state = { ...initialListState, page: 7 }
  expect(applyChange(state, { donor: 'Ann' }).page).toBe(1)
  expect(applyChange(state, { page: 8 }).page).toBe(8)
})

it('parses amounts as users type them', () => {
  expect(['25', ' $1,250.50 ', '0.5'].map(parseMinAmount)).toEqual([25, 1250.5, 0.5])
  const none = ['', '0', '-1', 'ten', '1.2.3', '1e5', '12,50', '1.250,00']
  expect(none.map(parseMinAmount)).toEqual(none.map(() => undefined))
  expect(readListState(new URLSearchParams({ min: '12,50' })).minAmount).toBeUndefined()
})

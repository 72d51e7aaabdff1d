import type { donations } from '@twofold/contract'
import { statusIds } from '@twofold/matching'
import { expect, it } from 'vitest'
import { stepLinksOf } from './step-links.ts'

type Detail = donations.DonationDetail

const detail = (more: Partial<Detail>) =>
  ({
    donor: { id: 1, name: 'Ada', email: 'ada@example.net' },
    company: {
      id: 1,
      name: 'Quillon',
      url: 'https://give.quillon.example',
      match_method: 'csr',
      guide: null,
      verify: null,
    },
    notifications: [{ id: 1 }],
    recurring_history: [{ id: 1 }],
    ...more,
  }) as Partial<Detail> as Detail

const closed = [12, 13, 16]

it('links every status except those closed by hand', () => {
  const dead = statusIds.filter(
    (status_id) => stepLinksOf(detail({ status_id }), { write: true, isClosed: false }).length === 0,
  )
  expect(dead.toSorted((a, b) => a - b)).toEqual(closed)
})

it('omits links without a target and form fields for read-only users', () => {
  const bare = { company: null, notifications: [], recurring_history: [], donor: { id: 1, name: 'Ada', email: '' } }
  for (const status_id of statusIds) {
    const links = stepLinksOf(detail({ status_id, ...bare }), { write: false, isClosed: false })
    expect(links.filter((link) => !('screen' in link))).toEqual([])
  }
  const unsafe = detail({
    status_id: 7,
    company: { ...detail({}).company, url: 'javascript:alert(1)' } as Detail['company'],
  })
  expect(stepLinksOf(unsafe, { write: true, isClosed: false }).map(({ label }) => label)).toEqual(['See emails'])
})

it('omits the setup link for a closed organization', () => {
  const waiting = detail({ status_id: 17 })
  expect(stepLinksOf(waiting, { write: true, isClosed: false }).map(({ label }) => label)).toEqual(['Go to setup'])
  expect(stepLinksOf(waiting, { write: false, isClosed: true })).toEqual([])
})

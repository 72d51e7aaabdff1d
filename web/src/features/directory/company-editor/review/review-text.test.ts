import { expect, it } from 'vitest'
import {
  describeCandidate,
  describeChange,
  describeDomain,
  describeGroup,
  describeOrganization,
  describePendingEmails,
  describeResolution,
} from './review-text.ts'

const group = {
  key: 'acme',
  employer_text: 'Acme',
  gifts: 12,
  organizations: 5,
  organization_names: ['Maple', 'North', 'South'],
  sums: [{ currency: 'USD' as const, amount: 1250 }],
  oldest: '2026-04-01',
  by_organization: [
    { name: 'Maple', gifts: 6 },
    { name: 'North', gifts: 3 },
    { name: 'South', gifts: 1 },
  ],
  mail_domains: [
    { domain: 'acme.com', donors: 4, is_public: false },
    { domain: 'gmail.com', donors: 1, is_public: true },
  ],
  candidates: [],
}

const resolution = {
  id: 1,
  employer_text: 'Acme',
  company: { id: 2, name: 'Acme Corporation' },
  add_alias: true,
  can_undo: true,
  state: 'done' as const,
  gifts: 12,
  mails: { waiting: 0, held: 0, are_held: false },
  by: 'Sam',
  at: '2026-06-15T14:00:00Z',
}

it('shows the number of waiting gifts, their organizations and the oldest date', () => {
  expect(describeGroup(group)).toBe('12 gifts at 5 organizations · $1,250.00 · since Apr 1, 2026')
  expect(describeOrganization(group)).toBe('Maple 6, North 3, South 1 and 2 more organizations')
  const single = { ...group, gifts: 1, organizations: 1, by_organization: [{ name: 'Maple', gifts: 1 }] }
  expect(describeGroup(single)).toMatch(/^1 gift at Maple ·/)
  expect(describeOrganization(single)).toBe('')
})

it('shows the evidence for a company', () => {
  expect(describeDomain(group)).toBe('acme.com 4, gmail.com 1 (personal)')
  const acme = {
    company_id: 1,
    name: 'Acme Corporation',
    hit: 'Acme Corporation',
    likeness: 0.938,
    donors_at_domain: 0,
  }
  expect(describeCandidate(acme)).toBe('94% alike')
  expect(describeCandidate({ ...acme, hit: 'ACM', likeness: 1 })).toBe('100% like its other name “ACM”')
  expect(describeCandidate({ ...acme, donors_at_domain: 1 })).toBe('1 donor has its email domain · 94% alike')
})

it('shows a resolution’s effect and the state of its emails', () => {
  const mails = {
    mails: 0,
    held: 0,
    first_at: null,
    last_at: null,
    not_sent: [],
    waits_because: null,
    sample: null,
    is_whole: true,
  }
  const same = { changed: 0, joined: 0, moves: [], examples: [] }
  expect(describeChange({ ...same, gifts: 12, organizations: 5, matchable: 9, mails })).toBe(
    '12 gifts at 5 organizations will be rechecked; 9 could be matched.',
  )
  expect(
    describeChange({ ...same, gifts: 1, organizations: 1, matchable: 0, mails: { ...mails, is_whole: false } }),
  ).toBe('At least 1 gift at 1 organization will be rechecked; none can be matched yet.')
  const wordsFor = (waiting: number, held: number) =>
    describePendingEmails({ ...resolution, mails: { waiting, held, are_held: held > 0 } })
  expect([wordsFor(0, 0), wordsFor(3, 0), wordsFor(3, 3), wordsFor(3, 1)]).toEqual([
    '',
    '3 donor emails scheduled',
    '3 donor emails paused',
    '2 donor emails scheduled, 1 paused',
  ])
})

it('shows a resolution’s result', () => {
  expect(describeResolution(resolution)).toBe('“Acme” is Acme Corporation: 12 gifts rechecked; spelling remembered')
  expect(describeResolution({ ...resolution, state: 'running', gifts: 0, add_alias: false })).toBe(
    '“Acme” is Acme Corporation: rechecking its gifts soon',
  )
})

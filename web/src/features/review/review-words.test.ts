import { expect, it } from 'vitest'
import { groupWords, resolutionWords } from './review-words.ts'

const group = {
  key: 'acme',
  employer_text: 'Acme',
  gifts: 12,
  organizations: 5,
  organization_names: ['Maple', 'North', 'South'],
  sums: [{ currency: 'USD' as const, amount: 1250 }],
  oldest: '2026-04-01',
  candidates: [],
}

it('says how many gifts of whom wait, and since when', () => {
  expect(groupWords(group)).toBe(
    '12 gifts of 5 organizations (Maple, North, South, 2 more) · $1,250.00 · since Apr 1, 2026',
  )
  expect(groupWords({ ...group, gifts: 1, organizations: 1, organization_names: ['Maple'] })).toMatch(
    /^1 gift of Maple ·/,
  )
})

it('says what became of a resolution', () => {
  const resolution = {
    id: 1,
    employer_text: 'Acme',
    company: { id: 2, name: 'Acme Corporation' },
    add_alias: true,
    can_undo: true,
    state: 'done' as const,
    gifts: 12,
    by: 'Sam',
    at: '2026-06-15T14:00:00Z',
  }
  expect(resolutionWords(resolution)).toBe(
    '“Acme” is Acme Corporation: 12 gifts looked at again; the spelling is remembered',
  )
  expect(resolutionWords({ ...resolution, state: 'running', gifts: 0, add_alias: false })).toBe(
    '“Acme” is Acme Corporation: its gifts are looked at in a moment',
  )
})

import type { matchRequests } from '@twofold/contract'
import { expect, test } from 'vitest'
import { correctionOf, takesEffectImmediately } from './correction.ts'

const request: matchRequests.MatchRequest = {
  id: 7,
  organization: 'Riverbend Food Bank',
  donor_name: 'Elias Weber',
  email: 'elias@example.org',
  company: 'Lanternhill Bank',
  company_id: 3,
  employment: null,
  amount: 1100,
  currency: 'USD',
  donated_at: '2026-01-01',
  can_change: true,
  about: 'Your gift of $1,100.00 to Riverbend Food Bank on Jan 1, 2026:',
  is_donors_turn: true,
  standing: 'Your next step',
  page: null,
  language: 'en',
  waiting_email: null,
  waiting_name: null,
}
const waiting = { ...request, waiting_email: 'new@example.org', waiting_name: 'Elias P. Weber' }

test('keeps a pending name and address in the form without reporting them as updated', () => {
  expect(takesEffectImmediately(request, waiting)).toBe(false)
  expect(correctionOf(waiting)).toMatchObject({ donor_name: 'Elias P. Weber', email: 'new@example.org' })
  expect(correctionOf({ ...waiting, waiting_name: null })).toMatchObject({ donor_name: 'Elias Weber' })
})

test('reports other fields, and changes without a new address, as updated', () => {
  expect(takesEffectImmediately(request, { ...waiting, employment: 'retired' })).toBe(true)
  expect(takesEffectImmediately(request, { ...waiting, company: 'Portal Works' })).toBe(true)
  expect(takesEffectImmediately(waiting, request)).toBe(true)
  expect(correctionOf(request)).toMatchObject({ donor_name: 'Elias Weber', email: 'elias@example.org', employment: '' })
})

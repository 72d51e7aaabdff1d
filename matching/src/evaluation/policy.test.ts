import { expect, test } from 'vitest'
import { findCampaign, missingForMethod, type Policy } from '../index.ts'
import { sampleCampaign, samplePolicy } from './samples.testing.ts'

const campaign = (id: number, change: Partial<typeof sampleCampaign> = {}) => ({ ...sampleCampaign, id, ...change })
const day = '2026-04-15'

test.each<[string, ReturnType<typeof campaign>[][], number | null]>([
  ["the organization's own before its parent's", [[campaign(1)], [campaign(2, { startDate: '2026-04-01' })]], 1],
  ["the parent's where the organization has none", [[], [campaign(2)]], 2],
  ["the parent's where the organization's is for another company", [[campaign(1, { companyId: 9 })], [campaign(2)]], 2],
  [
    'one for the company before one for all',
    [[campaign(1), campaign(2, { companyId: null, startDate: '2026-04-01' })]],
    1,
  ],
  ['the later start', [[campaign(1, { startDate: '2026-04-01' }), campaign(2)]], 1],
  ['the newer of two alike', [[campaign(1), campaign(2)]], 2],
  ['none that is over', [[campaign(1, { endDate: '2026-04-14' })]], null],
])('chooses among several campaigns: %s', (_case, lists, id) => {
  expect(findCampaign(lists, 1, day)?.id ?? null).toBe(id)
})

test('no campaign applies to a gift without a company or a valid day', () => {
  const forAll = [[campaign(1, { companyId: null })]]
  expect(findCampaign(forAll, null, day)).toBeNull()
  expect(findCampaign(forAll, 1, null)).toBeNull()
  expect(findCampaign(forAll, 1, day)?.id).toBe(1)
})

test('choosing a campaign does not change the lists', () => {
  const list = [campaign(1), campaign(2)]
  findCampaign([list], 1, day)
  expect(list.map(({ id }) => id)).toEqual([1, 2])
})

test.each<[Partial<Policy>, boolean]>([
  [{ method: 'csr' }, true],
  [{ method: 'csr', submissionUrl: '' }, false],
  [{ method: 'form', submissionUrl: null, contactEmail: null }, true],
  [{ method: 'form', formUrl: null }, false],
  [{ method: 'contact', contactEmail: null }, true],
  [{ method: 'contact', contactEmail: null, contactAddress: null }, false],
  [{ method: 'mail', formUrl: null }, true],
  [{ method: 'mail', contactAddress: null }, false],
  [{ method: null }, false],
])('%o is complete: %s', (change, isComplete) => {
  expect(missingForMethod({ ...samplePolicy, ...change }) === null).toBe(isComplete)
})

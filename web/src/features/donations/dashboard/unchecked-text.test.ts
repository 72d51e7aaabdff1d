import { expect, it } from 'vitest'
import { uncheckedReason } from '../../../shared/current-organization.tsx'
import { describeUnchecked } from './unchecked-text.ts'

const open = { complete: false, parent_complete: false, rule_deactivated: false, cancelled_at: null }

it('mentions setup only while it is unfinished and the organization is open', () => {
  expect(describeUnchecked(open)).toMatch(/once you finish setup/)
  for (const done of [{ complete: true }, { parent_complete: true }]) {
    expect(describeUnchecked({ ...open, ...done })).toMatch(/^We’re checking these gifts for matches now\.$/)
  }
  expect(describeUnchecked({ ...open, rule_deactivated: true })).toMatch(/while this organization is closed\.$/)
  expect(uncheckedReason(open)).toMatch(/once setup/)
  expect(uncheckedReason({ ...open, parent_complete: true })).toBeNull()
  expect(uncheckedReason({ ...open, complete: true, rule_deactivated: true })).toMatch(/closed/)
})

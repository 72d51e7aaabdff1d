import { expect, it } from 'vitest'
import { whyUnchecked } from '../../../shared/current-organization.tsx'
import { waitingWords } from './waiting-words.ts'

const open = { complete: false, parent_complete: false, rule_deactivated: false, cancelled_at: null }

it('mentions setup only while it is unfinished and the organization is open', () => {
  expect(waitingWords(open)).toMatch(/once setup is finished/)
  for (const done of [{ complete: true }, { parent_complete: true }]) {
    expect(waitingWords({ ...open, ...done })).toMatch(/^Being checked for matches now\. /)
  }
  expect(waitingWords({ ...open, rule_deactivated: true })).toMatch(/while this organization is closed\.$/)
  expect(whyUnchecked(open)).toMatch(/once the setup/)
  expect(whyUnchecked({ ...open, parent_complete: true })).toBeNull()
  expect(whyUnchecked({ ...open, complete: true, rule_deactivated: true })).toMatch(/closed/)
})

import { expect, it } from 'vitest'
import { auditFilterOf } from './audit-filter.ts'

it('reads the filters from the address and ignores invalid ones', () => {
  expect(auditFilterOf(new URLSearchParams('subject=member&person=7'))).toEqual({ subject: 'member', user_id: 7 })
  expect(auditFilterOf(new URLSearchParams('subject=&person=-1'))).toEqual({})
  expect(auditFilterOf(new URLSearchParams(`subject=${'x'.repeat(61)}&person=seven`))).toEqual({})
})

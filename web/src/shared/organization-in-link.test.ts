import { expect, test } from 'vitest'
import {
  linkStatus,
  organizationInLink,
  withOrganizationParam,
  withoutOrganizationParam,
} from './organization-in-link.ts'

const named = (search: string) => organizationInLink(new URLSearchParams(search))
const mayOpen = (id: number) => id === 12

test('a link names its organization, and the address drops the parameter', () => {
  expect(named('tab=address')).toBeNull()
  expect(named('in=12&tab=address')).toBe(12)
  for (const cut of ['in=', 'in=0', 'in=1e3', 'in=12x', `in=${'9'.repeat(20)}`]) expect(named(cut)).toBe('unknown')
  expect(withoutOrganizationParam(new URLSearchParams('in=12&tab=address')).toString()).toBe('tab=address')
  expect(withOrganizationParam(new URLSearchParams('tab=address'), 12).toString()).toBe('tab=address&in=12')
})

test('a link for an organization that the person cannot open is foreign', () => {
  expect(linkStatus(null, mayOpen, null)).toBe('none')
  expect(linkStatus(12, mayOpen, null)).toBe('open')
  expect(linkStatus(4, mayOpen, null)).toBe('foreign')
  expect(linkStatus('unknown', mayOpen, null)).toBe('foreign')
  // Erased while this tab still lists it, or requested by a support user, who may open any organization.
  expect(linkStatus(12, mayOpen, 12)).toBe('foreign')
})

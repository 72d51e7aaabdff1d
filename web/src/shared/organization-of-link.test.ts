import { expect, test } from 'vitest'
import { linkStands, organizationNamed, withOrganization, withoutOrganization } from './organization-of-link.ts'

const named = (search: string) => organizationNamed(new URLSearchParams(search))
const mayOpen = (id: number) => id === 12

test('a link names the organization that it is about, and the address forgets it', () => {
  expect(named('tab=address')).toBeNull()
  expect(named('in=12&tab=address')).toBe(12)
  for (const cut of ['in=', 'in=0', 'in=1e3', 'in=12x', `in=${'9'.repeat(20)}`]) expect(named(cut)).toBe('unknown')
  expect(withoutOrganization(new URLSearchParams('in=12&tab=address')).toString()).toBe('tab=address')
  expect(withOrganization(new URLSearchParams('tab=address'), 12).toString()).toBe('tab=address&in=12')
})

test('a link about an organization that the person cannot open is not one about theirs', () => {
  expect(linkStands(null, mayOpen, null)).toBe('none')
  expect(linkStands(12, mayOpen, null)).toBe('open')
  expect(linkStands(4, mayOpen, null)).toBe('foreign')
  expect(linkStands('unknown', mayOpen, null)).toBe('foreign')
  // erased while this tab still takes it for the person's, or asked for by our support, who may open any
  expect(linkStands(12, mayOpen, 12)).toBe('foreign')
})

import { donations, members, review } from '@twofold/contract'
import { afterEach, expect, it } from 'vitest'
import { guardCalls, refuseGuarded } from '../../api/guard.ts'
import { memoryStorage } from '../../api/testing.ts'
import { changesOrganization, createSupportMode, onlyLooking } from './support-mode.ts'

let stop = () => {}
afterEach(() => stop())

it('allows changes in one organization at a time, and remembers it for the tab', () => {
  const storage = memoryStorage()
  const mode = createSupportMode(storage)
  expect(mode.allowedIn()).toBeNull()
  mode.allow(7)
  expect(createSupportMode(storage).allowedIn()).toBe(7)
  mode.allow(8)
  expect(mode.allowedIn()).toBe(8)
  mode.onlyLook()
  expect([mode.allowedIn(), storage.all()]).toEqual([null, {}])
})

it('holds back what changes an organization, and neither looking nor the review queue', () => {
  stop = guardCalls((route) => (changesOrganization(route) ? onlyLooking : null))
  expect(() => refuseGuarded(members.setPermission)).toThrow(onlyLooking)
  for (const route of [donations.listDonations, review.resolveEmployer])
    expect(() => refuseGuarded(route)).not.toThrow()
  stop()
  expect(() => refuseGuarded(members.setPermission)).not.toThrow()
})

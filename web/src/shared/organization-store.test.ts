import { expect, it } from 'vitest'
import { memoryStorage } from '../api/storage.testing.ts'
import { filterByName } from '../ui/filter-by-name.ts'
import { createOrganizationStore } from './organization-store.ts'

it('lets two tabs use two organizations, and starts a third with the newest', () => {
  const shared = memoryStorage()
  const tabs = [memoryStorage(), memoryStorage()] as const
  createOrganizationStore(tabs[0], shared).choose(10)
  createOrganizationStore(tabs[1], shared).choose(11)
  expect(createOrganizationStore(tabs[0], shared).chosen()).toBe(10)
  expect(createOrganizationStore(memoryStorage(), shared).chosen()).toBe(11)
})

it('stores recently opened organizations without duplicates, newest first', () => {
  const shared = memoryStorage()
  const store = createOrganizationStore(memoryStorage(), shared)
  store.remember({ id: 1, name: 'Riverbend' })
  store.remember({ id: 2, name: 'Maple' })
  store.remember({ id: 1, name: 'Riverbend Food Bank' })
  expect(createOrganizationStore(memoryStorage(), shared).recent()).toEqual([
    { id: 1, name: 'Riverbend Food Bank' },
    { id: 2, name: 'Maple' },
  ])
})

it('distinguishes two organizations with the same name by their ids', () => {
  const store = createOrganizationStore(memoryStorage(), memoryStorage())
  store.remember({ id: 1, name: 'Lincoln PTA' })
  store.remember({ id: 2, name: 'Maple' })
  store.remember({ id: 3, name: 'Lincoln PTA' })
  const names = () => store.recent().map(({ name }) => name)
  expect(names()).toEqual(['Lincoln PTA (organization 3)', 'Maple', 'Lincoln PTA (organization 1)'])
  store.remember({ id: 3, name: 'Lincoln School PTA' })
  expect(names()).toEqual(['Lincoln School PTA', 'Maple', 'Lincoln PTA'])
})

it('returns the same list until it changes, so that a subscribed screen renders once', () => {
  const store = createOrganizationStore(memoryStorage(), memoryStorage())
  store.remember({ id: 1, name: 'Lincoln PTA' })
  const list = store.recent()
  expect(store.recent()).toBe(list)
  store.remember({ id: 2, name: 'Maple' })
  expect(store.recent()).not.toBe(list)
})

it('clears everything on logout', () => {
  const [tab, shared] = [memoryStorage(), memoryStorage()]
  const store = createOrganizationStore(tab, shared)
  store.choose(3)
  store.remember({ id: 3, name: 'Elm' })
  store.clear()
  expect([store.chosen(), store.recent(), tab.all(), shared.all()]).toEqual([null, [], {}, {}])
})

it('ignores corrupt storage', () => {
  const store = createOrganizationStore(
    memoryStorage({ 'twofold.organization': 'seven' }),
    memoryStorage({ 'twofold.organization': '-1', 'twofold.organizations': '[{"id":"x"},{"id":4,"name":"Elm"},null]' }),
  )
  expect([store.chosen(), store.recent()]).toEqual([null, [{ id: 4, name: 'Elm' }]])
  expect(createOrganizationStore(memoryStorage(), memoryStorage({ 'twofold.organizations': '{' })).recent()).toEqual([])
})

it('finds names regardless of case and accents', () => {
  const list = [{ name: 'Café des Enfants' }, { name: 'Riverbend' }]
  expect(filterByName(list, ' CAFE ').map(({ name }) => name)).toEqual(['Café des Enfants'])
})

import { expect, it } from 'vitest'
import { memoryStorage } from '../../../api/testing.ts'
import { dropDraft, findDraft, keepDraft } from './draft.ts'
import type { ProfileValues } from './profile-form.ts'

const start: ProfileValues = {
  name: 'Riverbend',
  type: 'non-profit',
  ein: '',
  url: '',
  donate_url: '',
  mission: '',
  time_zone: 'America/Chicago',
  phone: '',
  fax: '',
  'notify_contact.name': '',
  'notify_contact.email': '',
  'notify_contact.phone': '',
  'billing_contact.name': '',
  'billing_contact.email': '',
  'address.street': '',
  'address.street2': '',
  'address.city': '',
  'address.state': '',
  'address.zip': '',
  'address.country': 'US',
  category_id_array: [19],
  email_who: 'all',
  email_min: '0',
  'custom.donation_fields': [],
  public_key: '',
  private_key: '',
}
const mine = { who: '7', organization: 3 }

it('brings back what was typed, and the version it was typed over', () => {
  const storage = memoryStorage()
  const values = { ...start, mission: 'New', category_id_array: [19, 25] }
  keepDraft(storage, mine, { version: 4, start, values })
  const now = { ...start, mission: 'Theirs', phone: '1' }
  expect(findDraft(storage, mine, now)).toEqual({
    version: 4,
    start: { ...now, mission: '' },
    values: { ...values, phone: '1' },
  })
})

it('is for the same person and the same organization only, and gone when dropped', () => {
  const storage = memoryStorage()
  keepDraft(storage, mine, { version: 4, start, values: { ...start, mission: 'New' } })
  expect(findDraft(storage, { ...mine, who: '8' }, start)).toBeNull()
  expect(findDraft(storage, { ...mine, organization: 4 }, start)).toBeNull()
  dropDraft(storage)
  expect(findDraft(storage, mine, start)).toBeNull()
})

it('never keeps a private key, and survives whatever stands in the storage', () => {
  const storage = memoryStorage()
  keepDraft(storage, mine, { version: 4, start, values: { ...start, private_key: 'sk_live_1' } })
  expect(storage.all()).toEqual({})
  for (const text of ['{', '{}', '[1]'])
    expect(findDraft(memoryStorage({ 'twofold.organization-draft': text }), mine, start)).toBeNull()
  const odd = { who: '7', organization: 3, version: 1, start: {}, typed: { name: ['x'], other: 'y' } }
  const found = findDraft(memoryStorage({ 'twofold.organization-draft': JSON.stringify(odd) }), mine, start)
  expect(found?.values).toEqual(start)
})

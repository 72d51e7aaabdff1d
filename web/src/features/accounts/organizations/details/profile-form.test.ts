import type { organizations } from '@twofold/contract'
import { expect, it, test } from 'vitest'
import { changedIn } from '../../../../shared/form.ts'
import {
  bodyOf,
  parseTab,
  problemsIn,
  problemsOf,
  rebaseValues,
  valuesOf,
  withField,
  zoneToOffer,
} from './profile-form.ts'

const organization: organizations.Organization = {
  id: 7,
  name: 'Riverbend Food Bank',
  type: 'non-profit',
  ein: '37-1550142',
  url: 'https://riverbend.example',
  donate_url: '',
  phone: '',
  fax: '',
  mission: '',
  country: 'US',
  address_id: null,
  address: { id: null, street: '', street2: '', city: '', state: '', zip: '', country: 'US' },
  notify_contact: { name: 'Marisol', email: 'm@riverbend.example', phone: '' },
  billing_contact: { name: '', email: '' },
  mail_sender: { name: '', reply_to: '' },
  category_id_array: [19, 25],
  file_logo: null,
  file_w9: null,
  file_irs: null,
  documents: [],
  needed: [],
  complete: false,
  parent_complete: false,
  has_gifts: false,
  onboarded: null,
  just_onboarded: false,
  email_who: 'all',
  email_min: 0,
  email_limit: 4,
  thank_donors: false,
  custom: { donation_fields: ['Fund'], amply: { feature: null } },
  public_key: '',
  private_key: null,
  private_key_set: false,
  is_premium: null,
  plan: null,
  parent_id: null,
  children: [],
  users: [],
  shadowedPermissions: [],
  user_permissions: [],
  creator_id: null,
  client_id: null,
  stripe_customer_id: null,
  rule_show_billing: false,
  rule_deactivated: false,
  rule_invoiced: false,
  cancelled_at: null,
  erases_at: null,
  erased_at: null,
  cancel_reason: null,
  reevaluating: false,
  api_keys: [],
  webhooks: [],
  active_integrations: [],
  default_contract: null,
  fetched_details: true,
  amply_client: false,
  time_zone: 'America/Chicago',
  language: 'en',
  today: '2026-11-20',
  currency: 'USD',
  version: 4,
  level: 'admin',
}
const start = valuesOf(organization)

test('ignores an unknown tab in the address', () => {
  expect(['tab=files', 'tab=FILES', 'tab=', ''].map((text) => parseTab(new URLSearchParams(text)))).toEqual([
    'files',
    'basic',
    'basic',
    'basic',
  ])
})

it('sends only changed fields, and the full category list', () => {
  const values = {
    ...start,
    name: 'Riverbend',
    'address.city': 'Peoria',
    'address.zip': '61602',
    category_id_array: [25, 19, 3],
    'custom.donation_fields': ['Fund', 'Table'],
  }
  expect(bodyOf(start, values, 4)).toEqual({
    version: 4,
    name: 'Riverbend',
    address: { city: 'Peoria', zip: '61602' },
    category_id_array: [25, 19, 3],
    custom: { donation_fields: ['Fund', 'Table'] },
  })
})

it('is unchanged when the same categories are chosen in another order', () => {
  expect(changedIn(start, { ...start, category_id_array: [25, 19] })).toEqual([])
})

it('reports a problem under the field that contains it', () => {
  const wrong = { ...start, name: '', url: 'http://', 'notify_contact.email': 'me', email_min: 'lots' }
  expect(problemsOf(bodyOf(start, wrong, 4))).toEqual({
    name: 'Organization name is required',
    url: 'Use a web address like https://example.org',
    'notify_contact.email': 'Please enter a valid email address',
    email_min: 'Use an amount like 25',
  })
  expect(problemsOf(bodyOf(start, { ...start, email_min: '12.50' }, 4))).toEqual({})
  expect(problemsIn({ 'category_id_array.3': 'Choose a category from the list', elsewhere: 'x' })).toEqual({
    category_id_array: 'Choose a category from the list',
  })
})

it('keeps typed values and adopts concurrent changes by others', () => {
  const mine = { ...start, phone: '1', fax: '2' }
  const fresh = { ...start, phone: '9', mission: 'New' }
  expect(rebaseValues(start, mine, fresh)).toEqual({ ...fresh, phone: '1', fax: '2' })
  expect(rebaseValues(start, mine, fresh, ['phone'])).toEqual({ ...fresh, fax: '2' })
})

it('adds a custom field once, and no blank one', () => {
  expect(withField(['Fund'], ' Table ')).toEqual(['Fund', 'Table'])
  expect(withField(['Fund'], ' ')).toEqual(['Fund'])
  expect(withField(['Fund'], 'FUND')).toEqual(['Fund'])
})

it('offers the time zone of a changed state, unless the organization has the same time', () => {
  const offered = (state: string, zone = 'America/Chicago', country = 'US') =>
    zoneToOffer(organization, { ...start, 'address.state': state, 'address.country': country, time_zone: zone })
  expect(offered('NY')).toBe('America/New_York')
  expect(offered('ON', 'America/Chicago', 'CA')).toBe('America/Toronto')
  expect(offered('IL')).toBeNull()
  expect(offered('ON', 'America/New_York', 'CA')).toBeNull()
  expect(offered('AZ', 'America/Denver')).toBe('America/Phoenix')
  expect(offered('')).toBeNull()
  expect(offered('XX')).toBeNull()
})

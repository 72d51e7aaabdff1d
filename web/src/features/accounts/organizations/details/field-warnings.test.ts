import { expect, test } from 'vitest'
import { fieldWarning } from './field-warnings.ts'
import type { ProfileField, ProfileValues } from './profile-form.ts'

const blank: ProfileValues = {
  name: '',
  type: 'non-profit',
  ein: '',
  url: '',
  donate_url: '',
  mission: '',
  time_zone: 'America/Chicago',
  language: 'en',
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
  'mail_sender.name': '',
  'mail_sender.reply_to': '',
  category_id_array: [],
  email_who: 'all',
  email_min: '0',
  email_limit: '4',
  thank_donors: false,
  'custom.donation_fields': [],
  public_key: '',
  private_key: '',
}
const warningOf = (field: ProfileField, value: string, country = 'US') =>
  fieldWarning(field, { ...blank, 'address.country': country, [field]: value })

test.each<[ProfileField, string, string?]>([
  ['ein', '37-1550142'],
  ['ein', ' 371550142 '],
  ['ein', '12345 6789 RR0001', 'CA'],
  ['phone', '(217) 555-0142'],
  ['phone', '+1 217 555 0142'],
  ['phone', '217.555.0142 x12'],
  ['fax', '+44 20 7946 0000'],
  ['address.zip', '62701'],
  ['address.zip', '62701-1234'],
  ['address.zip', 'k1a 0b1', 'CA'],
  ['address.state', 'IL'],
  ['address.state', 'PR'],
  ['address.state', 'QC', 'CA'],
  ['url', 'https://riverbend.example'],
  ['url', 'riverbend.example'],
  ['mission', 'x'],
  ['ein', ' '],
])('%s may be %j without a warning (%s)', (field, value, country) => {
  expect(warningOf(field, value, country)).toBeNull()
})

test.each<[ProfileField, string, string, string]>([
  ['ein', '12', 'US', 'An EIN has nine digits, like 12-3456789. Employers look you up by it.'],
  ['ein', '07-3456789', 'US', 'EINs don’t start with 07. Check the number.'],
  [
    'ein',
    '37-1550142',
    'CA',
    'A charity registration number looks like 12345 6789 RR0001. Employers look you up by it.',
  ],
  ['phone', '555 0142', 'US', 'A phone number has ten digits, like (217) 555-0142.'],
  ['notify_contact.phone', 'call me', 'US', 'A phone number has ten digits, like (217) 555-0142.'],
  ['address.zip', 'K1A 0B1', 'US', 'A ZIP code has five digits, or nine, like 62701.'],
  ['address.zip', '62701', 'CA', 'A postal code looks like K1A 0B1.'],
  ['address.state', 'QC', 'US', 'There’s no state QC.'],
  ['address.state', 'IL', 'CA', 'There’s no province IL.'],
  ['url', 'http://riverbend.example', 'US', expect.stringContaining('https')],
])('%s with %j in %s shows a warning', (field, value, country, text) => {
  expect(warningOf(field, value, country)).toEqual(text)
})

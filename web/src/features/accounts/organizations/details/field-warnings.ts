import { einProblem } from '@twofold/contract'
import type { ProfileField, ProfileValues } from './profile-form.ts'

/** Never refuses a value, because the person knows better than a pattern. */

type Country = 'US' | 'CA'

const regions: Readonly<Record<Country, ReadonlySet<string>>> = {
  US: new Set(
    (
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
      'PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'
    ).split(' '),
  ),
  CA: new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')),
}

const messages = {
  charityNumber: 'A charity registration number looks like 12345 6789 RR0001. Employers look you up by it.',
  phone: 'A phone number has ten digits, like (217) 555-0142.',
  zip: 'A ZIP code has five digits, or nine, like 62701.',
  postalCode: 'A postal code looks like K1A 0B1.',
  state: (given: string) => `There’s no state ${given}.`,
  province: (given: string) => `There’s no province ${given}.`,
  unsafe: 'This address starts with http. Donors are safer with https.',
} as const

const checks: Readonly<Partial<Record<ProfileField, (value: string, country: Country) => string | null>>> = {
  ein: (value, country) => (country === 'CA' ? charityNumber(value) : einProblem(value)),
  phone,
  fax: phone,
  'notify_contact.phone': phone,
  'address.state': (value, country) => {
    if (regions[country].has(value)) return null
    return country === 'CA' ? messages.province(value) : messages.state(value)
  },
  'address.zip': (value, country) => {
    if (country === 'CA') return /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i.test(value) ? null : messages.postalCode
    return /^\d{5}([ -]?\d{4})?$/.test(value) ? null : messages.zip
  },
  url: unsafe,
  donate_url: unsafe,
}

/** Null if the value is blank or plausible. */
export function fieldWarning(field: ProfileField, values: ProfileValues): string | null {
  const value = values[field]
  if (typeof value !== 'string' || value.trim() === '') return null
  return checks[field]?.(value.trim(), values['address.country'] === 'CA' ? 'CA' : 'US') ?? null
}

const charityNumber = (value: string): string | null =>
  /^\d{9}RR\d{4}$/i.test(value.replaceAll(/[\s-]/g, '')) ? null : messages.charityNumber

/** Ten digits, with or without a leading 1; a foreign number starts with `+`. Text after `x` is an extension. */
function phone(value: string): string | null {
  const [number = ''] = value.split(/x|ext|#/i)
  const digits = number.replaceAll(/\D/g, '')
  const isAbroad = value.startsWith('+') && !digits.startsWith('1')
  const pattern = isAbroad ? /^\d{7,15}$/ : /^1?\d{10}$/
  return pattern.test(digits) && !/[a-z]/i.test(number) ? null : messages.phone
}

function unsafe(value: string): string | null {
  return /^http:/i.test(value) ? messages.unsafe : null
}

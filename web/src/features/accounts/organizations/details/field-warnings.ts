import { einProblem } from '@twofold/contract'
import type { ProfileField, ProfileValues } from './profile-form.ts'

/** Never refuses a value, because the person knows better than a pattern. */

type Country = 'US' | 'CA'

const places: Readonly<Record<Country, ReadonlySet<string>>> = {
  US: new Set(
    (
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
      'PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'
    ).split(' '),
  ),
  CA: new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')),
}

const words = {
  charityNumber: 'A charity registration number looks like 12345 6789 RR0001. Employers look you up by it.',
  phone: 'A phone number has ten digits, like (217) 555-0142.',
  zip: 'A ZIP code has five digits, or nine, like 62701.',
  postalCode: 'A postal code looks like K1A 0B1.',
  state: (given: string) => `There’s no state ${given}.`,
  province: (given: string) => `There’s no province ${given}.`,
  unsafe: 'This address starts with http. Donors are safer with https.',
} as const

const checks: Readonly<Partial<Record<ProfileField, (given: string, country: Country) => string | null>>> = {
  ein: (given, country) => (country === 'CA' ? charityNumber(given) : einProblem(given)),
  phone,
  fax: phone,
  'notify_contact.phone': phone,
  'address.state': (given, country) => {
    if (places[country].has(given)) return null
    return country === 'CA' ? words.province(given) : words.state(given)
  },
  'address.zip': (given, country) => {
    if (country === 'CA') return /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i.test(given) ? null : words.postalCode
    return /^\d{5}([ -]?\d{4})?$/.test(given) ? null : words.zip
  },
  url: unsafe,
  donate_url: unsafe,
}

/** Null if the value is blank or plausible. */
export function fieldWarning(field: ProfileField, values: ProfileValues): string | null {
  const given = values[field]
  if (typeof given !== 'string' || given.trim() === '') return null
  return checks[field]?.(given.trim(), values['address.country'] === 'CA' ? 'CA' : 'US') ?? null
}

const charityNumber = (given: string): string | null =>
  /^\d{9}RR\d{4}$/i.test(given.replaceAll(/[\s-]/g, '')) ? null : words.charityNumber

/** Ten digits, with or without a leading 1; a foreign number starts with `+`. Text after `x` is an extension. */
function phone(given: string): string | null {
  const [number = ''] = given.split(/x|ext|#/i)
  const digits = number.replaceAll(/\D/g, '')
  const isAbroad = given.startsWith('+') && !digits.startsWith('1')
  const fits = isAbroad ? /^\d{7,15}$/ : /^1?\d{10}$/
  return fits.test(digits) && !/[a-z]/i.test(number) ? null : words.phone
}

function unsafe(given: string): string | null {
  return /^http:/i.test(given) ? words.unsafe : null
}

import { organizations } from '@twofold/contract'
import { changedIn } from '../../../../shared/form.ts'

type Organization = organizations.Organization

export const detailTabs = ['basic', 'contact', 'address', 'categories', 'users', 'files', 'settings'] as const
export type DetailTab = (typeof detailTabs)[number]

export const parseTab = (search: URLSearchParams): DetailTab =>
  detailTabs.find((name) => name === search.get('tab')) ?? 'basic'

/** Uses the flat names that the server's refusals also use. */
export type ProfileValues = {
  name: string
  type: string
  ein: string
  url: string
  donate_url: string
  mission: string
  time_zone: string
  language: string
  phone: string
  fax: string
  'notify_contact.name': string
  'notify_contact.email': string
  'notify_contact.phone': string
  'billing_contact.name': string
  'billing_contact.email': string
  'address.street': string
  'address.street2': string
  'address.city': string
  'address.state': string
  'address.zip': string
  'address.country': string
  'mail_sender.name': string
  'mail_sender.reply_to': string
  category_id_array: readonly number[]
  email_who: string
  email_min: string
  email_limit: string
  thank_donors: boolean
  'custom.donation_fields': readonly string[]
  public_key: string
  private_key: string
}
export type ProfileField = keyof ProfileValues
export type TextField = {
  [F in ProfileField]: ProfileValues[F] extends string ? F : never
}[ProfileField]

export const tabOf: Readonly<Record<ProfileField, DetailTab>> = {
  name: 'basic',
  type: 'basic',
  ein: 'basic',
  url: 'basic',
  donate_url: 'basic',
  mission: 'basic',
  time_zone: 'basic',
  phone: 'contact',
  fax: 'contact',
  'notify_contact.name': 'contact',
  'notify_contact.email': 'contact',
  'notify_contact.phone': 'contact',
  'billing_contact.name': 'contact',
  'billing_contact.email': 'contact',
  'address.street': 'address',
  'address.street2': 'address',
  'address.city': 'address',
  'address.state': 'address',
  'address.zip': 'address',
  'address.country': 'address',
  category_id_array: 'categories',
  'mail_sender.name': 'settings',
  'mail_sender.reply_to': 'settings',
  email_who: 'settings',
  email_min: 'settings',
  email_limit: 'settings',
  thank_donors: 'settings',
  language: 'settings',
  'custom.donation_fields': 'settings',
  public_key: 'settings',
  private_key: 'settings',
}
const fields = Object.keys(tabOf).filter(isField)

export function isField(name: string): name is ProfileField {
  return Object.hasOwn(tabOf, name)
}

export const valuesOf = (organization: Organization): ProfileValues => ({
  name: organization.name,
  type: organization.type,
  ein: organization.ein,
  url: organization.url,
  donate_url: organization.donate_url,
  mission: organization.mission,
  time_zone: organization.time_zone,
  language: organization.language,
  phone: organization.phone,
  fax: organization.fax,
  'notify_contact.name': organization.notify_contact.name,
  'notify_contact.email': organization.notify_contact.email,
  'notify_contact.phone': organization.notify_contact.phone,
  'billing_contact.name': organization.billing_contact.name,
  'billing_contact.email': organization.billing_contact.email,
  'address.street': organization.address.street,
  'address.street2': organization.address.street2,
  'address.city': organization.address.city,
  'address.state': organization.address.state,
  'address.zip': organization.address.zip,
  'address.country': organization.address.country,
  'mail_sender.name': organization.mail_sender.name,
  'mail_sender.reply_to': organization.mail_sender.reply_to,
  category_id_array: organization.category_id_array,
  email_who: organization.email_who,
  email_min: String(organization.email_min),
  email_limit: String(organization.email_limit),
  thank_donors: organization.thank_donors,
  'custom.donation_fields': organization.custom.donation_fields,
  public_key: organization.public_key,
  private_key: '',
})

export function bodyOf(start: ProfileValues, values: ProfileValues, version: number): Record<string, unknown> {
  const body: Record<string, unknown> = { version }
  for (const field of changedIn(start, values)) {
    const [outer = field, inner] = field.split('.')
    if (inner === undefined) body[outer] = values[field]
    else body[outer] = { ...Object(body[outer]), [inner]: values[field] }
  }
  return body
}

export type Problems = Readonly<Partial<Record<ProfileField, string | undefined>>>

/** The server applies the same rules. */
export function problemsOf(body: Readonly<Record<string, unknown>>): Problems {
  const parsed = organizations.changedFields.safeParse(body)
  if (parsed.success) return {}
  return problemsIn(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])))
}

/** A refusal names `category_id_array.3`, but the form has a single field. */
export function problemsIn(refusals: Readonly<Record<string, string>>): Problems {
  const problems: Partial<Record<ProfileField, string>> = {}
  for (const [path, message] of Object.entries(refusals)) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`))
    if (field) problems[field] ??= message
  }
  return problems
}

/** Keeps the fields that the person changed, except `discardedFields`. All others take the saved values. */
export function rebaseValues(
  start: ProfileValues,
  values: ProfileValues,
  fresh: ProfileValues,
  discardedFields: readonly ProfileField[] = [],
): ProfileValues {
  const keptFields = changedIn(start, values).filter((field) => !discardedFields.includes(field))
  return { ...fresh, ...Object.fromEntries(keptFields.map((field) => [field, values[field]])) }
}

export function withField(list: readonly string[], typed: string): readonly string[] {
  const name = typed.trim()
  const isKnown = list.some((field) => field.toLowerCase() === name.toLowerCase())
  return name === '' || isKnown ? list : [...list, name]
}

export const organizationTypeLabels: Readonly<Record<string, string>> = {
  'non-profit': 'Nonprofit',
  'edu-pto': 'Gradeschool or PTA',
  chapter: 'Chapter',
}

/** Null unless a new state or country has another time zone. Zones that show the same time all year count as one. */
export function zoneToOffer(saved: Organization, values: ProfileValues): string | null {
  const { 'address.state': state, 'address.country': country, time_zone: zone } = values
  if (state === saved.address.state && country === saved.address.country) return null
  const newZone = organizations.findTimeZone(country === 'CA' ? 'CA' : 'US', state)
  return newZone === null || isSameTime(newZone, zone) ? null : newZone
}

/** Zones may differ only in daylight saving time. */
const isSameTime = (a: string, b: string): boolean =>
  ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'].every((moment) => timeIn(a, moment) === timeIn(b, moment))

const timeIn = (timeZone: string, moment: string): string => new Date(moment).toLocaleString('en-US', { timeZone })

import { einPrefixProblem, type organizations, toUnits } from '@twofold/contract'
import type { AccessLevel } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { redacted } from '../audit/index.ts'
import type { OrganizationRow } from './profile.queries.ts'

const columns = {
  name: 'name',
  type: 'type',
  ein: 'ein',
  url: 'url',
  donate_url: 'donate_url',
  phone: 'phone',
  fax: 'fax',
  mission: 'mission',
  'address.street': 'street',
  'address.street2': 'street2',
  'address.city': 'city',
  'address.state': 'state',
  'address.zip': 'zip',
  'address.country': 'country',
  'notify_contact.name': 'contact_name',
  'notify_contact.email': 'contact_email',
  'notify_contact.phone': 'contact_phone',
  'billing_contact.name': 'billing_contact_name',
  'billing_contact.email': 'billing_contact_email',
  'mail_sender.name': 'mail_sender_name',
  'mail_sender.reply_to': 'mail_reply_to',
  category_id_array: 'category_ids',
  email_who: 'email_who',
  email_min: 'email_min_cents',
  email_limit: 'email_limit',
  thank_donors: 'thank_donors',
  'custom.donation_fields': 'custom',
  'custom.amply.feature': 'custom',
  public_key: 'public_key',
  private_key: 'private_key_sealed',
  complete: 'complete',
  time_zone: 'time_zone',
  language: 'language',
} as const satisfies Record<string, string>

export type Field = keyof typeof columns
export type Values = Readonly<Partial<Record<Field, unknown>>>

/** Level `write` may change only the feature request. */
export const fieldsOfLevel = (level: AccessLevel): ((field: Field) => boolean) =>
  level === 'admin' || level === 'super' ? () => true : (field) => level === 'write' && field === 'custom.amply.feature'

export function valuesOf(row: OrganizationRow): Record<Field, unknown> {
  return {
    name: row.name,
    type: row.type,
    ein: row.ein,
    url: row.url,
    donate_url: row.donate_url,
    phone: row.phone,
    fax: row.fax,
    mission: row.mission,
    'address.street': row.street,
    'address.street2': row.street2,
    'address.city': row.city,
    'address.state': row.state,
    'address.zip': row.zip,
    'address.country': row.country,
    'notify_contact.name': row.contact_name,
    'notify_contact.email': row.contact_email,
    'notify_contact.phone': row.contact_phone,
    'billing_contact.name': row.billing_contact_name,
    'billing_contact.email': row.billing_contact_email,
    'mail_sender.name': row.mail_sender_name,
    'mail_sender.reply_to': row.mail_reply_to,
    category_id_array: row.category_ids,
    email_who: row.email_who,
    email_min: toUnits(row.email_min_cents),
    email_limit: row.email_limit,
    thank_donors: row.thank_donors,
    'custom.donation_fields': row.custom.donation_fields ?? [],
    'custom.amply.feature': row.custom.amply?.feature ?? null,
    public_key: row.public_key,
    private_key: row.private_key_set ? redacted : '',
    complete: row.complete,
    time_zone: row.time_zone,
    language: row.language,
  }
}

/** Uses flat names. A private key is included without its value. */
export function givenValues(form: organizations.ChangedFields): Values {
  const flat = {
    ...form,
    ...prefixed('address', { ...form.address, ...(form.country ? { country: form.country } : {}) }),
    ...prefixed('notify_contact', form.notify_contact),
    ...prefixed('billing_contact', form.billing_contact),
    ...prefixed('mail_sender', form.mail_sender),
    'custom.donation_fields': form.custom?.donation_fields,
    'custom.amply.feature': form.custom?.amply?.feature,
    private_key: form.private_key ? redacted : form.private_key,
  }
  return Object.fromEntries(Object.entries(flat).filter(([field, value]) => isField(field) && value !== undefined))
}

const isField = (name: string): name is Field => Object.hasOwn(columns, name)

const prefixed = (name: string, values: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [`${name}.${key}`, value]))

export function refuseInvalid(row: OrganizationRow, form: organizations.ChangedFields): void {
  if (form.private_key && row.private_key_set) {
    throw invalidField('private_key', 'Delete the saved private key before you enter another one.')
  }
  const isChapter = (type: string): boolean => type === 'chapter'
  if (form.type && isChapter(form.type) !== isChapter(row.type)) {
    throw invalidField('type', 'Only a parent organization can make a chapter, and a chapter stays one.')
  }
  // A stored EIN can always be sent back, with or without its hyphen.
  const digits = (ein: string): string => ein.replaceAll(/\D/g, '')
  if (form.ein !== undefined && digits(form.ein) !== digits(row.ein)) {
    const country = form.country ?? form.address?.country ?? row.country
    const problem = country === 'US' ? einPrefixProblem(form.ein) : null
    if (problem) throw invalidField('ein', problem)
  }
}

const invalidField = (field: Field, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })

export function columnsOf(
  { secrets }: Pick<Platform, 'secrets'>,
  row: OrganizationRow,
  form: organizations.ChangedFields,
  changed: Values,
): Record<string, unknown> {
  const columnValues: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(changed)) if (isField(field)) columnValues[columns[field]] = value
  if ('email_min' in changed) columnValues['email_min_cents'] = Math.round(Number(changed.email_min) * 100)
  if ('private_key' in changed) {
    const sealContext = { organizationId: row.id, column: 'private_key_sealed' }
    columnValues['private_key_sealed'] = form.private_key ? secrets.seal(form.private_key, sealContext) : null
  }
  if ('custom' in columnValues) {
    const { donation_fields, amply } = form.custom ?? {}
    columnValues['custom'] = JSON.stringify({
      ...row.custom,
      ...(donation_fields ? { donation_fields } : {}),
      ...(amply ? { amply: { ...row.custom.amply, ...amply } } : {}),
    })
  }
  return columnValues
}

import { type organizations, toUnits } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import type { AccessLevel } from '../../../platform/http/serve.ts'
import { maskedKey } from '../../../platform/security/api-key-text.ts'
import { disambiguateNames } from './disambiguate-names.ts'
import type { OrganizationRow } from './profile.queries.ts'

/** Only the random name gives access to a logo. */
export const logoAddress = (organizationId: number, name: string): string =>
  `/api/organization/${organizationId}/logo/${name}`

const dayMs = 86_400_000
/** A job that runs longer is not shown as running. */
const reevaluationShownMs = 30 * 60_000

/** Levels `read` and `write` see neither keys nor billing. `now` is the server's: a client's clock may be wrong. */
export function presentOrganization(row: OrganizationRow, level: AccessLevel, now: Date): organizations.Organization {
  const isActive = (until: string | null): boolean => until !== null && Date.parse(until) > now.getTime()
  const seesKeys = level === 'admin' || level === 'super'
  const addressId = row.street && row.city ? row.id : null
  const documentOf = (kind: string): string | null =>
    row.documents.find((document) => document.kind === kind)?.file ?? null
  return {
    ...pickFields(row),
    address_id: addressId,
    address: {
      id: addressId,
      street: row.street,
      street2: row.street2,
      city: row.city,
      state: row.state,
      zip: row.zip,
      country: row.country,
    },
    notify_contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
    billing_contact: { name: row.billing_contact_name, email: row.billing_contact_email },
    mail_sender: { name: row.mail_sender_name, reply_to: row.mail_reply_to },
    category_id_array: row.category_ids,
    file_logo: row.file_logo ? logoAddress(row.id, row.file_logo) : null,
    file_w9: documentOf('w9'),
    file_irs: documentOf('irs'),
    needed: neededOf(row),
    onboarded: row.onboarded?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    erases_at: row.erases_at?.toISOString() ?? null,
    erased_at: row.erased_at?.toISOString() ?? null,
    just_onboarded: isWithin(dayMs, row.onboarded, now),
    reevaluating: isWithin(reevaluationShownMs, row.reevaluation_started_at, now),
    today: dayAt(now, row.time_zone) ?? now.toISOString().slice(0, 10),
    email_min: toUnits(row.email_min_cents),
    email_limit: row.email_limit,
    thank_donors: row.thank_donors,
    custom: {
      donation_fields: row.custom.donation_fields ?? [],
      amply: { feature: row.custom.amply?.feature ?? null },
    },
    public_key: seesKeys ? row.public_key : '',
    private_key: null,
    private_key_set: seesKeys && row.private_key_set,
    stripe_customer_id: seesKeys ? row.stripe_customer_id : null,
    shadowedPermissions: row.users.map(({ level, ...user }) => ({ user, level })),
    user_permissions: row.users.map(({ id, level, email, name }) => ({
      org_id: row.id,
      user_id: id,
      level,
      email,
      name,
    })),
    client_id: null,
    api_keys: seesKeys ? row.api_keys.map(({ key_end, ...key }) => ({ ...key, key: maskedKey(row.id, key_end) })) : [],
    webhooks: row.webhooks.map((webhook) => ({
      ...webhook,
      token: null,
      former_secret_until: isActive(webhook.former_secret_until) ? webhook.former_secret_until : null,
    })),
    active_integrations: [],
    default_contract: null,
    fetched_details: true,
    amply_client: false,
    level,
  }
}

const isWithin = (ms: number, since: Date | null, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() <= ms

const pickFields = (row: OrganizationRow) => ({
  id: row.id,
  name: row.name,
  type: row.type,
  ein: row.ein,
  url: row.url,
  donate_url: row.donate_url,
  phone: row.phone,
  fax: row.fax,
  mission: row.mission,
  country: row.country,
  documents: row.documents,
  complete: row.complete,
  parent_complete: row.parent_complete,
  has_gifts: row.has_gifts,
  email_who: row.email_who,
  is_premium: row.is_premium,
  plan: row.plan,
  parent_id: row.parent_id,
  children: childrenOf(row),
  users: row.users,
  creator_id: row.creator_id,
  rule_show_billing: row.rule_show_billing,
  rule_deactivated: row.rule_deactivated,
  rule_invoiced: row.rule_invoiced,
  cancel_reason: row.cancel_reason,
  time_zone: row.time_zone,
  language: row.language,
  currency: row.currency,
  version: row.version,
})

const childrenOf = (row: OrganizationRow): organizations.Organization['children'] => {
  const names = disambiguateNames([row, ...row.children])
  return row.children.map(({ id, name }) => ({ id, name: names.get(id) ?? name }))
}

/** A chapter's bills go to its parent. */
function neededOf(row: OrganizationRow): organizations.Organization['needed'] {
  const needed: organizations.Organization['needed'] = []
  if (row.parent_id === null && !(row.billing_contact_name && row.billing_contact_email)) needed.push('billing_contact')
  if (!(row.contact_name && row.contact_email)) needed.push('donor_contact')
  return needed
}

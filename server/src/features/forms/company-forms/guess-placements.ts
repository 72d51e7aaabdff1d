import type { companyForms } from '@twofold/contract'

/** Words in a field's name; the first match counts. */
const namesBySource: readonly (readonly [companyForms.FormSource, readonly string[]])[] = [
  [
    'nonprofit_signed_on',
    ['nonprofit signature date', 'org signature date', 'charity signature date', 'date verified'],
  ],
  ['nonprofit_signature', ['nonprofit signature', 'org signature', 'charity signature', 'authorized signature']],
  ['nonprofit_title', ['signer title', 'officer title', 'nonprofit title']],
  ['nonprofit_signer', ['signer name', 'officer name', 'authorized name']],
  ['donor_signed_on', ['donor signature date', 'employee signature date', 'date signed']],
  ['donor_signature', ['donor signature', 'employee signature']],
  ['organization_ein', ['ein', 'tax id', 'taxid', 'federal id']],
  ['organization_address', ['organization address', 'nonprofit address', 'charity address', 'org address']],
  ['organization_email', ['organization email', 'nonprofit email', 'org email']],
  ['organization_contact', ['organization contact', 'nonprofit contact', 'org contact']],
  ['organization_website', ['website', 'web site']],
  ['organization_name', ['organization name', 'organization', 'nonprofit name', 'charity', 'recipient']],
  ['gift_amount', ['amount', 'gift amount']],
  ['gift_date', ['gift date', 'date of gift', 'donation date']],
  ['transaction_id', ['transaction', 'receipt number']],
  ['employee_id', ['employee id', 'employee number', 'badge', 'staff id']],
  ['donor_email', ['email', 'e-mail']],
  ['donor_phone', ['phone', 'telephone']],
  ['donor_address', ['address', 'street']],
  ['company_name', ['company', 'employer']],
  ['donor_name', ['employee name', 'donor name', 'full name', 'name']],
]

const normalizedName = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z-]+/g, ' ')
    .trim()
    .toLowerCase()} `

const maxFontSize = 10

/** A person checks the draft. Each source is used once. */
export function guessPlacements(fields: readonly companyForms.FormField[]): companyForms.Placement[] {
  const usedSources = new Set<companyForms.FormSource>()
  return fields.flatMap(({ name, kind, ...box }) => {
    const text = normalizedName(name)
    const found = namesBySource.find(
      ([source, phrases]) => !usedSources.has(source) && phrases.some((phrase) => text.includes(` ${phrase} `)),
    )
    if (!found || kind === 'check' || kind === 'other') return []
    usedSources.add(found[0])
    return [{ source: found[0], ...box, size: Math.min(maxFontSize, Math.max(6, Math.round(box.height * 0.65))) }]
  })
}

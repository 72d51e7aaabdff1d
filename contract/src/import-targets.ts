/**
 * Where a column of an uploaded file may go (spec 2, section 3), with the words that the mapping screen shows.
 * `donor.first_name` and `donor.last_name` stand beside the spec's list: together they make one `donor.name`.
 */
export const importTargets = {
  amount: 'Amount',
  transaction_id: 'Transaction ID',
  donated_at: 'Date of the gift',
  'donor.name': 'Donor name',
  'donor.first_name': 'Donor first name',
  'donor.last_name': 'Donor last name',
  'donor.email': 'Donor email',
  'donor.phone': 'Donor phone',
  'company.name': 'Company (employer)',
  'company.id': 'Company ID',
  'address.street': 'Street',
  'address.street2': 'Street, second line',
  'address.city': 'City',
  'address.state': 'State or province',
  'address.zip': 'ZIP or postal code',
  'address.country': 'Country',
  organization_name: 'Organization name',
  organization_id: 'Organization ID',
  ein: 'EIN',
  billed_organization_id: 'Billed organization ID',
  amply_id: 'Donation ID in the portal',
  status_id: 'Match status ID',
  status: 'Match status',
} as const

export type FieldTarget = keyof typeof importTargets
/** A column that is kept beside the gift, or not kept at all; any number of columns may be ignored. */
export type ImportTarget = FieldTarget | `custom.${string}` | 'ignored'

/** Normalized header → target, as it crosses the wire in `map`. */
export type ColumnMap = Record<string, ImportTarget>

export const isFieldTarget = (text: string): text is FieldTarget => Object.hasOwn(importTargets, text)

export const isImportTarget = (text: string): text is ImportTarget =>
  text === 'ignored' || isFieldTarget(text) || (text.startsWith('custom.') && text.length > 'custom.'.length)

/** Characters of a header that are looked at; questions on forms are long, a cell may be far longer. */
export const longestHeader = 300

/**
 * A header, or the name of one of an organization's donation fields, as the key that its values are kept under in `custom`:
 * lower case, apostrophes dropped, everything else between words one `_`.
 */
export const keyOfHeader = (header: string): string =>
  header
    .slice(0, longestHeader)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 100)

/** Spec 2, section 5, word for word. */
export const mappingProblems = {
  conflict: {
    title: 'Mapping Error',
    message:
      "One or more fields are mapped to the same column. Look for red dropdown buttons and reassign to 'custom' or 'do not upload'",
  },
  organizationNameMissing: {
    title: 'Missing Required Field',
    message: 'Organization Name is required for this upload.',
  },
  amountMissing: { title: 'Missing Required Field', message: 'Amount is required for this upload.' },
  dateMissing: { title: 'Missing Required Field', message: 'Date of the gift is required for this upload.' },
  donorMissing: { title: 'Missing Required Field', message: 'Donor name or donor email is required for this upload.' },
} as const

/** The targets that more than one column claims: `ignored` may repeat, everything else may not. */
export function conflictingTargets(map: Readonly<Record<string, string>>): string[] {
  const counts = new Map<string, number>()
  for (const target of Object.values(map)) counts.set(target, (counts.get(target) ?? 0) + 1)
  return [...counts].filter(([target, count]) => target !== 'ignored' && count > 1).map(([target]) => target)
}

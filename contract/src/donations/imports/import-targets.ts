import { donationColumns, type ImportedColumn, importedColumns, type TargetGroup } from '../donation-columns.ts'

type Target = { readonly label: string; readonly group: TargetGroup }

/**
 * These targets have their own parser (spec 2, section 3). `donor.first_name` and `donor.last_name` form `donor.name`.
 */
const ownTargets = {
  amount: { label: 'Amount', group: 'Gift' },
  donated_at: { label: 'Date of the gift', group: 'Gift' },
  transaction_id: { label: 'Transaction ID', group: 'Gift' },
  'donor.name': { label: 'Donor name', group: 'Donor' },
  'donor.first_name': { label: 'Donor first name', group: 'Donor' },
  'donor.last_name': { label: 'Donor last name', group: 'Donor' },
  'donor.email': { label: 'Donor email', group: 'Donor' },
  'donor.phone': { label: 'Donor phone', group: 'Donor' },
  'donor.language': { label: 'Donor language', group: 'Donor' },
  'company.name': { label: 'Company (employer)', group: 'Employer' },
  'company.id': { label: 'Company ID', group: 'Employer' },
  'address.street': { label: 'Street', group: 'Address' },
  'address.street2': { label: 'Street, second line', group: 'Address' },
  'address.city': { label: 'City', group: 'Address' },
  'address.state': { label: 'State or province', group: 'Address' },
  'address.zip': { label: 'ZIP or postal code', group: 'Address' },
  'address.country': { label: 'Country', group: 'Address' },
  organization_name: { label: 'Organization name', group: 'Organization' },
  organization_id: { label: 'Organization ID', group: 'Organization' },
  ein: { label: 'EIN', group: 'Organization' },
  billed_organization_id: { label: 'Billed organization ID', group: 'Organization' },
  amply_id: { label: 'Donation ID in the portal', group: 'Match' },
  status: { label: 'Match status', group: 'Match' },
  status_id: { label: 'Match status ID', group: 'Match' },
} as const satisfies Record<string, Target>

export type OwnTarget = keyof typeof ownTargets
type KeptTarget = (typeof donationColumns)[ImportedColumn]['target']['name']
export type FieldTarget = OwnTarget | KeptTarget

const keptTargets = importedColumns.map((id) => {
  const { label, target } = donationColumns[id]
  return [target.name, { label, group: target.group }] as const
})

export const importTargets: ReadonlyMap<FieldTarget, Target> = new Map<FieldTarget, Target>([
  ...typedEntries(ownTargets),
  ...keptTargets,
])

function typedEntries(targets: Readonly<Record<OwnTarget, Target>>): [OwnTarget, Target][] {
  const isOwn = (name: string): name is OwnTarget => Object.hasOwn(targets, name)
  return Object.keys(targets)
    .filter(isOwn)
    .map((name) => [name, targets[name]])
}

/** `custom.` columns are stored with the gift, and any number of columns may be ignored. */
export type ImportTarget = FieldTarget | `custom.${string}` | 'ignored'

/** Normalized header → target, as in `map` of the API. */
export type ColumnMap = Record<string, ImportTarget>

const names: ReadonlyMap<string, Target> = importTargets
/** Returns whether the text is a target other than `custom.` and `ignored`. */
export const isFieldTarget = (text: string): text is FieldTarget => names.has(text)

/** Returns whether the text is a target of a column. */
export const isImportTarget = (text: string): text is ImportTarget =>
  text === 'ignored' || isFieldTarget(text) || (text.startsWith('custom.') && text.length > 'custom.'.length)

/** Spec 2, section 5, verbatim. */
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

/** Returns the targets that several columns use. Only `ignored` may repeat. */
export function conflictingTargets(map: Readonly<Record<string, string>>): string[] {
  const counts = new Map<string, number>()
  for (const target of Object.values(map)) counts.set(target, (counts.get(target) ?? 0) + 1)
  return [...counts].filter(([target, count]) => target !== 'ignored' && count > 1).map(([target]) => target)
}

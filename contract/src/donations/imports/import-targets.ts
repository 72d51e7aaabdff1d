import { donationColumns, type KeptColumn, keptColumns, type TargetGroup } from '../donation-columns.ts'

type Target = { readonly label: string; readonly group: TargetGroup }

/**
 * Where a column of an uploaded file may go (spec 2, section 3), where it is read in a way of its own.
 * `donor.first_name` and `donor.last_name` stand beside the spec's list: together they make one `donor.name`.
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
type KeptTarget = (typeof donationColumns)[KeptColumn]['target']['name']
export type FieldTarget = OwnTarget | KeptTarget

const keptTargets = keptColumns.map((id) => {
  const { label, target } = donationColumns[id]
  return [target.name, { label, group: target.group }] as const
})

/** Every field that a column of a file may go to, with the words and the group that the mapping screen shows. */
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

/** A column that is kept beside the gift, or not kept at all; any number of columns may be ignored. */
export type ImportTarget = FieldTarget | `custom.${string}` | 'ignored'

/** Normalized header → target, as it crosses the wire in `map`. */
export type ColumnMap = Record<string, ImportTarget>

const names: ReadonlyMap<string, Target> = importTargets
export const isFieldTarget = (text: string): text is FieldTarget => names.has(text)

export const isImportTarget = (text: string): text is ImportTarget =>
  text === 'ignored' || isFieldTarget(text) || (text.startsWith('custom.') && text.length > 'custom.'.length)

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

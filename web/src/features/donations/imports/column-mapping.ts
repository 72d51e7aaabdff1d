import {
  conflictingTargets,
  type FieldTarget,
  type imports,
  importTargets,
  isFieldTarget,
  mappingProblems,
} from '@twofold/contract'

/** Normalized header → target. */
export type ColumnMapping = Readonly<Record<string, string>>

export type TargetOption = FieldTarget | 'custom' | 'ignored'

export const targetOptionOf = (target: string): TargetOption =>
  isFieldTarget(target) ? target : target.startsWith('custom.') ? 'custom' : 'ignored'

/** Choosing custom again restores the proposed custom name. */
export function targetFor(option: string, column: imports.ImportColumn): string {
  if (option !== 'custom') return isFieldTarget(option) ? option : 'ignored'
  return column.target.startsWith('custom.') ? column.target : `custom.${column.header}`
}

export const targetGroups: readonly { readonly label: string; readonly places: readonly FieldTarget[] }[] = [
  ...Map.groupBy(importTargets.keys(), (target) => importTargets.get(target)?.group ?? 'Gift'),
].map(([label, places]) => ({ label, places }))

export const labelOfTargetOption = (option: TargetOption): string =>
  option === 'custom' ? 'custom' : option === 'ignored' ? 'do not upload' : (importTargets.get(option)?.label ?? option)

export function conflictsIn(choices: ColumnMapping): ReadonlySet<string> {
  const duplicates = new Set(conflictingTargets(choices))
  return new Set(Object.keys(choices).filter((header) => duplicates.has(choices[header] ?? 'ignored')))
}

type Problem = { readonly title: string; readonly message: string }

/** Null if nothing blocks the upload. The server checks again. */
export function mappingProblem(
  choices: ColumnMapping,
  {
    needsOrganization = false,
    giftDate = '',
  }: { readonly needsOrganization?: boolean; readonly giftDate?: string } = {},
): Problem | null {
  const targets = new Set(Object.values(choices))
  if (conflictsIn(choices).size > 0) return mappingProblems.conflict
  if (needsOrganization && !targets.has('organization_name')) return mappingProblems.organizationNameMissing
  // Rows with donation ids update existing gifts.
  if (targets.has('amply_id')) return null
  if (!targets.has('amount')) return mappingProblems.amountMissing
  if (!targets.has('donated_at') && giftDate === '') return mappingProblems.dateMissing
  const donor = ['donor.name', 'donor.email', 'donor.first_name', 'donor.last_name']
  if (!donor.some((target) => targets.has(target))) return mappingProblems.donorMissing
  return null
}

/** Updates of existing gifts have their dates already. */
export const lacksDates = (choices: ColumnMapping): boolean =>
  !Object.values(choices).some((target) => target === 'donated_at' || target === 'amply_id')

/** Below this confidence, the screen marks the proposal as a guess. */
const minCertainConfidence = 0.75

export const isGuess = (column: imports.ImportColumn): boolean =>
  isFieldTarget(column.target) && column.confidence < minCertainConfidence

export type ColumnGroup = { readonly title: string; readonly columns: readonly imports.ImportColumn[] }

/** Groups by the proposed target, so that columns never move while the user maps. */
export function groupsOf(columns: readonly imports.ImportColumn[]): readonly ColumnGroup[] {
  const columnsWhere = (isWanted: (option: TargetOption) => boolean) =>
    columns.filter(({ target }) => isWanted(targetOptionOf(target)))
  return [
    { title: 'Matched to a field', columns: columnsWhere((option) => option !== 'custom' && option !== 'ignored') },
    { title: 'Kept as custom fields', columns: columnsWhere((option) => option === 'custom') },
    { title: 'Not uploaded', columns: columnsWhere((option) => option === 'ignored') },
  ].filter((group) => group.columns.length > 0)
}

/** A required column may be in any group. */
export const showsAllGroups = (choices: ColumnMapping): boolean => mappingProblem(choices) !== null

export function samplesOf(header: string, sample: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const values = sample.map((row) => row[header]?.trim() ?? '').filter(Boolean)
  return [...new Set(values)].slice(0, 3)
}

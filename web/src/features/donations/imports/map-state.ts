import {
  conflictingTargets,
  type FieldTarget,
  type imports,
  importTargets,
  isFieldTarget,
  mappingProblems,
} from '@twofold/contract'

/** Normalized header → target. */
export type Choices = Readonly<Record<string, string>>

/** What the select of a column says: a field, beside the gift, or not at all. */
export type Place = FieldTarget | 'custom' | 'ignored'

export const placeOf = (target: string): Place =>
  isFieldTarget(target) ? target : target.startsWith('custom.') ? 'custom' : 'ignored'

/** The target that a choice of the select stands for; a column's proposed custom name is kept when it goes back to it. */
export function targetFor(place: string, column: imports.ImportColumn): string {
  if (place !== 'custom') return isFieldTarget(place) ? place : 'ignored'
  return column.target.startsWith('custom.') ? column.target : `custom.${column.header}`
}

/** The select's list, in the groups in which people think of a gift. */
export const placeGroups: readonly { readonly label: string; readonly places: readonly FieldTarget[] }[] = [
  ...Map.groupBy(importTargets.keys(), (place) => importTargets.get(place)?.group ?? 'Gift'),
].map(([label, places]) => ({ label, places }))

export const labelOfPlace = (place: Place): string =>
  place === 'custom' ? 'custom' : place === 'ignored' ? 'do not upload' : (importTargets.get(place)?.label ?? place)

/** Headers of the columns that claim the same target as another one: their selects are red. */
export function conflictsIn(choices: Choices): ReadonlySet<string> {
  const twice = new Set(conflictingTargets(choices))
  return new Set(Object.keys(choices).filter((header) => twice.has(choices[header] ?? 'ignored')))
}

type Problem = { readonly title: string; readonly message: string }

/** The first reason why this map cannot be uploaded, in the spec's words; null when it can. The server checks again. */
export function problemOf(choices: Choices, needsOrganization: boolean): Problem | null {
  const targets = new Set(Object.values(choices))
  if (conflictsIn(choices).size > 0) return mappingProblems.conflict
  if (needsOrganization && !targets.has('organization_name')) return mappingProblems.organizationNameMissing
  // A file that names donations of the portal changes them and may bring any part of a gift.
  if (targets.has('amply_id')) return null
  if (!targets.has('amount')) return mappingProblems.amountMissing
  if (!targets.has('donated_at')) return mappingProblems.dateMissing
  const donor = ['donor.name', 'donor.email', 'donor.first_name', 'donor.last_name']
  if (!donor.some((target) => targets.has(target))) return mappingProblems.donorMissing
  return null
}

/** Below this the proposal is a guess, and the screen says so. */
const sureFrom = 0.75

export const isGuess = (column: imports.ImportColumn): boolean =>
  isFieldTarget(column.target) && column.confidence < sureFrom

export type ColumnGroup = { readonly title: string; readonly columns: readonly imports.ImportColumn[] }

/** Columns by what was proposed for them, which does not change while a person maps: nothing jumps under the hand. */
export function groupsOf(columns: readonly imports.ImportColumn[]): readonly ColumnGroup[] {
  const of = (wanted: (place: Place) => boolean) => columns.filter(({ target }) => wanted(placeOf(target)))
  return [
    { title: 'Matched to a field', columns: of((place) => place !== 'custom' && place !== 'ignored') },
    { title: 'Kept as extra details', columns: of((place) => place === 'custom') },
    { title: 'Not uploaded', columns: of((place) => place === 'ignored') },
  ].filter((group) => group.columns.length > 0)
}

/** Up to three different values of a column, as the file has them. */
export function samplesOf(header: string, sample: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const values = sample.map((row) => row[header]?.trim() ?? '').filter(Boolean)
  return [...new Set(values)].slice(0, 3)
}

import {
  type ColumnMap,
  conflictingTargets,
  type ImportTarget,
  isImportTarget,
  mappingProblems,
} from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { unsafeNames } from './headers.ts'

export type MapProblem = { title: string; message: string; columns: string[] }
export type CheckedMap = { ok: true; map: ColumnMap } | { ok: false; problem: MapProblem }

/** Spec 2, section 5. Missing columns are ignored. With `amply_id`, rows are updates and need nothing else. */
export function checkMap(
  map: Readonly<Record<string, string>>,
  headers: readonly string[],
  given: { hasChapters: boolean; everyRow?: boolean; giftDate?: boolean },
): CheckedMap {
  const pairs: [string, ImportTarget][] = []
  for (const header of headers) {
    const target = Object.hasOwn(map, header) ? (map[header] ?? 'ignored') : 'ignored'
    if (!isImportTarget(target) || unsafeNames.has(target.slice('custom.'.length)))
      return refuse(unknownTarget(header, target))
    pairs.push([header, target])
  }
  const checked = Object.fromEntries(pairs)
  const columnsOf = (targets: readonly string[]) =>
    pairs.filter(([, target]) => targets.includes(target)).map(([header]) => header)
  const conflicts = conflictingTargets(checked)
  if (conflicts.length > 0) return refuse({ ...mappingProblems.conflict, columns: columnsOf(conflicts) })

  const has = (...targets: ImportTarget[]) => pairs.some(([, target]) => targets.includes(target))
  const missing = (problem: { title: string; message: string }) => refuse({ ...problem, columns: [] })
  if (given.hasChapters && !given.everyRow && !has('organization_name'))
    return missing(mappingProblems.organizationNameMissing)
  if (has('amply_id')) return { ok: true, map: checked }
  if (!has('amount')) return missing(mappingProblems.amountMissing)
  if (!has('donated_at') && !given.giftDate) return missing(mappingProblems.dateMissing)
  if (!has('donor.name', 'donor.email', 'donor.first_name', 'donor.last_name'))
    return missing(mappingProblems.donorMissing)
  return { ok: true, map: checked }
}

const refuse = (problem: MapProblem): CheckedMap => ({ ok: false, problem })

const unknownTarget = (header: string, target: string): MapProblem => ({
  title: mappingProblems.conflict.title,
  message: `The column ${quoted(header)} cannot go to ${quoted(target.slice(0, 100))}. Please choose a field, 'custom' or 'do not upload'.`,
  columns: [header],
})

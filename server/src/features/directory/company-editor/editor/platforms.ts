import { directory } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import { orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import type { Directory, PolicyDifference } from '../../../core/companies/index.ts'
import type { ChangeRow, DirectoryChangeContext, Made } from '../../changes/index.ts'
import {
  entryOf,
  findPlatform,
  listCompaniesOnPlatform,
  listPlatformAliases,
  movePolicies,
  movePoliciesBack,
  type PlatformEntry,
  type PlatformRow,
  platformEntry,
  updatePlatform,
  updatePlatformAliases,
} from './platforms.queries.ts'
import { reviewChange } from './review-change.ts'

const { directoryMessages } = directory

/** @throws not found, conflict if policies refer to it */
export async function changePlatform(
  db: Db,
  { caller }: DirectoryChangeContext,
  id: string,
  form: directory.PlatformForm,
): Promise<Made> {
  const before = await getActivePlatform(db, id)
  const after = { ...form, kind: form.kind ?? before.kind, payer_names: form.payer_names ?? before.payer_names }
  if (terms.every(([, read]) => read(before) === read(after))) {
    throw new Refusal('invalid', directoryMessages.nothing)
  }
  if (after.kind === 'payer' && before.kind !== 'payer' && before.companies > 0) {
    const message = directoryMessages.platformInUse
    throw new Refusal('conflict', message, { fields: { kind: message } })
  }
  await updatePlatform(db, id, after, caller.user.id)
  return {
    kind: 'platform',
    companyId: null,
    subject: before.name,
    changes: comparePlatforms(before, after),
    undo: { platform: { id, before: entryOf(before), after, was_edited: before.is_edited } },
    reevaluatedIds: await listCompaniesOnPlatform(db, id),
  }
}

/** @throws not found, conflict if it was merged into another */
async function getActivePlatform(db: Db, id: string): Promise<PlatformRow> {
  const found = orNotFound(await findPlatform(db, id))
  const { merged_into: into, ...row } = found
  if (into) throw new Refusal('conflict', `${row.name} was merged into ${into}. Edit that platform instead.`)
  return row
}

const comparePlatforms = (before: PlatformEntry, after: PlatformEntry): PolicyDifference[] =>
  terms.flatMap(([term, read]) => {
    const [from, to] = [read(before), read(after)]
    return from === to ? [] : [{ term, from, to }]
  })

const terms: readonly (readonly [string, (entry: PlatformEntry) => string])[] = [
  ['Name', ({ name }) => name],
  ['Kind', ({ kind }) => directory.platformKindLabels[kind]],
  ['Address for employees', ({ employee_url }) => employee_url],
  ['Steps for employees', ({ employee_steps }) => employee_steps.join(' · ')],
  ['Address for nonprofits', ({ nonprofit_url }) => nonprofit_url],
  ['Steps for nonprofits', ({ nonprofit_steps }) => nonprofit_steps.join(' · ')],
  ['Payer names', ({ payer_names }) => payer_names.join(' · ')],
  ['Source', ({ source_url }) => source_url],
  ['As of', ({ as_of }) => as_of],
]

/** Fills missing fields from the other platform. @throws not found, invalid, conflict */
export async function mergePlatforms(
  db: Db,
  by: DirectoryChangeContext,
  keptId: string,
  form: directory.PlatformMergeForm,
): Promise<Made> {
  const merged = await writeMerge(db, by, keptId, form)
  const { before, other, after, moved } = merged
  return {
    kind: 'platform',
    companyId: null,
    subject: after.name,
    changes: [{ term: 'Merged with', from: '', to: other.name }, ...changesOf(merged)],
    undo: {
      platform: { id: keptId, before: entryOf(before), after, was_edited: before.is_edited },
      platform_merge: moved,
    },
    reevaluatedIds: await listCompaniesOnPlatform(db, keptId),
  }
}

/** Performs the merge and rolls it back. @throws as `mergePlatforms` */
export async function previewPlatformMerge(
  by: DirectoryChangeContext,
  current: Directory,
  keptId: string,
  form: directory.PlatformMergeForm,
): Promise<directory.PlatformMergeReview> {
  const preview = await acrossOrganizations(
    by.platform.database,
    async (db) => {
      const written = await writeMerge(db, by, keptId, form)
      const { id, name, companies } = written.other
      return {
        ids: await listCompaniesOnPlatform(db, keptId),
        other: { id, name },
        companies,
        changes: changesOf(written),
      }
    },
    { dryRun: true },
  )
  const { ids, ...answer } = preview
  return { ...answer, review: await reviewChange(by, current, ids, (db) => writeMerge(db, by, keptId, form)) }
}

const storedEntry = platformEntry.partial()

/** The reverse order matters: two merges may have added the same name. Returns false if it is too late. */
export async function restorePlatform(
  db: Db,
  by: DirectoryChangeContext,
  { is_last, undo: all }: ChangeRow,
): Promise<boolean> {
  const { platform: undo, platform_merge: merge } = all
  if (!undo) return true
  const row = await findPlatform(db, undo.id)
  if (!row || row.merged_into || !is_last) return false
  // old records have fewer fields
  const entry = (kept: unknown) => platformEntry.parse({ ...entryOf(row), ...storedEntry.parse(kept) })
  if (JSON.stringify(entryOf(row)) !== JSON.stringify(entry(undo.after))) return false
  await updatePlatform(db, undo.id, entry(undo.before), undo.was_edited ? by.caller.user.id : null)
  if (!merge) return true
  if (JSON.stringify(await listPlatformAliases(db, undo.id)) !== JSON.stringify(merge.aliases.after)) return false
  await movePoliciesBack(db, undo.id, merge)
  await updatePlatformAliases(db, undo.id, merge.aliases.before)
  return true
}

async function writeMerge(
  db: Db,
  by: DirectoryChangeContext,
  keptId: string,
  { other_id: otherId }: directory.PlatformMergeForm,
) {
  if (keptId === otherId) throw refused(directoryMessages.mergePlatformItself, 'invalid')
  const before = await getActivePlatform(db, keptId)
  const found = await findPlatform(db, otherId)
  if (!found || found.merged_into) throw refused(directoryMessages.mergePlatformUnknown)
  const { merged_into: _, ...other } = found
  if (before.kind === 'payer' && other.companies > 0) throw refused(directoryMessages.mergePlatformPayer)
  const own = await listPlatformAliases(db, keptId)
  const aliases = {
    before: own,
    after: joinNames(own, [other.name, ...(await listPlatformAliases(db, otherId))], before.name),
  }
  const after = mergeEntries(entryOf(before), entryOf(other))
  await updatePlatform(db, keptId, after, by.caller.user.id)
  await updatePlatformAliases(db, keptId, aliases.after)
  const rows = await movePolicies(db, { keptId, mergedId: otherId })
  return { before, other, after, moved: { merged_id: otherId, ...rows, aliases } }
}

const refused = (message: string, code: 'invalid' | 'conflict' = 'conflict') =>
  new Refusal(code, message, { fields: { other_id: message } })

function joinNames(own: readonly string[], others: readonly string[], name = ''): string[] {
  const known = new Set([name, ...own].map((one) => one.toLowerCase()))
  return [...own, ...directory.uniqueWords(others).filter((one) => !known.has(one.toLowerCase()))]
}

function mergeEntries(kept: PlatformEntry, other: PlatformEntry): PlatformEntry {
  const employeeSource = kept.employee_steps.length > 0 ? kept : other
  const nonprofitSource = kept.nonprofit_steps.length > 0 ? kept : other
  const sourceEntry = kept.source_url ? kept : other
  return {
    name: kept.name,
    kind: kept.kind,
    employee_url: kept.employee_url || other.employee_url,
    employee_steps: employeeSource.employee_steps,
    nonprofit_url: kept.nonprofit_url || other.nonprofit_url,
    nonprofit_steps: nonprofitSource.nonprofit_steps,
    payer_names: joinNames(kept.payer_names, other.payer_names),
    source_url: sourceEntry.source_url,
    as_of: sourceEntry.as_of,
  }
}

/** Complete lists would hide the additions. */
function changesOf({ before, after, moved: { aliases } }: Awaited<ReturnType<typeof writeMerge>>) {
  const names = aliases.after.filter((name) => !aliases.before.includes(name))
  const payers = after.payer_names.filter((name) => !before.payer_names.includes(name))
  return [
    ...names.map((to) => ({ term: 'Other name', from: '', to })),
    ...comparePlatforms(entryOf(before), { ...after, payer_names: before.payer_names }),
    ...(payers.length > 0 ? [{ term: 'Also pays as', from: '', to: payers.join(' · ') }] : []),
  ]
}

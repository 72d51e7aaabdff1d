import { directory } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { lockDirectory } from '../../companies/index.ts'
import { differencesOfPlatform, getLivingPlatform } from './change-platform.ts'
import {
  keepPlatformAliases,
  listPlatformAliases,
  type MovedPlatform,
  movePolicies,
  movePoliciesBack,
} from './merge-platforms.queries.ts'
import {
  entryOf,
  findPlatform,
  listCompaniesOn,
  type PlatformEntry,
  type PlatformRow,
  updatePlatform,
} from './platform.queries.ts'
import { type By, recordChange, type Work } from './record-change.ts'
import type { ReviewChange } from './review-change.ts'

const { directoryMessages } = directory

type Written = {
  readonly before: PlatformRow
  readonly other: PlatformRow
  readonly after: PlatformEntry
  readonly moved: MovedPlatform
}

/**
 * Another platform turned out to be this one: names and policies of both are this one's at once, what this one's entry lacks
 * comes from the other's. One line of the trail; it can be taken back. @throws not found, invalid, conflict
 */
export async function mergePlatforms(
  work: Work,
  by: By,
  keptId: string,
  form: directory.PlatformMergeForm,
): Promise<void> {
  const { db } = work
  await lockDirectory(db)
  const { before, other, after, moved } = await writeMerge(db, by, keptId, form)
  await recordChange(work, by, {
    kind: 'platform',
    companyId: null,
    subject: after.name,
    changes: [{ term: 'Merged with', from: '', to: other.name }, ...changesOf({ before, after, moved })],
    undo: {
      platform: { id: keptId, before: entryOf(before), after, was_edited: before.is_edited },
      platform_merge: moved,
      superseded: [],
      entered: [],
    },
    lookedAt: await listCompaniesOn(db, keptId),
  })
}

/** What would move, found out by doing it and taking it back. @throws as `mergePlatforms` */
export async function previewPlatformMerge(
  by: By,
  review: ReviewChange,
  keptId: string,
  form: directory.PlatformMergeForm,
): Promise<directory.PlatformMergeReview> {
  const shown = await acrossOrganizations(
    by.platform.database,
    async (db) => {
      const written = await writeMerge(db, by, keptId, form)
      const { id, name, companies } = written.other
      return { ids: await listCompaniesOn(db, keptId), other: { id, name }, companies, changes: changesOf(written) }
    },
    { rehearsal: true },
  )
  const { ids, ...answer } = shown
  return { ...answer, review: await review(ids, (db) => writeMerge(db, by, keptId, form)) }
}

/** It stands by itself again, with what led to it; false, and nothing is moved, where the names are not those of the merge. */
export async function takeApart(db: Db, keptId: string, moved: MovedPlatform): Promise<boolean> {
  const stands = await listPlatformAliases(db, keptId)
  if (JSON.stringify(stands) !== JSON.stringify(moved.aliases.after)) return false
  await movePoliciesBack(db, keptId, moved)
  await keepPlatformAliases(db, keptId, moved.aliases.before)
  return true
}

async function writeMerge(
  db: Db,
  by: By,
  keptId: string,
  { other_id: otherId }: directory.PlatformMergeForm,
): Promise<Written> {
  if (keptId === otherId) throw refused(directoryMessages.mergePlatformItself, 'invalid')
  const before = await getLivingPlatform(db, keptId)
  const found = await findPlatform(db, otherId)
  if (!found || found.merged_into) throw refused(directoryMessages.mergePlatformUnknown)
  const { merged_into: _, ...other } = found
  if (before.kind === 'payer' && other.companies > 0) throw refused(directoryMessages.mergePlatformPayer)
  const own = await listPlatformAliases(db, keptId)
  const aliases = {
    before: own,
    after: joined(own, [other.name, ...(await listPlatformAliases(db, otherId))], before.name),
  }
  const after = together(entryOf(before), entryOf(other))
  await updatePlatform(db, keptId, after, by.caller.user.id)
  await keepPlatformAliases(db, keptId, aliases.after)
  const rows = await movePolicies(db, { keptId, mergedId: otherId })
  return { before, other, after, moved: { merged_id: otherId, ...rows, aliases } }
}

const refused = (message: string, code: 'invalid' | 'conflict' = 'conflict') =>
  new Refusal(code, message, { fields: { other_id: message } })

/** Both's, each once. */
function joined(own: readonly string[], others: readonly string[], name = ''): string[] {
  const known = new Set([name, ...own].map((one) => one.toLowerCase()))
  return [...own, ...directory.uniqueWords(others).filter((one) => !known.has(one.toLowerCase()))]
}

/** What the one that stays says of itself stays. */
function together(kept: PlatformEntry, other: PlatformEntry): PlatformEntry {
  const steps = kept.employee_steps.length > 0 ? kept : other
  const asked = kept.nonprofit_steps.length > 0 ? kept : other
  const told = kept.source_url ? kept : other
  return {
    name: kept.name,
    kind: kept.kind,
    employee_url: kept.employee_url || other.employee_url,
    employee_steps: steps.employee_steps,
    nonprofit_url: kept.nonprofit_url || other.nonprofit_url,
    nonprofit_steps: asked.nonprofit_steps,
    payer_names: joined(kept.payer_names, other.payer_names),
    source_url: told.source_url,
    as_of: told.as_of,
  }
}

/** Of names only those that come: whole lists of some dozens would hide them. */
function changesOf({ before, after, moved: { aliases } }: Pick<Written, 'before' | 'after' | 'moved'>) {
  const names = aliases.after.filter((name) => !aliases.before.includes(name))
  const payers = after.payer_names.filter((name) => !before.payer_names.includes(name))
  return [
    ...names.map((to) => ({ term: 'Other name', from: '', to })),
    ...differencesOfPlatform(entryOf(before), { ...after, payer_names: before.payer_names }),
    ...(payers.length > 0 ? [{ term: 'Also pays under', from: '', to: payers.join(' · ') }] : []),
  ]
}

import { directory } from '@twofold/contract'
import { matchSentence } from '@twofold/matching'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import { orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import { type Directory, listVersions } from '../../../core/companies/index.ts'
import type { DirectoryChangeContext, Made } from '../../changes/index.ts'
import { undoDataOf } from './change-companies.ts'
import { listPolicyChanges, type WrittenVersions } from './change-policy.ts'
import {
  type CompanyFields,
  type CompanyRow,
  fieldsOf,
  findCompanyRow,
  updateCompanyEntries,
} from './company.queries.ts'
import { countGiftsOf, listOverlaps, moveRows, moveVisibleGifts } from './merge.queries.ts'
import { copyVersions, listCurrentVersions, supersedeVersions } from './policy.queries.ts'
import { reviewChange } from './review-change.ts'
import { compareCompanies, findVersionOn } from './write-companies.ts'

const { directoryMessages } = directory

/** Gifts move in the background. @throws not found, invalid, conflict */
export async function mergeCompanies(
  db: Db,
  by: DirectoryChangeContext,
  keptId: number,
  form: directory.CompanyMergeForm,
): Promise<Made> {
  const { before, other, after, moved, versions } = await writeMerge(db, by, keptId, form)
  const { gifts, organizations } = await countGiftsOf(db, other.id)
  return {
    kind: 'merge',
    companyId: keptId,
    subject: after.name,
    changes: [
      { term: 'Merged with', from: '', to: other.name },
      ...compareCompanies(before, after),
      ...(versions ? await listPolicyChanges(db, keptId, versions) : []),
      ...(gifts > 0 ? [{ term: 'Gifts', from: '', to: `${gifts} of ${organizations} organizations` }] : []),
    ],
    undo: { ...undoDataOf({ before, after, versions }), merge: moved },
    reevaluatedIds: versions || before.parent_id !== after.parent_id ? [keptId] : [],
  }
}

async function writeMerge(db: Db, by: DirectoryChangeContext, keptId: number, form: directory.CompanyMergeForm) {
  const { before, other } = await getPair(db, keptId, form.other_id)
  const keptPolicy = await choosePolicy(db, keptId, other.id, form.policy)
  const moved = await moveRows(db, { keptId, mergedId: other.id })
  const editor = by.caller.user.id
  await updateCompanyEntries(db, [{ id: keptId, fields: mergeFields(before, other), editor }])
  const versions = keptPolicy === 'other' ? await copyPolicy(db, by, keptId, other.id) : null
  const after = await findCompanyRow(db, keptId)
  if (!after) throw new Error(`company ${keptId} was written but does not exist`)
  return { before, other, after, moved, versions }
}

const refused = (field: keyof directory.CompanyMergeForm, message: string, code: 'invalid' | 'conflict' = 'conflict') =>
  new Refusal(code, message, { fields: { [field]: message } })

async function getPair(db: Db, keptId: number, otherId: number) {
  if (keptId === otherId) throw refused('other_id', directoryMessages.mergeItself, 'invalid')
  const before = orNotFound(await findCompanyRow(db, keptId))
  const other = await findCompanyRow(db, otherId)
  if (!other) throw refused('other_id', directoryMessages.mergeUnknown)
  for (const { name, merged_into } of [before, other]) {
    if (merged_into) throw refused('other_id', `${name} was already merged into ${merged_into.name}.`)
  }
  const [subsidiary] = other.subsidiaries.filter(({ id }) => id !== keptId)
  if (subsidiary && before.parent && before.parent.id !== otherId) {
    const message = `${other.name} has subsidiaries, like ${subsidiary.name}, and ${before.name} is part of ${before.parent.name}. Move them there first.`
    throw refused('other_id', message)
  }
  return { before, other }
}

/** A company without a version has no policy; if both have one, the caller must choose. */
async function choosePolicy(db: Db, keptId: number, otherId: number, chosen: 'this' | 'other' | null) {
  const [own, others] = [await listCurrentVersions(db, [keptId]), await listCurrentVersions(db, [otherId])]
  if (others.length === 0) return 'this'
  if (own.length === 0) return 'other'
  if (chosen === null) throw refused('policy', directoryMessages.mergeWhich, 'invalid')
  return chosen
}

async function copyPolicy(
  db: Db,
  by: DirectoryChangeContext,
  keptId: number,
  otherId: number,
): Promise<WrittenVersions> {
  const now = by.platform.clock()
  const own = await listCurrentVersions(db, [keptId])
  const superseded = own.map(({ id }) => id)
  await supersedeVersions(db, superseded, now)
  const others = await listCurrentVersions(db, [otherId])
  const copies = others.map(({ id, valid_from, valid_to }) => ({ of: id, company_id: keptId, valid_from, valid_to }))
  const entered = (await copyVersions(db, copies, { by: by.caller.user.id, now })).map(({ id }) => id)
  return { versionId: entered.at(-1) ?? 0, formerId: superseded.at(-1) ?? null, superseded, entered }
}

function mergeFields(kept: CompanyRow, other: CompanyRow): CompanyFields {
  const fields = fieldsOf(kept)
  const known = new Set([kept.name, ...kept.aliases].map((name) => name.toLowerCase()))
  const names = [other.name, ...other.aliases].filter((name) => !known.has(name.toLowerCase()))
  return {
    ...fields,
    website: fields.website || other.website,
    country: fields.country || other.country,
    industry: fields.industry || other.industry,
    parent_id: kept.parent_id === other.id ? other.parent_id : kept.parent_id,
    aliases: [...kept.aliases, ...new Map(names.map((name) => [name.toLowerCase(), name])).values()],
    email_domains: [...new Set([...kept.email_domains, ...other.email_domains])],
  }
}

/** Performs the merge and rolls it back. @throws as `mergeCompanies` */
export async function previewMerge(
  by: DirectoryChangeContext,
  current: Directory,
  keptId: number,
  form: directory.CompanyMergeForm,
): Promise<directory.CompanyMergeReview> {
  const { database, clock } = by.platform
  const pair = { keptId, mergedId: form.other_id }
  // the moves are the same for either policy
  const previewForm = { ...form, policy: form.policy ?? 'this' }
  const preview = await acrossOrganizations(
    database,
    async (db) => {
      const today = dayOf(clock())
      const before = await describePolicy(db, keptId, today)
      const other = await describePolicy(db, pair.mergedId, today)
      const overlaps = await listOverlaps(db, pair)
      const { gifts, organizations } = await countGiftsOf(db, pair.mergedId)
      const written = await writeMerge(db, by, keptId, previewForm)
      const { moved } = written
      return {
        other: { id: written.other.id, name: written.other.name },
        names: written.after.aliases.filter((name) => !written.before.aliases.includes(name)),
        email_domains: moved.domains,
        subsidiaries: written.other.subsidiaries.filter(({ id }) => id !== keptId),
        gifts,
        organizations,
        suggestions: moved.suggestions.length,
        own_policies: moved.own_policies.length,
        campaigns: moved.campaigns.length,
        group_submissions: moved.group_submissions.length,
        versions: other.versions,
        asks_policy: before.hasPolicy && other.hasPolicy,
        policies: { this: before.text, other: other.text },
        platforms: { this: before.platform, other: other.platform },
        conflicts: overlaps.map(({ name, kind }) => overlapMessages[kind](name)),
      }
    },
    { dryRun: true },
  )
  if (preview.asks_policy && form.policy === null) return { ...preview, review: null }
  const review = await reviewChange(by, current, [keptId, pair.mergedId], async (db) => {
    await writeMerge(db, by, keptId, previewForm)
    await moveVisibleGifts(db, pair)
  })
  return { ...preview, review }
}

async function describePolicy(db: Db, companyId: number, day: string) {
  const versions = await listVersions(db, companyId)
  const version = findVersionOn(versions, day)
  return {
    versions: versions.length,
    hasPolicy: versions.some(({ isCurrent }) => isCurrent),
    text: version ? matchSentence(version.policy.companyName, version.policy) : null,
    platform: version?.policy.csrPlatform ?? null,
  }
}

const overlapMessages = {
  campaign: (organization: string) =>
    `${organization} has overlapping campaigns for both. On shared days, the later one applies.`,
  'own policy': (organization: string) =>
    `${organization} has its own overlapping policies for both. On shared days, the later one applies.`,
} as const

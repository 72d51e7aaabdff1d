import { directory } from '@twofold/contract'
import { dayOf } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { listVersions, lockDirectory, type PolicyDifference, type PolicyVersion } from '../../companies/index.ts'
import type { Gained } from '../../matches/index.ts'
import { changesWritten, type WrittenVersions, writePolicy } from './change-policy.ts'
import {
  type CompanyFields,
  type CompanyRow,
  fieldsOf,
  findCompanyRow,
  getLivingCompany,
  insertCompanies,
  keepFields,
} from './company.queries.ts'
import { refuseConflicts, standingAround } from './others-of-directory.ts'
import { blankTerms, howOf, withHow } from './policy-terms.ts'
import { type By, recordChange, type Work } from './record-change.ts'

/**
 * Adds a company to the directory or changes one, with its line of the trail; what its matches rest on is looked at again.
 * @throws not found, conflict that names the other company
 */
export async function changeCompany(
  work: Work,
  by: By,
  form: directory.CompanyForm,
): Promise<{ companyId: number; changeId: number }> {
  const { db } = work
  await lockDirectory(db)
  const { companyId, before, after, versions } = await writeCompany(db, by, form)
  const changes = [...differencesOf(before, after), ...(versions ? await changesWritten(db, companyId, versions) : [])]
  if (before && changes.length === 0) throw new Refusal('invalid', directory.directoryMessages.nothing)
  const changeId = await recordChange(work, by, {
    kind: before ? 'company' : 'added',
    companyId,
    subject: after.name,
    changes,
    undo: undoOf({ before, after, versions }),
    lookedAt: isAboutMatches({ before, after, versions }) ? [companyId] : [],
    gained: gainedBy(before, after),
  })
  return { companyId, changeId }
}

/** What taking it back needs. */
export const undoOf = ({ before, after, versions }: Pick<Written, 'before' | 'after' | 'versions'>) => ({
  company: { before: before && fieldsOf(before), after: fieldsOf(after), was_edited: before?.is_edited ?? false },
  superseded: [...(versions?.superseded ?? [])],
  entered: [...(versions?.entered ?? [])],
})

/** Whether open matches rest on what was written. */
export const isAboutMatches = ({ before, after, versions }: Pick<Written, 'before' | 'after' | 'versions'>): boolean =>
  before !== null && (versions !== null || before.parent_id !== after.parent_id || before.time_zone !== after.time_zone)

/** Names and mail domains that the company did not go by before. */
export function gainedBy(
  before: CompanyRow | null,
  after: Pick<CompanyFields, 'name' | 'aliases' | 'email_domains'>,
): Gained {
  const known = new Set([before?.name ?? '', ...(before?.aliases ?? [])].map((name) => name.toLowerCase()))
  return {
    names: [after.name, ...after.aliases].filter((name) => !known.has(name.toLowerCase())),
    domains: after.email_domains.filter((domain) => !before?.email_domains.includes(domain)),
  }
}

type Written = {
  readonly companyId: number
  readonly before: CompanyRow | null
  readonly after: CompanyRow
  readonly versions: WrittenVersions | null
}

/** Nothing but the company and, where how a match is asked for is another, its policy. @throws not found, conflict */
export async function writeCompany(db: Db, by: By, form: directory.CompanyForm): Promise<Written> {
  const before = form.company_id === undefined ? null : await getLivingCompany(db, form.company_id)
  refuseConflicts(await standingAround(db, form), form, before)
  const userId = by.caller.user.id
  const [addedId] = before ? [] : await insertCompanies(db, [form.name], userId, by.platform.clock())
  const companyId = before?.id ?? addedId ?? 0
  await keepFields(db, [{ id: companyId, fields: form, editor: userId }])
  const versions = await writeHow(db, by, companyId, form)
  const after = await findCompanyRow(db, companyId)
  if (!after) throw new Error(`company ${companyId} that was just written is gone`)
  return { companyId, before, after, versions }
}

async function writeHow(
  db: Db,
  by: By,
  companyId: number,
  form: directory.CompanyForm,
): Promise<WrittenVersions | null> {
  const version = versionOn(await listVersions(db, companyId), dayOf(by.platform.clock()))
  const terms = version?.terms ?? { ...blankTerms, source_url: form.website }
  const { category_ids, csr_platform, verification, match_method } = form
  const how = { category_ids, csr_platform, verification, match_method }
  const isSame = JSON.stringify(howOf(withHow(blankTerms, how))) === JSON.stringify(howOf(terms))
  return isSame
    ? null
    : writePolicy(db, by, companyId, { ...withHow(terms, how), replaces: version?.policy.versionId ?? null })
}

/** The company's own version that counts on the day. */
export const versionOn = (versions: readonly PolicyVersion[], day: string): PolicyVersion | undefined =>
  versions.find(
    ({ isCurrent, policy: { validFrom, validTo } }) =>
      isCurrent && (!validFrom || validFrom <= day) && (!validTo || day <= validTo),
  )

const terms: readonly (readonly [string, (row: CompanyRow) => string])[] = [
  ['Name', ({ name }) => name],
  ['Website', ({ website }) => website],
  ['Country', ({ country }) => country],
  ['Industry', ({ industry }) => industry],
  ['Time zone', ({ time_zone }) => time_zone],
  ['Part of', ({ parent }) => parent?.name ?? ''],
]

/** Null: it is new. */
export function differencesOf(before: CompanyRow | null, after: CompanyRow): PolicyDifference[] {
  const single = terms.map(([term, read]) => ({ term, from: before ? read(before) : '', to: read(after) }))
  const lists = [
    ...listDifference('Other name', before?.aliases ?? [], after.aliases),
    ...listDifference('Email domain', before?.email_domains ?? [], after.email_domains),
  ]
  return [...single.filter(({ from, to }) => from !== to), ...lists]
}

const listDifference = (term: string, before: readonly string[], after: readonly string[]): PolicyDifference[] => [
  ...before.filter((one) => !after.includes(one)).map((from) => ({ term, from, to: '' })),
  ...after.filter((one) => !before.includes(one)).map((to) => ({ term, from: '', to })),
]

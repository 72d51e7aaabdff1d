import { directory } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { compareVersions, listVersions, lockDirectory } from '../companies/index.ts'
import { daysLeft, overlap } from './days.ts'
import { getLivingCompany } from './living-company.ts'
import {
  type CurrentVersion,
  copyVersion,
  findFormer,
  insertVersion,
  listCurrentVersions,
  supersede,
} from './policy.queries.ts'
import { saidBy, sourcesKept } from './policy-terms.ts'
import { type By, recordChange, type Work } from './record-change.ts'

export type WrittenVersions = {
  /** The one that was entered. */
  readonly versionId: number
  /** The one that counted before; null: none did. */
  readonly formerId: number | null
  readonly superseded: readonly number[]
  readonly entered: readonly number[]
}

/**
 * Enters a version of a company's policy: with its line of the trail, open matches looked at again in the background, and all
 * of it to be taken back. @throws not found, conflict
 */
export async function changePolicy(
  work: Work,
  by: By,
  companyId: number,
  form: directory.PolicyForm,
): Promise<{ changeId: number }> {
  const { db } = work
  await lockDirectory(db)
  const company = await getLivingCompany(db, companyId)
  const written = await writePolicy(db, by, companyId, form)
  const changeId = await recordChange(work, by, {
    kind: 'policy',
    companyId,
    subject: company.name,
    changes: await changesWritten(db, companyId, written),
    undo: { superseded: [...written.superseded], entered: [...written.entered] },
    lookedAt: [companyId],
  })
  return { changeId }
}

/** What the version says otherwise than the one that counted before, in words. */
export async function changesWritten(db: Db, companyId: number, { versionId, formerId }: WrittenVersions) {
  const versions = await listVersions(db, companyId)
  const by = (id: number | null) => versions.find(({ policy }) => policy.versionId === id)
  return compareVersions(by(formerId), by(versionId))
}

/**
 * Nothing but the versions: the new one counts on its days, what others said counts on the days that are left of theirs.
 * `lockDirectory` must be held, unless it is taken back anyway. @throws conflict
 */
export async function writePolicy(
  db: Db,
  { platform, caller }: By,
  companyId: number,
  form: directory.PolicyForm,
): Promise<WrittenVersions> {
  const now = platform.clock()
  const current = await listCurrentVersions(db, companyId)
  const replaced = current.find(({ id }) => id === form.replaces)
  if (form.replaces !== null && !replaced) throw new Refusal('conflict', directory.directoryMessages.replaced)
  const touched = current.filter((one) => one === replaced || overlap(one, form))
  const former = replaced ?? touched.at(-1)
  const said = saidBy(form)
  const before = former ? await findFormer(db, former.id) : null
  if (before && former && sameDays(former, form) && isSame(said, before.said)) {
    throw new Refusal('invalid', directory.directoryMessages.nothing)
  }
  const superseded = touched.map(({ id }) => id)
  await supersede(db, superseded, now)
  const entered: number[] = []
  for (const one of touched) {
    if (one === replaced) continue
    for (const days of daysLeft(one, form)) {
      entered.push(await copyVersion(db, one.id, { ...days, companyId, by: caller.user.id, now }))
    }
  }
  const { valid_from, valid_to } = form
  const place = { valid_from, valid_to, companyId, by: caller.user.id, now }
  const versionId = await insertVersion(db, said, sourcesKept(before, said), place)
  return { versionId, formerId: former?.id ?? null, superseded, entered: [...entered, versionId] }
}

const sameDays = (one: CurrentVersion, other: directory.PolicyForm): boolean =>
  one.valid_from === other.valid_from && one.valid_to === other.valid_to

const isSame = (said: Readonly<Record<string, unknown>>, former: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(said).every(([column, value]) => JSON.stringify(value) === JSON.stringify(former[column]))

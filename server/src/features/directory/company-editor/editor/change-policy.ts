import { directory } from '@twofold/contract'
import { dayText, readDay } from '@twofold/matching'
import type { Db } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { compareVersions, listVersions, type PolicyVersion } from '../../../core/companies/index.ts'
import type { DirectoryChangeContext, Made } from '../../changes/index.ts'
import { getActiveCompany } from './company.queries.ts'
import {
  type CurrentVersion,
  copyVersions,
  insertVersions,
  listCurrentVersions,
  type NewVersion,
  type PolicyPeriod,
  supersedeVersions,
  type VersionCopy,
} from './policy.queries.ts'
import { inheritedSources, policyColumnsOf } from './policy-terms.ts'

export type WrittenVersions = {
  readonly versionId: number
  readonly formerId: number | null
  readonly superseded: readonly number[]
  readonly entered: readonly number[]
}

/** @throws not found, conflict */
export async function changePolicy(
  db: Db,
  by: DirectoryChangeContext,
  companyId: number,
  form: directory.PolicyForm,
): Promise<Made> {
  const company = await getActiveCompany(db, companyId)
  const planned = planVersion(await listCurrentVersions(db, [companyId]), form)
  const written = (await enterVersions(db, by, [{ companyId, planned }])).get(companyId)
  if (!written) throw new Error('PostgreSQL returned no row')
  return {
    kind: 'policy',
    companyId,
    subject: company.name,
    changes: await listPolicyChanges(db, companyId, written),
    undo: { superseded: [...written.superseded], entered: [...written.entered] },
    reevaluatedIds: [companyId],
  }
}

export const listPolicyChanges = async (db: Db, companyId: number, written: WrittenVersions) =>
  comparePolicyVersions(await listVersions(db, companyId), written)

export function comparePolicyVersions(versions: readonly PolicyVersion[], { versionId, formerId }: WrittenVersions) {
  const by = (id: number | null) => versions.find(({ policy }) => policy.versionId === id)
  return compareVersions(by(formerId), by(versionId))
}

export type PlannedVersion = {
  readonly version: Omit<NewVersion, 'company_id'>
  readonly formerId: number | null
  readonly superseded: readonly number[]
  readonly copies: readonly Omit<VersionCopy, 'company_id'>[]
}

/** The new version applies on its days; others keep their remaining days. @throws invalid, conflict */
export function planVersion(current: readonly CurrentVersion[], form: directory.PolicyForm): PlannedVersion {
  const replaced = current.find(({ id }) => id === form.replaces)
  if (form.replaces !== null && !replaced) throw new Refusal('conflict', directory.directoryMessages.replaced)
  const touched = current.filter((one) => one === replaced || overlap(one, form))
  const former = replaced ?? touched.at(-1) ?? null
  const columns = policyColumnsOf(form)
  if (former && sameDays(former, form) && isSame(columns, former.said)) {
    throw new Refusal('invalid', directory.directoryMessages.nothing)
  }
  const { valid_from, valid_to } = form
  return {
    version: { said: columns, sources: inheritedSources(former, columns), valid_from, valid_to },
    formerId: former?.id ?? null,
    superseded: touched.map(({ id }) => id),
    copies: touched
      .filter((one) => one !== replaced)
      .flatMap((one) => daysLeft(one, form).map((days) => ({ of: one.id, ...days }))),
  }
}

export async function enterVersions(
  db: Db,
  { platform, caller }: DirectoryChangeContext,
  plans: readonly { readonly companyId: number; readonly planned: PlannedVersion }[],
): Promise<Map<number, WrittenVersions>> {
  const entry = { by: caller.user.id, now: platform.clock() }
  const rowsOf = <T>(read: (planned: PlannedVersion) => readonly T[]) =>
    plans.flatMap(({ companyId, planned }) => read(planned).map((one) => ({ ...one, company_id: companyId })))
  const supersededIds = plans.flatMap(({ planned }) => planned.superseded)
  await supersedeVersions(db, supersededIds, entry.now)
  const copiedRows = rowsOf(({ copies }) => copies)
  const copies = await copyVersions(db, copiedRows, entry)
  const enteredRows = rowsOf(({ version }) => [version])
  const versions = await insertVersions(db, enteredRows, entry)
  const versionOf = new Map(versions.map((row) => [row.company_id, row.id]))
  const copiesOf = Map.groupBy(copies, (row) => row.company_id)
  return new Map(
    plans.flatMap(({ companyId, planned: { formerId, superseded } }) => {
      const versionId = versionOf.get(companyId)
      if (versionId === undefined) return []
      const entered = [...(copiesOf.get(companyId) ?? []).map(({ id }) => id), versionId]
      return [[companyId, { versionId, formerId, superseded, entered }] as const]
    }),
  )
}

const sameDays = (one: CurrentVersion, other: directory.PolicyForm): boolean =>
  one.valid_from === other.valid_from && one.valid_to === other.valid_to

const isSame = (columns: Readonly<Record<string, unknown>>, former: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(columns).every(([column, value]) => JSON.stringify(value) === JSON.stringify(former[column]))

/** Null means no start or no end. */
const firstDay = ({ valid_from }: PolicyPeriod): string => valid_from ?? '0000-01-01'
const lastDay = ({ valid_to }: PolicyPeriod): string => valid_to ?? '9999-12-31'

const overlap = (one: PolicyPeriod, other: PolicyPeriod): boolean =>
  firstDay(one) <= lastDay(other) && firstDay(other) <= lastDay(one)

function daysLeft(one: PolicyPeriod, period: PolicyPeriod): PolicyPeriod[] {
  const before: PolicyPeriod[] =
    firstDay(one) < firstDay(period)
      ? [{ valid_from: one.valid_from, valid_to: adjacentDay(period.valid_from, -1) }]
      : []
  const after: PolicyPeriod[] =
    lastDay(one) > lastDay(period) ? [{ valid_from: adjacentDay(period.valid_to, 1), valid_to: one.valid_to }] : []
  return [...before, ...after]
}

const adjacentDay = (day: string | null, by: 1 | -1): string | null => {
  const number = day === null ? null : readDay(day)
  return number === null ? null : dayText(number + by)
}

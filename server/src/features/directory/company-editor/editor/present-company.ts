import { directory } from '@twofold/contract'
import { policySentences } from '@twofold/matching'
import type { Db } from '../../../../platform/database/database.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import { orNotFound } from '../../../../platform/runtime/errors.ts'
import { listPoliciesOn, listVersions, presentCompany, presentSource } from '../../../core/companies/index.ts'
import { type ChangeRow, listChanges } from '../../changes/index.ts'
import { fieldsOf, findCompanyRow } from './company.queries.ts'
import { basicTermsOf, blankTerms } from './policy-terms.ts'
import { findVersionOn } from './write-companies.ts'

const changesShown = 20

/** @throws not found */
export async function readDirectoryCompany(db: Db, id: number, now: Date): Promise<directory.DirectoryCompany> {
  const row = orNotFound(await findCompanyRow(db, id))
  const versions = await listVersions(db, id)
  const counting = findVersionOn(versions, dayOf(now))
  const policy = (await listPoliciesOn(db, [id], dayOf(now))).get(id) ?? null
  const changes = await listChanges(db, { before: null, companyId: id, limit: changesShown })
  return {
    company: { company_id: id, ...fieldsOf(row), ...basicTermsOf(counting?.terms ?? blankTerms) },
    row: presentCompany(row, policy),
    origin: row.origin,
    is_edited: row.is_edited,
    parent: row.parent,
    merged_into: row.merged_into,
    subsidiaries: row.subsidiaries,
    versions: versions.map((version) => ({
      ...version.terms,
      id: version.policy.versionId ?? 0,
      version: version.version,
      text: policySentences(row.name, version.policy)
        .map(({ text }) => text)
        .join(' '),
      source: presentSource(version.policy.sourceUrl, version.policy.asOf, row.name).source,
      learned_at: version.learnedAt,
      by: version.by,
      is_current: version.isCurrent,
    })),
    changes: changes.map((change) => presentChange(change, now)),
  }
}

export const presentChange = (row: ChangeRow, now: Date): directory.DirectoryChange => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.by,
  kind: row.kind,
  company: row.company,
  subject: row.subject,
  changes: row.changes,
  gifts: row.gifts,
  left: row.left,
  not_restored: row.not_restored,
  undone_by: row.undone_by,
  can_undo: row.undone_by === null && row.is_last && row.at >= undoableSince(now) && canBeUndone(row),
})

export const undoableSince = (now: Date): Date => new Date(now.getTime() - directory.directoryUndoDays * 86_400_000)

export const canBeUndone = ({ kind, undo: { company, platform, rate, entered, superseded } }: ChangeRow): boolean =>
  kind === 'file' || Boolean(company ?? platform ?? rate) || entered.length > 0 || superseded.length > 0

import type { directory } from '@twofold/contract'
import { matchSentence } from '@twofold/matching'
import { dayOf } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { listPoliciesOn, listVersions, presentCompany } from '../../companies/index.ts'
import { versionOn } from './change-company.ts'
import { listChanges } from './changes.queries.ts'
import { fieldsOf, findCompanyRow } from './company.queries.ts'
import { blankTerms, howOf, termsOfVersion } from './policy-terms.ts'
import { presentChange } from './present-change.ts'

const changesShown = 20

/** A company as super users keep it. @throws not found */
export async function companyOfDirectory(db: Db, id: number, now: Date): Promise<directory.DirectoryCompany> {
  const row = await findCompanyRow(db, id)
  if (!row) throw notFound()
  const versions = await listVersions(db, id)
  const counting = versionOn(versions, dayOf(now))
  const policy = (await listPoliciesOn(db, [id], dayOf(now))).get(id) ?? null
  const changes = await listChanges(db, { before: null, companyId: id, limit: changesShown })
  return {
    company: { company_id: id, ...fieldsOf(row), ...howOf(counting ? termsOfVersion(counting) : blankTerms) },
    row: presentCompany(row, policy),
    origin: row.origin,
    is_edited: row.is_edited,
    parent: row.parent,
    merged_into: row.merged_into,
    subsidiaries: row.subsidiaries,
    versions: versions.map((version) => ({
      ...termsOfVersion(version),
      id: version.policy.versionId ?? 0,
      version: version.version,
      text: matchSentence(row.name, version.policy),
      learned_at: version.learnedAt,
      by: version.by,
      is_current: version.isCurrent,
    })),
    changes: changes.map((change) => presentChange(change, now)),
  }
}

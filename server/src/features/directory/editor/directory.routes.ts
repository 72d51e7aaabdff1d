import { companies, directory } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { listKeptRates } from '../../companies/index.ts'
import { changeCompany, gainedBy, writeCompany } from './change-company.ts'
import { changePlatform, writePlatform } from './change-platform.ts'
import { changePolicy, writePolicy } from './change-policy.ts'
import { changeRate } from './change-rate.ts'
import { findChange, listChanges } from './changes.queries.ts'
import { findCompanyRow } from './company.queries.ts'
import { mergeCompanies, previewMerge } from './merge-companies.ts'
import { mergePlatforms, previewPlatformMerge } from './merge-platforms.ts'
import { listCompaniesOn, listPlatforms } from './platform.queries.ts'
import { presentChange } from './present-change.ts'
import { companyOfDirectory } from './present-company.ts'
import type { ReviewChange } from './review-change.ts'
import { undoChange } from './undo-change.ts'

/** Of a company with many open matches: all of them are marked in the call. */
const savingTimeoutMs = 60_000

export const directoryRoutes = (reviewChange: ReviewChange): ServedRoute[] => [
  serve(directory.getDirectoryCompany, ({ platform, params }) =>
    acrossOrganizations(platform.database, (db) => companyOfDirectory(db, params.companyId, platform.clock()), {
      readOnly: true,
    }),
  ),

  serve(directory.reviewDirectoryCompany, async (call) => {
    const { body } = call
    const { company_id: id } = body
    const before =
      id === undefined
        ? null
        : await acrossOrganizations(call.platform.database, (db) => findCompanyRow(db, id), { readOnly: true })
    return reviewChange(id === undefined ? [] : [id], (db) => writeCompany(db, call, body), gainedBy(before, body))
  }),

  serve(directory.saveDirectoryCompany, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        const { companyId } = await changeCompany({ db, client }, call, call.body)
        return companyOfDirectory(db, companyId, call.platform.clock())
      },
      { timeoutMs: savingTimeoutMs },
    ),
  ),

  serve(directory.reviewDirectoryPolicy, async (call) => {
    const { companyId } = call.params
    return reviewChange([companyId], (db) => writePolicy(db, call, companyId, call.body))
  }),

  serve(directory.saveDirectoryPolicy, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        const { companyId } = call.params
        await changePolicy({ db, client }, call, companyId, call.body)
        return companyOfDirectory(db, companyId, call.platform.clock())
      },
      { timeoutMs: savingTimeoutMs },
    ),
  ),

  serve(directory.reviewCompanyMerge, (call) => previewMerge(call, reviewChange, call.params.companyId, call.body)),

  serve(directory.mergeCompanies, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        const { companyId } = call.params
        await mergeCompanies({ db, client }, call, companyId, call.body)
        return companyOfDirectory(db, companyId, call.platform.clock())
      },
      { timeoutMs: savingTimeoutMs },
    ),
  ),

  serve(directory.listDirectoryPlatforms, ({ platform }) =>
    acrossOrganizations(platform.database, async (db) => ({ platforms: await listPlatforms(db) }), { readOnly: true }),
  ),

  serve(directory.reviewDirectoryPlatform, async (call) => {
    const { platformId } = call.params
    const companyIds = await acrossOrganizations(call.platform.database, (db) => listCompaniesOn(db, platformId), {
      readOnly: true,
    })
    return reviewChange(companyIds, (db) => writePlatform(db, call, platformId, call.body))
  }),

  serve(directory.saveDirectoryPlatform, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        await changePlatform({ db, client }, call, call.params.platformId, call.body)
        return { platforms: await listPlatforms(db) }
      },
      { timeoutMs: savingTimeoutMs },
    ),
  ),

  serve(directory.reviewPlatformMerge, (call) =>
    previewPlatformMerge(call, reviewChange, call.params.platformId, call.body),
  ),

  serve(directory.mergePlatforms, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        await mergePlatforms({ db, client }, call, call.params.platformId, call.body)
        return { platforms: await listPlatforms(db) }
      },
      { timeoutMs: savingTimeoutMs },
    ),
  ),

  serve(companies.keepExchangeRate, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        await changeRate({ db, client }, call, call.body)
        return { exchange_rates: await listKeptRates(db) }
      },
      { timeoutMs: savingTimeoutMs },
    ),
  ),

  serve(directory.listDirectoryChanges, ({ platform, query }) =>
    acrossOrganizations(
      platform.database,
      async (db) => {
        const limit = directory.directoryPageSize
        const rows = await listChanges(db, { before: query.before ?? null, companyId: null, limit: limit + 1 })
        const changes = rows.slice(0, limit).map((row) => presentChange(row, platform.clock()))
        return { changes, has_more: rows.length > limit }
      },
      { readOnly: true },
    ),
  ),

  serve(directory.undoDirectoryChange, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        await undoChange({ db, client }, call, call.params.changeId)
        return { change: await getChange(db, call.params.changeId, call.platform.clock()) }
      },
      { timeoutMs: savingTimeoutMs },
    ),
  ),
]

async function getChange(db: Db, id: number, now: Date): Promise<directory.DirectoryChange> {
  const row = await findChange(db, id)
  if (!row) throw notFound()
  return presentChange(row, now)
}

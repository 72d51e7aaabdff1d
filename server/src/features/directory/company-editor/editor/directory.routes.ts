import { companies, directory } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { notFound } from '../../../../platform/runtime/errors.ts'
import { listExchangeRates } from '../../../core/companies/index.ts'
import { changeCompany, newNamesAndDomains } from './change-companies.ts'
import { changePolicy, writePolicy } from './change-policy.ts'
import { changeRate } from './change-rate.ts'
import { findChange, listChanges } from './changes.queries.ts'
import { findCompanyRow } from './company.queries.ts'
import { mergeCompanies, previewMerge } from './merge-companies.ts'
import { listCompaniesOnPlatform, listPlatforms } from './platforms.queries.ts'
import { changePlatform, mergePlatforms, previewPlatformMerge, writePlatform } from './platforms.ts'
import { presentChange, readDirectoryCompany } from './present-company.ts'
import type { DirectoryChangeContext, DirectoryTransaction, ReviewChange } from './record-change.ts'
import { undoChange } from './undo-change.ts'
import { writeCompany } from './write-companies.ts'

const timeoutMs = 60_000

const saving = <Answer>(
  { platform }: Pick<DirectoryChangeContext, 'platform'>,
  save: (work: DirectoryTransaction) => Promise<Answer>,
): Promise<Answer> => acrossOrganizations(platform.database, (db, client) => save({ db, client }), { timeoutMs })

const reading = <Answer>(
  { platform }: Pick<DirectoryChangeContext, 'platform'>,
  read: (db: Db) => Promise<Answer>,
): Promise<Answer> => acrossOrganizations(platform.database, read, { readOnly: true })

export const directoryRoutes = (reviewChange: ReviewChange): ServedRoute[] => [
  serve(directory.getDirectoryCompany, (call) =>
    reading(call, (db) => readDirectoryCompany(db, call.params.companyId, call.platform.clock())),
  ),

  serve(directory.reviewDirectoryCompany, async (call) => {
    const { body } = call
    const { company_id: id } = body
    const before = id === undefined ? null : await reading(call, (db) => findCompanyRow(db, id))
    return reviewChange(
      id === undefined ? [] : [id],
      (db) => writeCompany(db, call, body),
      newNamesAndDomains(before, body),
    )
  }),

  serve(directory.saveDirectoryCompany, (call) =>
    saving(call, async (work) => {
      const companyId = await changeCompany(work, call, call.body)
      return readDirectoryCompany(work.db, companyId, call.platform.clock())
    }),
  ),

  serve(directory.reviewDirectoryPolicy, (call) => {
    const { companyId } = call.params
    return reviewChange([companyId], (db) => writePolicy(db, call, companyId, call.body))
  }),

  serve(directory.saveDirectoryPolicy, (call) =>
    saving(call, async (work) => {
      const { companyId } = call.params
      await changePolicy(work, call, companyId, call.body)
      return readDirectoryCompany(work.db, companyId, call.platform.clock())
    }),
  ),

  serve(directory.reviewCompanyMerge, (call) => previewMerge(call, reviewChange, call.params.companyId, call.body)),

  serve(directory.mergeCompanies, (call) =>
    saving(call, async (work) => {
      const { companyId } = call.params
      await mergeCompanies(work, call, companyId, call.body)
      return readDirectoryCompany(work.db, companyId, call.platform.clock())
    }),
  ),

  serve(directory.listDirectoryPlatforms, (call) =>
    reading(call, async (db) => ({ platforms: await listPlatforms(db) })),
  ),

  serve(directory.reviewDirectoryPlatform, async (call) => {
    const { platformId } = call.params
    const companyIds = await reading(call, (db) => listCompaniesOnPlatform(db, platformId))
    return reviewChange(companyIds, (db) => writePlatform(db, call, platformId, call.body))
  }),

  serve(directory.saveDirectoryPlatform, (call) =>
    saving(call, async (work) => {
      await changePlatform(work, call, call.params.platformId, call.body)
      return { platforms: await listPlatforms(work.db) }
    }),
  ),

  serve(directory.reviewPlatformMerge, (call) =>
    previewPlatformMerge(call, reviewChange, call.params.platformId, call.body),
  ),

  serve(directory.mergePlatforms, (call) =>
    saving(call, async (work) => {
      await mergePlatforms(work, call, call.params.platformId, call.body)
      return { platforms: await listPlatforms(work.db) }
    }),
  ),

  serve(companies.saveExchangeRate, (call) =>
    saving(call, async (work) => {
      await changeRate(work, call, call.body)
      return { exchange_rates: await listExchangeRates(work.db) }
    }),
  ),

  serve(directory.listDirectoryChanges, (call) =>
    reading(call, async (db) => {
      const limit = directory.directoryPageSize
      const rows = await listChanges(db, { before: call.query.before ?? null, companyId: null, limit: limit + 1 })
      const changes = rows.slice(0, limit).map((row) => presentChange(row, call.platform.clock()))
      return { changes, has_more: rows.length > limit }
    }),
  ),

  serve(directory.undoDirectoryChange, (call) =>
    saving(call, async (work) => {
      await undoChange(work, call, call.params.changeId)
      const row = await findChange(work.db, call.params.changeId)
      if (!row) throw notFound()
      return { change: presentChange(row, call.platform.clock()) }
    }),
  ),
]

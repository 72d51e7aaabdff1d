import { companies, directory } from '@twofold/contract'
import { acrossOrganizations, type Db, readOnly } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { orNotFound } from '../../../../platform/runtime/errors.ts'
import { type Directory, listExchangeRates, lockDirectory } from '../../../core/companies/index.ts'
import { type DirectoryChangeContext, findChange, listChanges, type Made, recordChange } from '../../changes/index.ts'
import { changeCompany, newNamesAndDomains } from './change-companies.ts'
import { changePolicy } from './change-policy.ts'
import { changeRate } from './change-rate.ts'
import { findCompanyRow } from './company.queries.ts'
import { mergeCompanies, previewMerge } from './merge-companies.ts'
import { listCompaniesOnPlatform, listPlatforms } from './platforms.queries.ts'
import { changePlatform, mergePlatforms, previewPlatformMerge } from './platforms.ts'
import { presentChange, readDirectoryCompany } from './present-company.ts'
import { reviewChange } from './review-change.ts'
import { undoChange } from './undo-change.ts'
import { writeCompany } from './write-companies.ts'

const timeoutMs = 60_000

const saveChange = <Answer>(
  call: DirectoryChangeContext,
  change: (db: Db) => Promise<Made>,
  read: (db: Db, made: Made) => Promise<Answer>,
): Promise<Answer> =>
  acrossOrganizations(
    call.platform.database,
    async (db, client) => {
      await lockDirectory(db)
      const made = await change(db)
      await recordChange({ db, client }, call, made)
      return read(db, made)
    },
    { timeoutMs },
  )

const saveCompanyChange = (call: DirectoryChangeContext, change: (db: Db) => Promise<Made>) =>
  saveChange(call, change, (db, { companyId }) => readDirectoryCompany(db, companyId ?? 0, call.platform.clock()))

const savePlatformChange = (call: DirectoryChangeContext, change: (db: Db) => Promise<Made>) =>
  saveChange(call, change, readPlatforms)

const readPlatforms = async (db: Db) => ({ platforms: await listPlatforms(db) })

const readDirectory = <Answer>(
  { platform }: Pick<DirectoryChangeContext, 'platform'>,
  read: (db: Db) => Promise<Answer>,
): Promise<Answer> => acrossOrganizations(readOnly(platform.database), read)

export const directoryRoutes = (current: Directory): ServedRoute[] => [
  serve(directory.getDirectoryCompany, (call) =>
    readDirectory(call, (db) => readDirectoryCompany(db, call.params.companyId, call.platform.clock())),
  ),
  serve(directory.reviewDirectoryCompany, async (call) => {
    const { body } = call
    const { company_id: id } = body
    const before = id === undefined ? null : await readDirectory(call, (db) => findCompanyRow(db, id))
    return reviewChange(
      call,
      current,
      id === undefined ? [] : [id],
      (db) => writeCompany(db, call, body),
      newNamesAndDomains(before, body),
    )
  }),
  serve(directory.saveDirectoryCompany, (call) => saveCompanyChange(call, (db) => changeCompany(db, call, call.body))),
  serve(directory.reviewDirectoryPolicy, (call) =>
    reviewChange(call, current, [call.params.companyId], (db) =>
      changePolicy(db, call, call.params.companyId, call.body),
    ),
  ),
  serve(directory.saveDirectoryPolicy, (call) =>
    saveCompanyChange(call, (db) => changePolicy(db, call, call.params.companyId, call.body)),
  ),
  serve(directory.reviewCompanyMerge, (call) => previewMerge(call, current, call.params.companyId, call.body)),
  serve(directory.mergeCompanies, (call) =>
    saveCompanyChange(call, (db) => mergeCompanies(db, call, call.params.companyId, call.body)),
  ),

  serve(directory.listDirectoryPlatforms, (call) => readDirectory(call, readPlatforms)),
  serve(directory.reviewDirectoryPlatform, async (call) => {
    const { platformId } = call.params
    const companyIds = await readDirectory(call, (db) => listCompaniesOnPlatform(db, platformId))
    return reviewChange(call, current, companyIds, (db) => changePlatform(db, call, platformId, call.body))
  }),
  serve(directory.saveDirectoryPlatform, (call) =>
    savePlatformChange(call, (db) => changePlatform(db, call, call.params.platformId, call.body)),
  ),
  serve(directory.reviewPlatformMerge, (call) =>
    previewPlatformMerge(call, current, call.params.platformId, call.body),
  ),
  serve(directory.mergePlatforms, (call) =>
    savePlatformChange(call, (db) => mergePlatforms(db, call, call.params.platformId, call.body)),
  ),

  serve(companies.saveExchangeRate, (call) =>
    saveChange(
      call,
      (db) => changeRate(db, call, call.body),
      async (db) => ({ exchange_rates: await listExchangeRates(db) }),
    ),
  ),

  serve(directory.listDirectoryChanges, (call) =>
    readDirectory(call, async (db) => {
      const limit = directory.directoryPageSize
      const rows = await listChanges(db, { before: call.query.before ?? null, companyId: null, limit: limit + 1 })
      const changes = rows.slice(0, limit).map((row) => presentChange(row, call.platform.clock()))
      return { changes, has_more: rows.length > limit }
    }),
  ),
  serve(directory.undoDirectoryChange, (call) =>
    acrossOrganizations(
      call.platform.database,
      async (db, client) => {
        await undoChange({ db, client }, call, call.params.changeId)
        const row = orNotFound(await findChange(db, call.params.changeId))
        return { change: presentChange(row, call.platform.clock()) }
      },
      { timeoutMs },
    ),
  ),
]

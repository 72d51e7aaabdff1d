import { directoryFiles } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { acrossOrganizations, type Db, readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { defaultLimits, type FileReader, readUploadForm, toFileRefusal } from '../../../donations/file-reading/index.ts'
import { previewDirectoryChange } from '../../../matches/previews/index.ts'
import type { DirectoryChangeContext } from '../../changes/index.ts'
import { findChange } from '../../changes/index.ts'
import { allNewNamesAndDomains, changeCompanies, outcomeDigest } from '../editor/change-companies.ts'
import { presentChange } from '../editor/present-company.ts'
import { type WrittenCompanies, writeCompanies } from '../editor/write-companies.ts'
import { directoryAsCsv, type ParsedCompaniesFile, parseCompaniesFile } from './companies-file.ts'
import { listCompaniesWithOpenGifts, listDirectory, listPlatformNames } from './directory-files.queries.ts'

const writingTimeoutMs = 60_000
const shownAtMost = 200
/** The preview performs the change once per organization. */
const maxPreviewed = 25

type Call = DirectoryChangeContext & { readonly request: FastifyRequest }

export const directoryFileRoutes = (reader: FileReader, directory: Directory): ServedRoute[] => [
  serve(directoryFiles.downloadDirectory, async ({ platform, reply }) => {
    const day = dayOf(platform.clock())
    const rows = await withoutTenant(readOnly(platform.database), (db) => listDirectory(db, day))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="companies-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(directoryAsCsv(rows))
  }),
  serve(directoryFiles.reviewDirectoryFile, (call) => reviewCompanies(call, reader, directory)),
  serve(directoryFiles.uploadDirectoryFile, (call) => uploadCompanies(call, reader)),
]

async function reviewCompanies(
  call: Call,
  reader: FileReader,
  directory: Directory,
): Promise<directoryFiles.DirectoryFileReview> {
  const { platform } = call
  const { database } = platform
  const { file } = await readFile(call, reader, z.object({}))
  const outcome = await acrossOrganizations(database, (db) => writeCompanies(db, call, file.rows), {
    dryRun: true,
    timeoutMs: writingTimeoutMs,
  })
  const { written } = outcome
  const ids = written.filter(({ before }) => before !== null).map(({ companyId }) => companyId)
  const openCompanyIds = await acrossOrganizations(readOnly(database), (db) =>
    listCompaniesWithOpenGifts(db, ids, maxPreviewed + 1),
  )
  const previewedIds = new Set(openCompanyIds.slice(0, maxPreviewed))
  const gaining = written.filter(hasNewNames).map(({ row }) => row)
  const wanted = new Set([
    ...written.flatMap(({ before, row }) => (before && previewedIds.has(before.id) ? [row] : [])),
    ...gaining.slice(0, maxPreviewed),
  ])
  const rows = file.rows.filter(({ row }) => wanted.has(row))
  const gained = allNewNamesAndDomains(written.filter(({ row }) => wanted.has(row)))
  const change = (db: Db) => writeCompanies(db, call, rows)
  const review = await previewDirectoryChange({ platform, directory }, [...previewedIds], change, gained)
  const is_whole = review.mails.is_whole && openCompanyIds.length <= maxPreviewed && gaining.length <= maxPreviewed
  return {
    ...countsOf(file, outcome),
    problems: problemsOf(file, outcome).slice(0, shownAtMost),
    companies: written.slice(0, shownAtMost).map(({ row, before, after, changes }) => ({
      row,
      name: after.name,
      is_new: before === null,
      changes: [...changes],
    })),
    left_out: [...file.leftOut],
    warnings: [...file.warnings],
    seen: outcomeDigest(outcome),
    review: { ...review, mails: { ...review.mails, is_whole } },
  }
}

const hasNewNames = (one: WrittenCompanies['written'][number]): boolean => {
  const { names, domains } = allNewNamesAndDomains([one])
  return names.length + domains.length > 0
}

/** @throws a refusal for an invalid file, conflict if the outcome differs from the preview */
async function uploadCompanies(call: Call, reader: FileReader) {
  const { platform } = call
  const { file, name, fields } = await readFile(call, reader, z.object({ seen: z.string().max(100) }))
  return acrossOrganizations(
    platform.database,
    async (db, client) => {
      const outcome = await changeCompanies({ db, client }, call, { name, rows: file.rows, seen: fields.seen })
      const change = await findChange(db, outcome.changeId)
      if (!change) throw new Error('a change was written but does not exist')
      return { ...countsOf(file, outcome), change: presentChange(change, platform.clock()) }
    },
    { timeoutMs: writingTimeoutMs },
  )
}

async function readFile<S extends z.ZodType>({ platform, request, caller }: Call, reader: FileReader, shape: S) {
  const { file, fields } = await readUploadForm(request, shape, 'companies')
  try {
    const workOptions = { owner: -caller.user.id, fileName: file.name, limits: defaultLimits }
    const table = await reader.readTable({ bytes: file.bytes }, workOptions)
    const { listed, platforms } = await acrossOrganizations(readOnly(platform.database), async (db) => ({
      listed: await listDirectory(db, dayOf(platform.clock())),
      platforms: await listPlatformNames(db),
    }))
    return { file: parseCompaniesFile(table, listed, platforms), name: file.name, fields }
  } catch (error) {
    throw toFileRefusal(error, 'companies')
  }
}

const problemsOf = (file: ParsedCompaniesFile, { problems }: WrittenCompanies) =>
  [...file.problems, ...problems].sort((a, b) => a.row - b.row)

const countsOf = (file: ParsedCompaniesFile, outcome: WrittenCompanies) => ({
  added: outcome.written.filter(({ before }) => before === null).length,
  changed: outcome.written.filter(({ before }) => before !== null).length,
  unchanged: file.unchanged + outcome.unchanged,
  refused: file.problems.length + outcome.problems.length,
})

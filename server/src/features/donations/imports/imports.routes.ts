import { imports } from '@twofold/contract'
import { z } from 'zod'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import type { Directory } from '../../core/companies/index.ts'
import {
  type FileReader,
  readUploadForm,
  refuseOtherFormats,
  rejectedRowsCsv,
  toFileRefusal,
} from '../file-reading/index.ts'
import { findDaysOfImport, findImport, listGiftUpdatesWithEmployer, listImportRows } from './imports.queries.ts'
import { preCheckFile } from './pre-check-file.ts'
import { presentImport } from './present-import.ts'
import type { ReadFileCache } from './read-file-cache.ts'
import { listRejectedRows } from './rejected-rows.queries.ts'
import { startImport } from './start-import.ts'
import { startImportUndo } from './undo-import.ts'

type Dependencies = { readonly reader: FileReader; readonly readAlready: ReadFileCache; readonly directory: Directory }

export function importRoutes({ reader, readAlready, directory }: Dependencies): ServedRoute[] {
  return [
    serve(imports.testImportFile, async ({ platform, tenant, caller, request }) => {
      const { file, fields } = await readUploadForm(request, imports.testFields)
      refuseOtherFormats(file.name)
      return refuseFileErrors(
        preCheckFile({ platform, tenant, reader, directory, userId: caller.user.id }, file, fields),
      )
    }),

    serve(
      imports.uploadImportFile,
      async ({ platform, tenant, caller, request, keepResult }) => {
        const { file, fields } = await readUploadForm(request, imports.uploadFields)
        refuseOtherFormats(file.name)
        const by = { platform, request, caller, keepResult }
        const row = await refuseFileErrors(startImport({ platform, tenant, reader, readAlready, by }, file, fields))
        return { import: presentImport(row, platform.clock()) }
      },
      async ({ platform, tenant }, savedResult) => {
        const now = platform.clock()
        const find = (db: Db) => findImport(db, tenant, z.int().parse(savedResult), now)
        const row = await inTenant(platform.database, tenant, find, { readOnly: true })
        if (!row) throw notFound()
        return { import: presentImport(row, now) }
      },
    ),

    serve(imports.listImports, async ({ platform, tenant, query }) => {
      const now = platform.clock()
      const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page, now }
      const { rows, total } = await inTenant(platform.database, tenant, (db) => listImportRows(db, tenant, page), {
        readOnly: true,
      })
      return { imports: rows.map((row) => presentImport(row, now)), total }
    }),

    serve(imports.getImport, async ({ platform, tenant, params: { importId } }) => {
      const now = platform.clock()
      return inTenant(
        platform.database,
        tenant,
        async (db) => {
          const row = await findImport(db, tenant, importId, now)
          if (!row) throw notFound()
          const days = row.state === 'done' ? await findDaysOfImport(db, tenant, importId) : null
          const withEmployer = row.news > 0 ? await listGiftUpdatesWithEmployer(db, tenant, row.id) : []
          return { import: presentImport(row, now), days, with_employer: withEmployer }
        },
        { readOnly: true },
      )
    }),

    serve(imports.downloadImportRejects, async ({ platform, tenant, params, reply }) => {
      const { row, rejected } = await inTenant(
        platform.database,
        tenant,
        async (db) => {
          const row = await findImport(db, tenant, params.importId, platform.clock())
          if (!row) throw notFound()
          return { row, rejected: await listRejectedRows(db, tenant, row.id) }
        },
        { readOnly: true },
      )
      const name = `${row.file_name.replace(/\.[^.]*$/, '') || 'upload'} - rejected rows.csv`
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', attachment(name))
        .type('text/csv; charset=utf-8')
        .send(
          rejectedRowsCsv(
            row.headers,
            rejected.map(({ cells, ...rest }) => ({ ...rest, cells: [...cells] })),
          ),
        )
    }),

    serve(imports.undoImport, async (call) => {
      const row = await startImportUndo(call, call.params.importId)
      return { import: presentImport(row, call.platform.clock()) }
    }),
  ]
}

async function refuseFileErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toFileRefusal(error)
  }
}

/** RFC 6266: an ASCII name for old clients, followed by the real name. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w .()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

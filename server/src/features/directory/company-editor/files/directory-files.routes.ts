import { directoryFiles } from '@twofold/contract'
import { withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import type { FileReader } from '../../../donations/imports/index.ts'
import type { ReviewChange } from '../editor/record-change.ts'
import { directoryAsCsv } from './companies-file.ts'
import { listDirectory } from './directory-files.queries.ts'
import { reviewCompanies, uploadCompanies } from './upload-companies.ts'

export const directoryFileRoutes = (reader: FileReader, reviewChange: ReviewChange): ServedRoute[] => [
  serve(directoryFiles.downloadDirectory, async ({ platform, reply }) => {
    const day = dayOf(platform.clock())
    const rows = await withoutTenant(platform.database, (db) => listDirectory(db, day), { readOnly: true })
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="companies-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(directoryAsCsv(rows))
  }),
  serve(directoryFiles.reviewDirectoryFile, (call) => reviewCompanies(call, { reader, reviewChange })),
  serve(directoryFiles.uploadDirectoryFile, (call) => uploadCompanies(call, { reader })),
]

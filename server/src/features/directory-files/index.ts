/**
 * The company directory as a file in the layout of our own editions, so that others can keep it with us: out as it stands, and
 * in again, read by the reader of uploads and written as super users write companies.
 */
import { directoryFiles } from '@twofold/contract'
import { dayOf } from '../../platform/clock.ts'
import { inProduct } from '../../platform/database/database.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Room } from '../../platform/room.ts'
import type { ReviewChange } from '../directory/index.ts'
import type { FileReader } from '../imports/index.ts'
import { directoryAsCsv } from './directory-as-csv.ts'
import { listDirectory } from './directory-files.queries.ts'
import { reviewCompanies, uploadCompanies } from './upload-companies.ts'

type Given = { readonly reader: FileReader; readonly reviewDirectoryChange: ReviewChange }

export const directoryFilesRoom = ({ reader, reviewDirectoryChange: reviewChange }: Given): Room => ({
  routes: [
    serve(directoryFiles.downloadDirectory, async ({ platform, reply }) => {
      const day = dayOf(platform.clock())
      const rows = await inProduct(platform.database, (db) => listDirectory(db, day), { readOnly: true })
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="companies-${day}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(directoryAsCsv(rows))
    }),
    serve(directoryFiles.reviewDirectoryFile, (call) => reviewCompanies(call, { reader, reviewChange })),
    serve(directoryFiles.uploadDirectoryFile, (call) => uploadCompanies(call, { reader })),
  ],
})

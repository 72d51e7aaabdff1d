/**
 * Donation files: looked at, mapped, uploaded, recorded in the background, undone. A file is read in a worker thread, and all
 * of its gifts are recorded in one transaction together with the state of the import. An import is repeatable: its gifts are
 * known by their keys, so a second run of it or a second upload of its file adds nothing.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { importRoutes } from './imports.routes.ts'
import { createReadAlready } from './read-already.ts'
import type { FileReader } from './reading/index.ts'
import { runImport } from './run-import.ts'
import { importQueue } from './start-import.ts'

export { refreshStatisticsOfGifts } from './imports.queries.ts'
export { readUploadForm, type UploadedFile } from './read-upload-form.ts'
export {
  createFileReader,
  currencyIn,
  type DateContext,
  type DecimalMark,
  defaultLimits,
  type FileReader,
  FileRefused,
  findDateOrder,
  findDecimalMark,
  headerWords,
  parseDate,
  parseMoney,
  type Row,
  readTable,
  type Table,
} from './reading/index.ts'
export { refusalOfFile } from './refuse-file.ts'
export { undoOfImport } from './undo-import.ts'

type Given = { readonly platform: Platform; readonly reader: FileReader; readonly directory: Directory }

export function importsRoom({ platform, reader, directory }: Given): Room {
  const readAlready = createReadAlready()
  return {
    routes: importRoutes({ reader, readAlready, directory }),
    // Stopping waits for none: a job that was cut short runs again.
    jobs: {
      [importQueue]: (data, signal) => runImport({ platform, reader, readAlready, directory }, data, signal),
    },
  }
}

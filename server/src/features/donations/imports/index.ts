/**
 * A worker thread reads a file; one transaction records all of its gifts with the import's state. Repeating an import
 * or uploading a file again adds nothing.
 */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { importRoutes } from './imports.routes.ts'
import { createReadFileCache } from './read-file-cache.ts'
import type { FileReader } from './reading/index.ts'
import { runImport } from './run-import.ts'
import { importQueue } from './start-import.ts'

export { analyzeDonationTables } from './imports.queries.ts'
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
export { refuseOtherFormats, toFileRefusal } from './refuse-file.ts'
export { findRememberedMap, rememberMap } from './remembered-maps.queries.ts'
export { importUndo } from './undo-import.ts'

type Dependencies = { readonly platform: Platform; readonly reader: FileReader; readonly directory: Directory }

export function importsFeature({ platform, reader, directory }: Dependencies): Feature {
  const readAlready = createReadFileCache()
  return {
    routes: importRoutes({ reader, readAlready, directory }),
    // Shutdown does not wait for imports; an interrupted job runs again.
    jobs: {
      [importQueue]: (data, signal) => runImport({ platform, reader, readAlready, directory }, data, signal),
    },
  }
}

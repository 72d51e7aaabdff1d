/**
 * A worker thread reads a file; one transaction records all of its gifts with the import's state. Repeating an import
 * or uploading a file again adds nothing.
 */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { FileReader } from '../file-reading/index.ts'
import { importRoutes } from './imports.routes.ts'
import { createReadFileCache } from './read-file-cache.ts'
import { runImport } from './run-import.ts'
import { importQueue } from './start-import.ts'

export { analyzeDonationTables } from './imports.queries.ts'
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

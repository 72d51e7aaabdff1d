/**
 * Donation files: looked at, mapped, uploaded, recorded in the background, undone. A file is read in a worker thread, and all
 * of its gifts are recorded in one transaction together with the state of the import. An import is repeatable: its gifts are
 * known by their keys, so a second run of it or a second upload of its file adds nothing.
 */

export { startImportWorker } from './import-worker.ts'
export { importRoutes } from './imports.routes.ts'
export { createFileReader, type FileReader } from './reading/index.ts'
export { importQueue } from './start-import.ts'

/**
 * The files of an organization: its logo, its W-9, its IRS letter, and up to five documents. What a file is, its content
 * says; images are encoded anew. Files lie under random names and go out as attachments, the logo excepted.
 */
export { findDocument, insertDocument, type StoredDocument, updateLogo } from './documents.queries.ts'
export { documentRoutes } from './documents.routes.ts'
export { logoName } from './keep-file.ts'
export { fitDocument, fitLogo } from './look-into-file.ts'
export { readDocument } from './read-document.ts'

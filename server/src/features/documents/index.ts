/**
 * The files of an organization: its logo, its W-9, its IRS letter, and up to five documents. What a file is, its content
 * says; images are encoded anew. Files lie under random names and go out as attachments, the logo excepted.
 */
export { findDocument, type StoredDocument } from './documents.queries.ts'
export { documentRoutes } from './documents.routes.ts'

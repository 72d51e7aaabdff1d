/**
 * Files of an organization: its logo, W-9, IRS letter, and up to five documents. The type of a file is detected from
 * its content, and images are re-encoded. Files have random names and are served as attachments, except the logo.
 */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Authenticators } from '../../accounts/auth/index.ts'
import { documentRoutes } from './documents.routes.ts'

export { findDocument, insertDocument, updateLogo } from './documents.queries.ts'
export { readDocument } from './read-document.ts'
export { readFileForm } from './read-file-form.ts'
export { logoName } from './save-documents.ts'
export { validateDocument, validateLogo } from './validate-file.ts'

export const documentsFeature = ({ authenticators }: { readonly authenticators: Authenticators }): Feature => ({
  routes: documentRoutes(authenticators),
})

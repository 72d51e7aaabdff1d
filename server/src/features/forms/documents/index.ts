/** Types are detected from the content, and images are re-encoded. Files are served as attachments, except the logo. */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { documentRoutes } from './documents.routes.ts'

export { findDocument, insertDocument, updateLogo } from './documents.queries.ts'
export { readDocument } from './read-document.ts'
export { readFileForm } from './read-file-form.ts'
export { logoName } from './save-documents.ts'
export { validateDocument, validateLogo } from './validate-file.ts'

export const documentsFeature = ({ authenticators }: { readonly authenticators: Authenticators }): Feature => ({
  routes: documentRoutes(authenticators),
})

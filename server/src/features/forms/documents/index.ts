/**
 * Files of an organization: its logo, W-9, IRS letter, and up to five documents. The type of a file is detected from
 * its content, and images are re-encoded. Files have random names and are served as attachments, except the logo.
 */
import type { Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { documentRoutes } from './documents.routes.ts'

export { findDocument, insertDocument, updateLogo } from './documents.queries.ts'
export { logoName } from './keep-file.ts'
export { fitDocument, fitLogo } from './look-into-file.ts'
export { readDocument } from './read-document.ts'
export { readFileForm } from './read-file-form.ts'

export const documentsRoom = ({ doors }: { readonly doors: Doors }): Room => ({ routes: documentRoutes(doors) })

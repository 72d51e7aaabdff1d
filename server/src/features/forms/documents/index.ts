/**
 * The files of an organization: its logo, its W-9, its IRS letter, and up to five documents. What a file is, its content
 * says; images are encoded anew. Files lie under random names and go out as attachments, the logo excepted.
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

/** The public contact form. Messages are mailed to the support address and not stored elsewhere. */
import type { Room } from '../../../platform/services/room.ts'
import { contactRoutes } from './contact.routes.ts'

export { contactLetter } from './contact-letter.ts'

export const contactRoom = (): Room => ({ routes: contactRoutes })

/** Messages of anybody to the people behind the product. They go by mail to the support address and are kept nowhere else. */
import type { Room } from '../../../platform/services/room.ts'
import { contactRoutes } from './contact.routes.ts'

export { contactLetter } from './contact-letter.ts'

export const contactRoom = (): Room => ({ routes: contactRoutes })

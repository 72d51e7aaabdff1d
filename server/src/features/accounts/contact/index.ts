/** The public contact form. Messages are mailed to the support address and not stored elsewhere. */
import type { Feature } from '../../../platform/services/feature.ts'
import { contactRoutes } from './contact.routes.ts'

export { contactFormEmail } from './contact-form-email.ts'

export const contactFeature = (): Feature => ({ routes: contactRoutes })

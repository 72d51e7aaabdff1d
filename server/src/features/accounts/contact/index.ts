import type { Feature } from '../../../platform/services/feature.ts'
import { contactRoutes } from './contact.routes.ts'

export { contactFormEmail } from './contact-form-email.ts'

export const contactFeature = (): Feature => ({ routes: contactRoutes })

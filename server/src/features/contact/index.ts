/** Messages of anybody to the people behind the product. They go by mail to the support address and are kept nowhere else. */

export { contactRoutes } from './contact.routes.ts'
export { contactMail } from './contact-mail.ts'

/**
 * The chapters of an organization: made by the parent, or joined by agreement of both sides; billed to the parent, and open
 * to its people with their level there. A chapter can leave again, with everything that is its own.
 */
export { chapterMails } from './chapter-mails.ts'
export { chapterRoutes } from './chapters.routes.ts'
export { chapterRequestRoutes } from './requests.routes.ts'

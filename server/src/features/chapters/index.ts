/** The chapters of an organization: made by the parent, billed to it, and open to its people with their level there. */
export { chapterRoutes } from './chapters.routes.ts'

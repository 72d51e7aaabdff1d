/** What our support may do in an organization: look, and change things for a while once it has said so. */
export { mayChange } from './support.queries.ts'
export { supportRoutes } from './support.routes.ts'

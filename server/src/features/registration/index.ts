/** How an organization comes in: registered by anybody, incomplete, with one administrator who sets a password by mail. */
export { registrationRoutes } from './registration.routes.ts'

/**
 * What a donor may do without an account: find an organization's page, read an employer's policy, and ask for a match. The
 * gift is recorded like any other; that the donor asked by themselves is their consent.
 */
export { serveMatchPage } from './match-page.ts'
export { publicMatchRoutes } from './public-match.routes.ts'

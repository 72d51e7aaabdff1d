/** Accounts of people, and the tickets that let a browser open a download without a token. */
export { type Authenticators, issueTicket, openDownload } from './download-tickets.ts'
export { emailKey, findUser, findUserByEmail, presentUser, upsertSuperUser, userRow } from './users.queries.ts'

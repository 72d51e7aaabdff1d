import type { StatusId } from './statuses.ts'

/** Groups of statuses that rules, statements and indexes share, each under one name. */

/** The donor was told how to ask, and has not begun. */
export const toldStatusIds = [6, 7, 8, 25] as const satisfies StatusId[]
/** The donor was told how to ask, and the request is not in: the deadline is theirs. */
export const askingStatusIds = [5, ...toldStatusIds, 28] as const satisfies StatusId[]
/** Somebody still has to act before the deadline, the donor or the nonprofit. */
export const pendingStatusIds = [3, ...askingStatusIds] as const satisfies StatusId[]
/** Anything that the donor does may still lead to a request. */
export const donorMayActStatusIds = [...askingStatusIds, 10, 20, 21, 22, 23, 24] as const satisfies StatusId[]
/** An employer's answer may arrive, whether or not we knew of a request. */
export const answerableStatusIds = [4, ...pendingStatusIds, 9, 20, 21, 22] as const satisfies StatusId[]
/** The organization is switched off, or its setup is not complete. */
export const waitingForOrganizationStatusIds = [14, 17] as const satisfies StatusId[]
/** Past the rules about kinds of nonprofits, and not closed to everybody: nobody reopens a 20 or a 21 for these. */
export const openStatusIds = [...askingStatusIds, 10, 22] as const satisfies StatusId[]
/** Come after the mail that told how to ask, without one of their own. */
export const pastFirstMailStatusIds = [5, 20, 28] as const satisfies StatusId[]
/** The donor may sign the company's form. */
export const signableStatusIds = [5, 25, 28] as const satisfies StatusId[]
/** Said to be no match, by rules that leave no doubt. */
export const unmatchedStatusIds = [10, 11, 15, 19] as const satisfies StatusId[]
/** What becomes known of the company or its policy may still change what the rules made of it. */
export const evaluatedAgainStatusIds = [
  ...toldStatusIds,
  9,
  ...unmatchedStatusIds,
  22,
  28,
] as const satisfies StatusId[]
/** The same of a rate of exchange, by which amounts are compared with minimums and limits. */
export const exchangedAgainStatusIds = [...toldStatusIds, 10, 11, 22, 28] as const satisfies StatusId[]
/** The donor was not told of the match: another gift may still become part of it. */
export const joinableStatusIds = [2, 9, 10, 17, 22, 23, 24] as const satisfies StatusId[]
/** The request is with the employer, or answered: nothing is started over. */
export const withEmployerStatusIds = [4, 1] as const satisfies StatusId[]
/** Closed by hand; `previous_status_id` keeps where they came from. */
export const setAsideStatusIds = [12, 13, 16] as const satisfies StatusId[]
/** What a file told of a gift whose match was closed for it; '' where a person closed it. */
export type SetAsideReason = 'gift_refunded' | 'payment_failed'

import type { StatusId } from './statuses.ts'

export const instructedStatusIds = [6, 7, 8, 25] as const satisfies StatusId[]
/** Instructed, and not submitted. The deadline applies to the donor. */
export const awaitingRequestStatusIds = [5, ...instructedStatusIds, 28] as const satisfies StatusId[]
/** The donor or the nonprofit must act before the deadline. */
export const pendingStatusIds = [3, ...awaitingRequestStatusIds] as const satisfies StatusId[]
/** A donor's action may still lead to a request. */
export const donorMayActStatusIds = [...awaitingRequestStatusIds, 10, 20, 21, 22, 23, 24] as const satisfies StatusId[]
/** An employer can answer even if no request was known. */
export const employerCanAnswerStatusIds = [4, ...pendingStatusIds, 9, 20, 21, 22] as const satisfies StatusId[]
/** The organization is deactivated, or its setup is incomplete. */
export const waitingForOrganizationStatusIds = [14, 17] as const satisfies StatusId[]
/** Passed the rules about kinds of nonprofits. New information does not reopen a 20 or 21. */
export const openStatusIds = [...awaitingRequestStatusIds, 10, 22] as const satisfies StatusId[]
/** They follow the email with instructions and have none. */
export const afterInitialEmailStatusIds = [5, 20, 28] as const satisfies StatusId[]
export const signableStatusIds = [5, 25, 28] as const satisfies StatusId[]
/** The rules definitely found no match. */
export const ineligibleStatusIds = [10, 11, 15, 19] as const satisfies StatusId[]
/** New information about the company or its policy may change the evaluation. */
export const reevaluatedStatusIds = [
  ...instructedStatusIds,
  9,
  ...ineligibleStatusIds,
  22,
  28,
] as const satisfies StatusId[]
/** A new exchange rate affects minimums and limits. */
export const rateDependentStatusIds = [...instructedStatusIds, 10, 11, 22, 28] as const satisfies StatusId[]
/** The donor was not informed, so another gift may still join. */
export const joinableStatusIds = [2, 9, 10, 17, 22, 23, 24] as const satisfies StatusId[]
export const withEmployerStatusIds = [4, 1] as const satisfies StatusId[]
/** Closed by hand. `previous_status_id` stores the status before. */
export const voidedStatusIds = [12, 13, 16] as const satisfies StatusId[]
/** Empty if a person closed it. */
export type VoidReason = 'gift_refunded' | 'payment_failed'

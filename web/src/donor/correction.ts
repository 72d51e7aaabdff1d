import type { matchRequests } from '@twofold/contract'

type Request = matchRequests.MatchRequest

/** What the form holds. */
export type Correction = { donor_name: string; email: string; company: string; employment: string }

/** As the donor typed it, also where it waits for the stored address to agree. */
export const correctionOf = ({
  donor_name,
  waiting_name,
  email,
  waiting_email,
  company,
  employment,
}: Request): Correction => ({
  donor_name: waiting_name ?? donor_name,
  email: waiting_email ?? email,
  company,
  employment: employment ?? '',
})

/** Whether anything of a press stands at once: the address, and the name that goes with it, do not while they wait. */
export const standsAtOnce = (before: Request, after: Request): boolean =>
  after.waiting_email === null || before.company !== after.company || before.employment !== after.employment

import type { matchRequests } from '@twofold/contract'

type Request = matchRequests.MatchRequest

export type Correction = { donor_name: string; email: string; company: string; employment: string }

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

/** A new address, and a name changed with it, wait for confirmation. */
export const takesEffectImmediately = (before: Request, after: Request): boolean =>
  after.waiting_email === null || before.company !== after.company || before.employment !== after.employment

import type { DecisionFacts, SendContext } from '../donor-mails/decide-mail.ts'
import type { Sender, WaitingMail } from './waiting-mails.queries.ts'

type Foreseen = {
  readonly at: Date
  readonly facts: DecisionFacts
  readonly sending: SendContext
}

type SoFar = {
  readonly recentMails: number
  readonly lastAboutOtherDonation: Date | null
  readonly lastAboutThis?: Date | null
  readonly hasAnswered: boolean
  readonly lastListedAt: Date | null
}

/** Assumes that waiting mails are sent on time, in the donor's daytime, by an unpaused organization. */
export function forecastMail(
  mail: Omit<WaitingMail, 'heldBecause' | 'isMovedByLimit' | 'kind'>,
  sender: Sender,
  soFar: SoFar,
  now: Date,
): Foreseen {
  const at = mail.sendAt > now ? mail.sendAt : now
  return {
    at,
    facts: {
      donation: { ...mail, statusId: mail.donationStatusId },
      donor: { email: mail.email, name: mail.donorName },
      companyName: mail.companyName,
      organization: { addressLines: ['known'] },
    },
    sending: {
      now: at,
      statusId: mail.statusId,
      organizationIsClosed: sender.isClosed,
      emailMinCents: sender.emailMinCents,
      emailWho: sender.emailWho,
      emailLimit: sender.emailLimit,
      timeZone: sender.timeZone,
      queuedAt: mail.createdAt,
      thanksDonors: sender.thanksDonors,
      suppressed: mail.suppressed,
      heardEnough: mail.heardEnough,
      declinedOtherAt: mail.declinedOtherAt,
      wantsFewer: mail.wantsFewer,
      lastAboutThis: null,
      ...soFar,
      isOvertaken: false,
      isPaused: false,
      isHeld: false,
      waitsForUndo: null,
      daytime: at,
    },
  }
}

import type { suppressions } from '@twofold/contract'
import { isFromOrganization } from '@twofold/matching'
import { isPlainAddress } from '../../../../platform/mail/plain-words.ts'
import type { MatchFacts } from './match-facts.queries.ts'

/** What must be known beside the match itself, read right before sending. */
export type Sending = {
  readonly now: Date
  /** The status that the mail speaks of. */
  readonly statusId: number
  readonly organizationIsClosed: boolean
  readonly emailMinCents: number
  readonly emailWho: 'all' | 'company'
  readonly suppressed: suppressions.SuppressionReason | null
  /** Mails to this address in the last 90 days from the organization's family, those on their way included. */
  readonly recentMails: number
  /** The donor wants fewer mails, got one about this gift, and answered nothing since. */
  readonly heardEnough: boolean
  /** When the donor last declined another gift and has not acted on this one since. */
  readonly declinedOtherAt: Date | null
  /** The donor said that they want fewer mails. */
  readonly wantsFewer: boolean
  /** The organization thanks donors for the money of their employers. */
  readonly thanksDonors: boolean
  /** When the last mail about another gift went to this address from the family, the one on its way included. */
  readonly lastAboutOtherDonation: Date | null
  /** The same about this gift. */
  readonly lastAboutThis: Date | null
  /** A person clicked confirm or decline in a mail that asked the same of this donor. */
  readonly hasAnswered: boolean
  /** A later mail about this gift is due already: this one has waited too long. */
  readonly isOvertaken: boolean
  /** The last bounces of the organization were too many. */
  readonly isPaused: boolean
  /** Somebody of the organization holds this mail. */
  readonly isHeld: boolean
  /** The report of payouts that brought it is being undone, or an upload of the family is, whose mails must not be out before its gifts are gone. */
  readonly waitsForUndo: 'report' | 'upload' | null
  /** The next moment of the donor's day, `now` or later. */
  readonly daytime: Date
}

export type Decision =
  | { readonly send: true }
  /** `hadEnough`: only for the mails of late; what may be said later still may. */
  | { readonly skip: string; readonly hadEnough?: true }
  | { readonly postponeTo: Date; readonly reason: string | null }

/** Domain rules, section 8. */
export const mailsPerAddress = { atMost: 4, inDays: 90 } as const
/** After declining one gift, a donor is not asked about another one for so long. */
export const daysAfterDeclining = 30
/** Many gifts in one file are not many mails at once. */
export const hoursBetweenDonations = 24
export const bouncePause = { moreThan: 50, inLastMails: 500, lookAgainAfterMinutes: 60 } as const

const suppressedBecause = {
  unsubscribed: 'The donor unsubscribed.',
  bounced: 'Earlier emails to this address came back.',
  complained: 'The donor marked an earlier email as spam.',
  opted_out: 'The donor asked not to be emailed.',
  deceased: 'The donor has died.',
} as const

const givenByOrganization = 'An organization gave this, not a person.'

/** Verdicts of which the donor need not hear. */
const unmailedReasons: Readonly<Record<string, string>> = {
  no_employer: 'The donor says they have no employer.',
  giver_is_organization: givenByOrganization,
  donor_deceased: 'The donor has died.',
  payroll_gift: 'The gift came through payroll, so the employer already has it.',
}

const undoneMeanwhile = {
  report: 'The report of this payment is being undone.',
  upload: 'An upload is being undone. Emails wait until that is done.',
} as const

const aMinuteLater = (now: Date): Date => new Date(now.getTime() + 60_000)

/** What of a match decides about its mails. */
export type DecidingFacts = {
  readonly donation: Pick<
    MatchFacts['donation'],
    'counted' | 'inert' | 'silenced' | 'statusId' | 'reasonCode' | 'amountCents' | 'payment' | 'paidOn' | 'giftKind'
  >
  readonly donor: Pick<MatchFacts['donor'], 'email' | 'name'>
  readonly companyName: string
  readonly organization: Pick<MatchFacts['organization'], 'addressLines'>
}

/** What one kind of mail asks beside what all of them are asked. */
export type OwnRules = {
  /** What of the match, or of its donor, speaks against it; null: nothing. */
  readonly goneBecause: string | null
  /** It is held back from those who want fewer mails. */
  readonly isSparable: boolean
  /** It asks the donor to do something. The last warning before a deadline is exempt. */
  readonly isQuestion: boolean
  /** It is one of the few that an address gets at most. */
  readonly isLimited: boolean
  /** A day lies between it and any mail before, about the same gift too. */
  readonly isRepeat: boolean
}

export const movedOn = 'The match moved on before this email was due.'
/** As rows say it, those that were kept under its former words too. */
export const movedOnTexts: readonly string[] = [movedOn, 'The match moved on before this mail was due.']

/** Whether a first mail about a match goes out now. */
export const decideMail = (facts: DecidingFacts, sending: Sending): Decision =>
  decideBy(facts, sending, {
    goneBecause: facts.donation.statusId === sending.statusId ? null : movedOn,
    isSparable: true,
    isQuestion: true,
    isLimited: true,
    isRepeat: false,
  })

/** The one order in which every mail is asked. The reasons are shown to staff with the match. */
export function decideBy(facts: DecidingFacts, sending: Sending, own: OwnRules): Decision {
  const { donation } = facts
  const skip = (reason: string): Decision => ({ skip: reason })
  // What is taken back goes with its mails; where it stays, so does what may be said.
  if (sending.waitsForUndo)
    return { postponeTo: aMinuteLater(sending.now), reason: undoneMeanwhile[sending.waitsForUndo] }
  if (!donation.counted) return skip('The gift was deleted or added to a later one.')
  if (donation.inert) return skip('External matches get no emails.')
  if (donation.silenced) return skip('The match is silenced.')
  if (own.goneBecause !== null) return skip(own.goneBecause)
  const nothingToSay = unmailedReasons[donation.reasonCode]
  if (nothingToSay) return skip(nothingToSay)
  if (isFromOrganization({ kind: donation.giftKind, giver: facts.donor.name })) return skip(givenByOrganization)
  if (sending.organizationIsClosed) return skip('The organization is closed.')
  if (!isPlainAddress(facts.donor.email)) return skip('The donor has no email address that can be written to.')
  if (sending.suppressed) return skip(suppressedBecause[sending.suppressed])
  if (own.isSparable && sending.heardEnough) {
    return skip('The donor wants fewer emails, and has had the one about this gift.')
  }
  if (donation.amountCents < sending.emailMinCents) return skip('The gift is below the amount you set for emails.')
  if (sending.emailWho === 'company' && facts.companyName === '') {
    return skip('You only email donors who named an employer.')
  }
  if (own.isLimited && sending.recentMails >= mailsPerAddress.atMost) {
    const reason = `This address got ${mailsPerAddress.atMost} emails in the last ${mailsPerAddress.inDays} days.`
    return { skip: reason, hadEnough: true }
  }
  const askAgainAt = (sending.declinedOtherAt?.getTime() ?? 0) + daysAfterDeclining * 86_400_000
  if (own.isQuestion && askAgainAt > sending.now.getTime()) {
    const reason = `The donor declined another gift less than ${daysAfterDeclining} days ago.`
    return { postponeTo: new Date(askAgainAt), reason }
  }
  if (sending.isHeld) {
    return {
      postponeTo: lookAgain(sending.now),
      reason: 'This email is on hold. It waits until your team releases it on the dashboard.',
    }
  }
  if (facts.organization.addressLines.length === 0) {
    return {
      postponeTo: lookAgain(sending.now),
      reason:
        'Every email must show a mailing address, and the organization has none. Add it under Organization, Address.',
    }
  }
  if (sending.isPaused) {
    return {
      postponeTo: lookAgain(sending.now),
      reason: 'Sending is paused: too many of your last emails came back.',
    }
  }
  const wait = aDayBetween(sending.lastAboutOtherDonation, 'another', sending.now)
  if (wait) return wait
  const waitToo = own.isRepeat ? aDayBetween(sending.lastAboutThis, 'this', sending.now) : null
  if (waitToo) return waitToo
  if (sending.daytime > sending.now) return { postponeTo: sending.daytime, reason: null }
  return { send: true }
}

function aDayBetween(last: Date | null, which: 'another' | 'this', now: Date): Decision | null {
  const aDayLater = (last?.getTime() ?? 0) + hoursBetweenDonations * 3_600_000
  if (aDayLater <= now.getTime()) return null
  const reason = `This address got an email about ${which} gift less than a day ago.`
  return { postponeTo: new Date(aDayLater), reason }
}

const lookAgain = (now: Date): Date => new Date(now.getTime() + bouncePause.lookAgainAfterMinutes * 60_000)

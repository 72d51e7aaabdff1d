import { mails, type suppressions } from '@twofold/contract'
import { dayAt, type FollowUpKind, isFollowUpStillDue, isFromOrganization } from '@twofold/matching'
import { isPlainAddress } from '../../../../platform/mail/address-text.ts'
import { dayText } from '../../../core/texts/index.ts'
import type { MatchFacts } from '../../match-facts/index.ts'
import type { DonorMailName } from './donor-mail-kinds.ts'

export type SendContext = {
  readonly now: Date
  readonly statusId: number
  readonly organizationIsClosed: boolean
  readonly emailMinCents: number
  readonly emailWho: 'all' | 'company'
  /** Emails to an address in 90 days. */
  readonly emailLimit: number
  readonly timeZone: string
  readonly queuedAt: Date
  /** An email about another gift of the donor with the same request listed it. */
  readonly lastListedAt: Date | null
  readonly suppressed: suppressions.SuppressionReason | null
  /** The family's emails to this address in 90 days, including emails being sent. */
  readonly recentMails: number
  /** The donor chose a reduced email frequency, got an email about this gift, and has not acted since. */
  readonly hasReachedReducedFrequency: boolean
  /** Null if the donor has acted on this gift since. */
  readonly declinedOtherAt: Date | null
  readonly hasReducedFrequency: boolean
  readonly thanksDonors: boolean
  /** The family's last email to this address about another gift, including emails being sent. */
  readonly lastAboutOtherDonation: Date | null
  readonly lastAboutThis: Date | null
  readonly hasAnswered: boolean
  readonly isSuperseded: boolean
  /** Too many of the organization's latest emails bounced. */
  readonly isPaused: boolean
  readonly isHeld: boolean
  /** An undo removes gifts before any mail. */
  readonly waitsForUndo: 'report' | 'upload' | null
  /** The next moment in the donor's daytime, `now` or later. */
  readonly daytime: Date
}

export type Decision =
  | { readonly send: true }
  /** `isWithinReducedFrequency`: later follow-ups remain possible. `isCovered`: an email about another gift listed this one. */
  | { readonly skip: string; readonly isWithinReducedFrequency?: true; readonly isCovered?: true }
  | { readonly postponeTo: Date; readonly reason: string | null }

export const limitDays = mails.donorMailLimits.inDays
/** See domain rules, section 8. */
const pauseDaysAfterDecline = 30
/** Spreads emails about several gifts in one file. */
export const hoursBetweenDonations = mails.donorMailLimits.hoursBetweenGifts
export const bouncePause = { moreThan: 50, inLastMails: 500, lookAgainAfterMinutes: 60 } as const

const suppressionTexts = {
  unsubscribed: 'The donor unsubscribed.',
  bounced: 'Emails to this address bounce.',
  complained: 'The donor marked an earlier email as spam.',
  opted_out: 'The donor asked not to be emailed.',
  deceased: 'The donor has died.',
} as const

const organizationGiftText = 'An organization gave this, not a person.'

/** The donor is not mailed about these. */
const unmailedReasons: Readonly<Record<string, string>> = {
  no_employer: 'The donor says they have no employer.',
  giver_is_organization: organizationGiftText,
  donor_deceased: 'The donor has died.',
  payroll_gift: 'The gift came through payroll, so the employer already has it.',
}
export const unmailedReasonCodes: readonly string[] = Object.keys(unmailedReasons)

const runningUndoTexts = {
  report: 'The report of this payment is being undone.',
  upload: 'An upload is being undone. Emails wait until that is done.',
} as const

const addMinute = (now: Date): Date => new Date(now.getTime() + 60_000)

export type DecisionFacts = {
  readonly donation: Pick<
    MatchFacts['donation'],
    'counted' | 'inert' | 'silenced' | 'statusId' | 'reasonCode' | 'amountCents' | 'payment' | 'paidOn' | 'giftKind'
  >
  readonly donor: Pick<MatchFacts['donor'], 'email' | 'name'>
  readonly companyName: string
  readonly organization: Pick<MatchFacts['organization'], 'addressLines'>
}

type KindRules = {
  /** Why the email is no longer wanted; null: it is. */
  readonly findObsoleteReason: (facts: DecisionFacts, sending: SendContext) => string | null
  /** Reduced email frequency suppresses this email. */
  readonly isSkippedWhenReduced: boolean
  /** Asks for something. The last warning before a deadline is exempt. */
  readonly isQuestion: boolean
  /** Sent at least a day after any previous mail, even about the same gift. */
  readonly isRepeat: boolean
}

const reminder = { isSkippedWhenReduced: true, isQuestion: true, isRepeat: true }

/** See domain rules, section 8. */
const rules: Readonly<Record<DonorMailName, KindRules>> = {
  initial: {
    findObsoleteReason: ({ donation }, { statusId }) => (donation.statusId === statusId ? null : matchMovedOn),
    isSkippedWhenReduced: true,
    isQuestion: true,
    isRepeat: false,
  },
  reminder_1: { ...reminder, findObsoleteReason: (...args) => findReminderObstacle('reminder_1', ...args) },
  reminder_2: { ...reminder, findObsoleteReason: (...args) => findReminderObstacle('reminder_2', ...args) },
  deadline: { findObsoleteReason: findWarningObstacle, isSkippedWhenReduced: false, isQuestion: true, isRepeat: true },
  deadline_last: {
    findObsoleteReason: (...args) => findFollowUpObstacle('deadline_last', ...args),
    isSkippedWhenReduced: false,
    isQuestion: false,
    isRepeat: true,
  },
  thank_you: { findObsoleteReason: findThanksObstacle, isSkippedWhenReduced: false, isQuestion: false, isRepeat: true },
  message: { findObsoleteReason: findMessageObstacle, isSkippedWhenReduced: true, isQuestion: false, isRepeat: true },
}

export const matchMovedOn = 'The match’s status changed before this email was due.'
/** Current and former wording in stored rows. */
export const matchMovedOnTexts: readonly string[] = [
  matchMovedOn,
  'The match moved on before this email was due.',
  'The match moved on before this mail was due.',
]

/** Every email has the same order. Staff see the reasons with the match. */
export function decideMail(kind: DonorMailName, facts: DecisionFacts, sending: SendContext): Decision {
  const { donation } = facts
  const kindRules = rules[kind]
  const skip = (reason: string): Decision => ({ skip: reason })
  if (sending.waitsForUndo)
    return { postponeTo: addMinute(sending.now), reason: runningUndoTexts[sending.waitsForUndo] }
  if (!donation.counted) return skip('The gift was deleted or combined with another one.')
  if (donation.inert) return skip('External matches get no emails.')
  if (donation.silenced) return skip('The match is silenced.')
  const obsoleteReason = kindRules.findObsoleteReason(facts, sending)
  if (obsoleteReason !== null) return skip(obsoleteReason)
  const unmailedReason = unmailedReasons[donation.reasonCode]
  if (unmailedReason) return skip(unmailedReason)
  if (isFromOrganization({ kind: donation.giftKind, giver: facts.donor.name })) return skip(organizationGiftText)
  if (sending.organizationIsClosed) return skip('The organization is closed.')
  if (!isPlainAddress(facts.donor.email)) return skip('The donor has no valid email address.')
  if (sending.suppressed) return skip(suppressionTexts[sending.suppressed])
  if (kindRules.isSkippedWhenReduced && sending.hasReachedReducedFrequency) {
    return skip('The donor wants fewer emails and already got one about this gift.')
  }
  if (donation.amountCents < sending.emailMinCents) return skip('The gift is below the amount you set for emails.')
  if (sending.emailWho === 'company' && facts.companyName === '') {
    return skip('You only email donors who named an employer.')
  }
  const coveredReason = kind === 'initial' ? findCoveredReason(sending) : null
  if (coveredReason !== null) return { skip: coveredReason, isWithinReducedFrequency: true, isCovered: true }
  const limit = sending.emailLimit + (kind === 'deadline_last' ? 1 : 0)
  if (sending.recentMails >= limit) {
    const reason = `This address got ${limit} ${limit === 1 ? 'email' : 'emails'} in the last ${limitDays} days.`
    return { skip: reason, isWithinReducedFrequency: true }
  }
  const nextQuestionAt = (sending.declinedOtherAt?.getTime() ?? 0) + pauseDaysAfterDecline * 86_400_000
  if (kindRules.isQuestion && nextQuestionAt > sending.now.getTime()) {
    const reason = `The donor declined another gift less than ${pauseDaysAfterDecline} days ago.`
    return { postponeTo: new Date(nextQuestionAt), reason }
  }
  if (sending.isHeld) {
    return {
      postponeTo: getNextCheck(sending.now),
      reason: 'This email is on hold. It waits until your team releases it on the dashboard.',
    }
  }
  if (facts.organization.addressLines.length === 0) {
    return {
      postponeTo: getNextCheck(sending.now),
      reason:
        'Every email must show a mailing address, and the organization has none. Add it under Organization, Address.',
    }
  }
  if (sending.isPaused) {
    return {
      postponeTo: getNextCheck(sending.now),
      reason: 'Sending is paused: too many of your last emails bounced.',
    }
  }
  const postponement = postponeAfterLastMail(sending.lastAboutOtherDonation, 'another', sending.now)
  if (postponement) return postponement
  const repeatPostponement = kindRules.isRepeat
    ? postponeAfterLastMail(sending.lastAboutThis, 'this', sending.now)
    : null
  if (repeatPostponement) return repeatPostponement
  if (sending.daytime > sending.now) return { postponeTo: sending.daytime, reason: null }
  return { send: true }
}

function postponeAfterLastMail(lastMailAt: Date | null, whichGift: 'another' | 'this', now: Date): Decision | null {
  const dayAfterLastMail = (lastMailAt?.getTime() ?? 0) + hoursBetweenDonations * 3_600_000
  if (dayAfterLastMail <= now.getTime()) return null
  const reason = `This address got an email about ${whichGift} gift less than a day ago.`
  return { postponeTo: new Date(dayAfterLastMail), reason }
}

const getNextCheck = (now: Date): Date => new Date(now.getTime() + bouncePause.lookAgainAfterMinutes * 60_000)

function findCoveredReason({ lastListedAt, queuedAt, timeZone }: SendContext): string | null {
  if (lastListedAt === null || lastListedAt < queuedAt) return null
  const day = dayText(dayAt(lastListedAt, timeZone), 'en')
  return `The email on ${day} about another gift already covered this one.`
}

/** A warning is skipped this soon after another mail, except the last one. */
const quietDaysBeforeWarning = 5
/** A reminder is skipped this soon after an email that listed its gift. */
const quietDaysAfterListing = 3
/** One mail about all gifts replaces the reminders of a month in November and December. */
const quietDaysAtYearEnd = 30
/** Follow-ups are planned while the email that listed the gift is still being sent. */
const listingToleranceMs = 3_600_000

export const isYearEnd = (now: Date, timeZone: string): boolean => (dayAt(now, timeZone)?.slice(5, 7) ?? '') >= '11'

/** The only other links are unsubscribe links, which do not count. */
const alreadyRespondedText = 'The donor already responded to an email.'

function findFollowUpObstacle(kind: FollowUpKind, { donation }: DecisionFacts, sending: SendContext): string | null {
  if (donation.payment === 'paid' || donation.payment === 'part_paid') return 'The match has been paid.'
  return isFollowUpStillDue(kind, sending.statusId, donation.statusId) ? null : matchMovedOn
}

function findReminderObstacle(kind: FollowUpKind, facts: DecisionFacts, sending: SendContext): string | null {
  const obstacle = findFollowUpObstacle(kind, facts, sending)
  if (obstacle !== null) return obstacle
  const { hasAnswered, isSuperseded, lastListedAt, now, timeZone } = sending
  if (hasAnswered) return alreadyRespondedText
  if (isSuperseded) return 'A later email about this gift is already due.'
  const quietDays = isYearEnd(now, timeZone) ? quietDaysAtYearEnd : quietDaysAfterListing
  const isRecent =
    lastListedAt !== null && lastListedAt.getTime() > now.getTime() - quietDays * 86_400_000 + listingToleranceMs
  return isRecent ? `An email about another gift named this one less than ${quietDays} days ago.` : null
}

function findWarningObstacle(facts: DecisionFacts, sending: SendContext): string | null {
  const obstacle = findFollowUpObstacle('deadline', facts, sending)
  if (obstacle !== null) return obstacle
  if (sending.hasAnswered) return alreadyRespondedText
  const { statusId } = facts.donation
  if (statusId === 28 || statusId === 5) return 'The donor already started the request.'
  const lastMailAt = Math.max(sending.lastAboutOtherDonation?.getTime() ?? 0, sending.lastAboutThis?.getTime() ?? 0)
  const isRecent = lastMailAt > sending.now.getTime() - quietDaysBeforeWarning * 86_400_000
  return isRecent ? `This address got an email less than ${quietDaysBeforeWarning} days ago.` : null
}

/** Days since the last payment. Later thanks, as for last year's report, would be strange. */
export const thankedWithinDays = 60

function findThanksObstacle(
  { donation }: DecisionFacts,
  { now, thanksDonors, hasReducedFrequency }: SendContext,
): string | null {
  const isPaid = donation.payment === 'paid' || donation.payment === 'part_paid'
  if (!isPaid || donation.paidOn === null) return 'The employer’s payment was reversed.'
  if (donation.statusId !== 1) return matchMovedOn
  if (!thanksDonors) return 'Thank-you emails are turned off under Organization, Settings.'
  if (hasReducedFrequency) return 'The donor wants fewer emails.'
  const isLate = Date.parse(donation.paidOn) < now.getTime() - thankedWithinDays * 86_400_000
  return isLate ? `The payment arrived more than ${thankedWithinDays} days ago.` : null
}

function findMessageObstacle({ donation }: DecisionFacts): string | null {
  return donation.reasonCode === 'unconfirmed_request' ? 'The donor hasn’t confirmed this match request yet.' : null
}

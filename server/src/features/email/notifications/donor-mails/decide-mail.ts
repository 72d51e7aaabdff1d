import { mails, type suppressions } from '@twofold/contract'
import { dayAt, isFromOrganization } from '@twofold/matching'
import { isPlainAddress } from '../../../../platform/mail/address-text.ts'
import { dayText } from '../../../core/texts/index.ts'
import type { MatchFacts } from './match-facts.queries.ts'

export type SendContext = {
  readonly now: Date
  readonly statusId: number
  readonly organizationIsClosed: boolean
  readonly emailMinCents: number
  readonly emailWho: 'all' | 'company'
  /** Mails to an address in 90 days. */
  readonly emailLimit: number
  readonly timeZone: string
  readonly queuedAt: Date
  /** A mail about another gift of the donor with the same request listed it. */
  readonly lastListedAt: Date | null
  readonly suppressed: suppressions.SuppressionReason | null
  /** The family's mails to this address in 90 days, including mails being sent. */
  readonly recentMails: number
  /** The donor chose a reduced email frequency, got a mail about this gift, and has not acted since. */
  readonly heardEnough: boolean
  /** Null if the donor has acted on this gift since. */
  readonly declinedOtherAt: Date | null
  readonly wantsFewer: boolean
  readonly thanksDonors: boolean
  /** The family's last mail to this address about another gift, including mails being sent. */
  readonly lastAboutOtherDonation: Date | null
  readonly lastAboutThis: Date | null
  readonly hasAnswered: boolean
  readonly isOvertaken: boolean
  /** Too many of the organization's latest mails bounced. */
  readonly isPaused: boolean
  readonly isHeld: boolean
  /** An undo removes gifts before any mail. */
  readonly waitsForUndo: 'report' | 'upload' | null
  /** The next moment in the donor's daytime, `now` or later. */
  readonly daytime: Date
}

export type Decision =
  | { readonly send: true }
  /** `hadEnough`: later follow-ups remain possible. `isCovered`: a mail about another gift listed this one. */
  | { readonly skip: string; readonly hadEnough?: true; readonly isCovered?: true }
  | { readonly postponeTo: Date; readonly reason: string | null }

export const limitDays = mails.donorMailLimits.inDays
/** See domain rules, section 8. */
export const daysAfterDeclining = 30
/** Spreads mails about several gifts in one file. */
export const hoursBetweenDonations = mails.donorMailLimits.hoursBetweenGifts
export const bouncePause = { moreThan: 50, inLastMails: 500, lookAgainAfterMinutes: 60 } as const

const suppressedBecause = {
  unsubscribed: 'The donor unsubscribed.',
  bounced: 'Earlier emails to this address bounced.',
  complained: 'The donor marked an earlier email as spam.',
  opted_out: 'The donor asked not to be emailed.',
  deceased: 'The donor has died.',
} as const

const givenByOrganization = 'An organization gave this, not a person.'

/** The donor is not mailed about these. */
const unmailedReasons: Readonly<Record<string, string>> = {
  no_employer: 'The donor says they have no employer.',
  giver_is_organization: givenByOrganization,
  donor_deceased: 'The donor has died.',
  payroll_gift: 'The gift came through payroll, so the employer already has it.',
}
export const unmailedReasonCodes: readonly string[] = Object.keys(unmailedReasons)

const undoneMeanwhile = {
  report: 'The report of this payment is being undone.',
  upload: 'An upload is being undone. Emails wait until that is done.',
} as const

const aMinuteLater = (now: Date): Date => new Date(now.getTime() + 60_000)

export type DecisionFacts = {
  readonly donation: Pick<
    MatchFacts['donation'],
    'counted' | 'inert' | 'silenced' | 'statusId' | 'reasonCode' | 'amountCents' | 'payment' | 'paidOn' | 'giftKind'
  >
  readonly donor: Pick<MatchFacts['donor'], 'email' | 'name'>
  readonly companyName: string
  readonly organization: Pick<MatchFacts['organization'], 'addressLines'>
}

export type KindRules = {
  readonly goneBecause: string | null
  /** Reduced email frequency suppresses this mail. */
  readonly isSparable: boolean
  /** Asks for something. The last warning before a deadline is exempt. */
  readonly isQuestion: boolean
  /** The mail counts toward the limit per address. */
  readonly isLimited: boolean
  /** Mails above the limit; 0 if omitted. */
  readonly mayExceedBy?: number
  /** A mail about another gift makes this one unnecessary. */
  readonly coveredBecause?: string | null
  /** Sent at least a day after any previous mail, even about the same gift. */
  readonly isRepeat: boolean
}

export const matchMovedOn = 'The match’s status changed before this email was due.'
/** Current and former wording in stored rows. */
export const matchMovedOnTexts: readonly string[] = [
  matchMovedOn,
  'The match moved on before this email was due.',
  'The match moved on before this mail was due.',
]

export const decideMail = (facts: DecisionFacts, sending: SendContext): Decision =>
  decideWithRules(facts, sending, {
    goneBecause: facts.donation.statusId === sending.statusId ? null : matchMovedOn,
    isSparable: true,
    isQuestion: true,
    isLimited: true,
    coveredBecause: coveredBecause(sending),
    isRepeat: false,
  })

function coveredBecause({ lastListedAt, queuedAt, timeZone }: SendContext): string | null {
  if (lastListedAt === null || lastListedAt < queuedAt) return null
  const day = dayText(dayAt(lastListedAt, timeZone), 'en')
  return `The email on ${day} about another gift already covered this one.`
}

/** Every mail has the same order. Staff see the reasons with the match. */
export function decideWithRules(facts: DecisionFacts, sending: SendContext, own: KindRules): Decision {
  const { donation } = facts
  const skip = (reason: string): Decision => ({ skip: reason })
  if (sending.waitsForUndo)
    return { postponeTo: aMinuteLater(sending.now), reason: undoneMeanwhile[sending.waitsForUndo] }
  if (!donation.counted) return skip('The gift was deleted or combined with another one.')
  if (donation.inert) return skip('External matches get no emails.')
  if (donation.silenced) return skip('The match is silenced.')
  if (own.goneBecause !== null) return skip(own.goneBecause)
  const nothingToSay = unmailedReasons[donation.reasonCode]
  if (nothingToSay) return skip(nothingToSay)
  if (isFromOrganization({ kind: donation.giftKind, giver: facts.donor.name })) return skip(givenByOrganization)
  if (sending.organizationIsClosed) return skip('The organization is closed.')
  if (!isPlainAddress(facts.donor.email)) return skip('The donor has no valid email address.')
  if (sending.suppressed) return skip(suppressedBecause[sending.suppressed])
  if (own.isSparable && sending.heardEnough) {
    return skip('The donor wants fewer emails and already got one about this gift.')
  }
  if (donation.amountCents < sending.emailMinCents) return skip('The gift is below the amount you set for emails.')
  if (sending.emailWho === 'company' && facts.companyName === '') {
    return skip('You only email donors who named an employer.')
  }
  if (own.coveredBecause) return { skip: own.coveredBecause, hadEnough: true, isCovered: true }
  const limit = sending.emailLimit + (own.mayExceedBy ?? 0)
  if (own.isLimited && sending.recentMails >= limit) {
    const reason = `This address got ${limit} ${limit === 1 ? 'email' : 'emails'} in the last ${limitDays} days.`
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
      reason: 'Sending is paused: too many of your last emails bounced.',
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

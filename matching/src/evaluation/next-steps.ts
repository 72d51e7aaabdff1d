import { dayInWords, readDay } from '../shared/calendar.ts'
import type { GiftKind } from '../shared/gift-kinds.ts'
import { type StatusId, statusOf } from '../statuses/statuses.ts'
import { excludedKindInWords } from './eligibility.ts'
import type { MatchMethod } from './policy.ts'

/**
 * 'Next Steps' of one match: its state and possible actions of the nonprofit. For the general text of a status, see
 * `nextSteps` there.
 */

/** Whether emails about this match reach the donor. Readers of the match must know when they do not. */
export type Reach =
  | { readonly kind: 'mailed' | 'none' }
  /** `why` is a sentence if something delays the email. */
  | { readonly kind: 'waiting'; readonly why: string | null }
  | { readonly kind: 'no_address' | 'unsubscribed' | 'bounced' | 'complained' | 'opted_out' | 'deceased' | 'silenced' }
  /** The due email was not sent. `why` is a sentence. */
  | { readonly kind: 'left_out'; readonly why: string }

export type NextStepsFacts = {
  readonly statusId: StatusId
  readonly reasonCode: string
  /** Empty if unknown. */
  readonly company: string
  /** Combined with another gift and requested with it. */
  readonly isPart: boolean
  /** Number of gifts in the match. */
  readonly gifts: number
  readonly isInert: boolean
  /** The organization is closed, so its matches are not emailed, checked, or changed. */
  readonly isOrganizationClosed: boolean
  /** Whether the company is known to match gifts. */
  readonly isProgramKnown: boolean
  /** Null means money. */
  readonly giftKind: GiftKind | null
  /** Whether the donor's relation to the company is known. */
  readonly isEmploymentKnown: boolean
  readonly method: MatchMethod | null
  /** Web, email, or postal address for the method. Null if unknown. */
  readonly portal: string | null
  readonly platform: string | null
  readonly form: string | null
  readonly contact: string | null
  readonly postalAddress: string | null
  /** 'YYYY-MM-DD' */
  readonly deadlineDay: string | null
  readonly isDeadlinePassed: boolean
  /** Last day on which another gift is added to one below the minimum. Null if none is added. */
  readonly laterDonationUntil: string | null
  /** The ratio, if the organization's own policy overrides the company's. Empty if it sets no ratio. */
  readonly ownTerms: string | null
  readonly payment: 'none' | 'expected' | 'part_paid' | 'paid' | 'refused'
  readonly reach: Reach
}

export function nextStepsOf(facts: NextStepsFacts): string {
  if (facts.isPart) return 'This gift was combined with another one from the donor and is requested with it.'
  if (facts.isInert) return 'This match is handled elsewhere: nothing is emailed, requested or billed here.'
  if (facts.isOrganizationClosed && !isTrueOfClosed.includes(facts.statusId)) return ofClosed
  const sentences = sentencesOf[facts.statusId]?.(named(facts))
  if (!sentences) return statusOf(facts.statusId).nextSteps
  return [...sentences, ...ownSentence(named(facts))].join(' ')
}

/** Statuses whose text depends on the employer or on the past, so it stays true for a closed organization. */
const isTrueOfClosed: readonly StatusId[] = [1, 4, 12, 13, 14, 16]
const ofClosed = 'The organization is closed: nothing is emailed, checked or changed here unless it is reopened.'

const named = (facts: NextStepsFacts): NextStepsFacts => ({ ...facts, company: facts.company || 'the company' })

/** The own policy is mentioned only while the gift may still be matched. */
const ownSentence = ({ statusId, ownTerms, company }: NextStepsFacts): string[] =>
  ownTerms !== null && ownIsTold.includes(statusId)
    ? [`Your own policy for ${company} counts${ownTerms ? `: ${ownTerms}` : ''}.`]
    : []
const ownIsTold: readonly StatusId[] = [3, 4, 5, 6, 7, 8, 9, 10, 22, 25, 28]

type Sentences = (facts: NextStepsFacts) => readonly string[]

const unreached: Readonly<Record<string, string>> = {
  no_address: 'We don’t have an email address for this donor, so they get no email.',
  unsubscribed: 'This donor unsubscribed, so they get no email.',
  bounced: 'Earlier email to this donor came back, so they get no email.',
  complained: 'This donor reported earlier email as spam, so they get no email.',
  opted_out: 'This donor asked not to be emailed.',
  deceased: 'This donor has died, so nobody is emailed.',
  silenced: 'This match is silenced, so no email goes out about it.',
  none: 'No email went out about this.',
}

const whyUnreached = (reach: Reach): string | null =>
  reach.kind === 'left_out' ? `No email went out about this: ${lower(reach.why)}` : (unreached[reach.kind] ?? null)

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** Describes the email to the donor, or the staff's options if the donor was not emailed. */
function told(facts: NextStepsFacts, mailed: string, waiting: string, instead: string): readonly string[] {
  const why = whyUnreached(facts.reach)
  if (why !== null) return [why, instead]
  const held = facts.reach.kind === 'waiting' ? facts.reach.why : null
  return [facts.reach.kind === 'mailed' ? mailed : waiting, ...(held ? [held] : [])]
}

/** Describes where the donor requests the match, for staff who must inform them. */
function wayOf({ method, company, portal, platform, form, contact, postalAddress }: NextStepsFacts): string {
  switch (method) {
    case 'csr':
      if (portal) return `sign in at ${portal}`
      return platform
        ? `sign in to the page of ${company} on ${platform}`
        : `sign in to the giving portal of ${company}`
    case 'form':
      return form ? `fill in and sign the form at ${form}` : `fill in and sign the form of ${company}`
    case 'mail':
      return `sign the paper form${form ? ` (${form})` : ''} and mail it to ${postalAddress ?? company}`
    default:
      return `write to ${contact ?? postalAddress ?? company}`
  }
}

const byDeadline = ({ deadlineDay }: NextStepsFacts): string => (deadlineDay ? ` by ${inWords(deadlineDay)}` : '')
const inWords = (day: string): string => dayInWords(readDay(day) ?? 0)

const toAct =
  (what: (facts: NextStepsFacts) => string): Sentences =>
  (facts) => {
    // Between the end of the day and the hour in which a job closes the match.
    if (facts.isDeadlinePassed) return [`The donor had to ${what(facts)}${byDeadline(facts)}.`, ifInTime]
    return [
      `The donor has to ${what(facts)}${byDeadline(facts)}.`,
      ...told(
        facts,
        'We emailed them the steps.',
        'An email with the steps is waiting to go out to them.',
        `Tell them yourself: ${wayOf(facts)}. When they say it’s done, press Submitted.`,
      ),
    ]
  }

const ifInTime = 'If the donor asked in time, press Submitted.'
const dueBy = ({ deadlineDay, isDeadlinePassed }: NextStepsFacts): string[] =>
  deadlineDay ? [`It ${isDeadlinePassed ? 'had' : 'has'} to be in by ${inWords(deadlineDay)}.`] : []

/** "this gift", or the number of gifts that are requested together. */
const these = ({ gifts }: NextStepsFacts): string => (gifts > 1 ? `these ${gifts} gifts` : 'this gift')
const those = ({ gifts }: NextStepsFacts): string => (gifts > 1 ? `the ${gifts} gifts` : 'the gift')

const anotherLook = 'With a different employer, amount or date it’s checked again.'

const leftOut: Readonly<Record<string, (facts: NextStepsFacts) => readonly string[]>> = {
  deadline_passed: (facts) => {
    const { company, deadlineDay } = facts
    return [
      `${company} took requests for ${these(facts)} until ${deadlineDay ? inWords(deadlineDay) : 'a day that has passed'}.`,
      'If the donor asked in time, press Submitted.',
    ]
  },
  nonprofit_excluded: ({ company }) => [
    `As far as we know, ${company} doesn’t match gifts to organizations like yours.`,
    'It’s checked again when your categories change.',
  ],
  country_excluded: ({ company }) => [
    `As far as we know, ${company} doesn’t match gifts to organizations in your country.`,
  ],
  gift_kind_excluded: ({ company, giftKind }) => [
    excludedKindInWords(company, giftKind),
    'If it was another kind of gift, change that here and it’s checked again.',
  ],
  giver_is_organization: () => [
    'An organization gave this, not a person, so there is no employer to ask.',
    'If a person gave it, change the kind of gift here and it’s checked again.',
  ],
  donor_deceased: () => [
    'The donor has died, so nobody can request a match.',
    'If that is wrong, change the kind of gift here and it’s checked again.',
  ],
  employee_type_excluded: ({ company, isEmploymentKnown, reach }) => [
    `As far as we know, ${company} matches gifts from certain people only, and ${isEmploymentKnown ? 'this donor isn’t one of them' : 'nothing says that this donor is one of them'}.`,
    ...(isEmploymentKnown || reach.kind !== 'mailed'
      ? []
      : ['The page behind our email asks them, and their answer has it checked again.']),
  ],
  yearly_maximum: ({ company }) => [
    `This donor’s other gifts have used up what ${company} matches for them in a year.`,
    'If one of those matches falls through, this one is checked again.',
  ],
  lifetime_maximum: ({ company }) => [
    `This donor’s other gifts have used up everything ${company} matches for them.`,
    'If one of those matches falls through, this one is checked again.',
  ],
  refused: ({ company }) => [`${company} refused this match. Nothing is left to do.`],
}

/** Describes the missing information. */
function unknownWay({ isProgramKnown, method, company }: NextStepsFacts): string {
  if (!isProgramKnown) return `We don’t know yet whether ${company} matches gifts.`
  switch (method) {
    case 'csr':
      return `${company} matches gifts in a giving portal, and we don’t know its address yet.`
    case 'form':
      return `${company} matches gifts by a form, and we don’t know yet where to get it.`
    case 'contact':
      return `${company} matches gifts when it is written to, and we don’t know the address yet.`
    case 'mail':
      return `${company} matches gifts by a paper form, and we don’t know yet where to mail it.`
    default:
      return `${company} matches gifts, and we don’t know yet how donors ask for it.`
  }
}

/** Reasons from a file why the gift no longer exists. */
const goneGifts: Readonly<Record<string, string>> = {
  gift_refunded: 'This gift was refunded to the donor, so there is nothing to match.',
  payment_failed: 'The payment of this gift failed, so there is nothing to match.',
}
const setAside =
  (id: StatusId): Sentences =>
  ({ reasonCode }) => [goneGifts[reasonCode] ?? statusOf(id).nextSteps]

const partPaid = (company: string): string[] => [`${company} has paid part of this match. The rest is still to come.`]

const unconfirmedRequest: Sentences = (facts) => [
  'This request came from your public page or widget and isn’t confirmed. It isn’t counted or billed.',
  ...told(
    facts,
    'We emailed the donor a link to confirm it.',
    'An email asking the donor to confirm it is waiting to go out.',
    'We can’t email this donor.',
  ),
  'If you know about the gift, press Confirm. Uploading the gift confirms it too.',
]

const sentencesOf: Partial<Record<StatusId, Sentences>> = {
  24: (facts) =>
    facts.reasonCode === 'unconfirmed_request'
      ? unconfirmedRequest(facts)
      : [
          ...told(
            facts,
            'We asked the donor for permission to email them about matching.',
            'An email asking the donor for permission is waiting to go out.',
            `Without their OK, ${these(facts)} ${facts.gifts > 1 ? 'stay as they are' : 'stays as it is'}.`,
          ),
          'Nothing else is sent until they agree.',
        ],
  23: (facts) => [
    'We don’t know where this donor works.',
    ...told(
      facts,
      'We asked them by email.',
      'An email asking them is waiting to go out.',
      'If you know or find out, name the employer here or include it in your next upload.',
    ),
  ],
  9: (facts) => [
    `${unknownWay(facts)} ${facts.gifts > 1 ? 'The gifts are' : 'The gift is'} checked again once we do.`,
    'If the donor has asked for the match without us, press Submitted.',
    ...(facts.reach.kind === 'mailed' ? ['We asked the donor whether they know.'] : []),
  ],
  10: ({ company, laterDonationUntil, gifts }) => [
    gifts > 1
      ? `The ${gifts} gifts together are smaller than what ${company} matches.`
      : `The gift is smaller than what ${company} matches.`,
    laterDonationUntil
      ? `Another gift of this donor until ${inWords(laterDonationUntil)} is added to ${gifts > 1 ? 'them' : 'it'}.`
      : `Later gifts are not added to ${gifts > 1 ? 'them' : 'it'}.`,
  ],
  11: (facts) =>
    leftOut[facts.reasonCode]?.(facts) ?? [`The rules of ${facts.company} leave ${these(facts)} out.`, anotherLook],
  15: ({ company, reasonCode }) =>
    reasonCode === 'payroll_gift'
      ? [`The gift came through payroll, so ${company} has it already, and nobody has to ask.`]
      : [`${company} matches only gifts made on its own giving site or through payroll.`],
  19: ({ company, reasonCode }) => [
    reasonCode === 'no_employer'
      ? 'The donor says they have no employer.'
      : `As far as we know, ${company} does not match gifts.`,
    'With a different employer it’s checked again.',
  ],
  25: toAct(({ company }) => `fill in and sign the form of ${company}`),
  5: (facts) => [`The donor opened the form of ${facts.company} and has not signed it yet.`, ...dueBy(facts)],
  6: toAct(({ company }) => `sign a paper form and mail it to ${company}`),
  7: toAct(({ company, portal, platform }) =>
    !portal && platform
      ? `ask ${company} for the match on ${platform}`
      : `ask for the match in the giving portal of ${company}`,
  ),
  8: toAct((facts) => `write to ${facts.company} about ${these(facts)}`),
  28: (facts) => {
    const why = whyUnreached(facts.reach)
    return [
      'The donor opened the instructions, and has not said yet that the request is in.',
      ...dueBy(facts),
      ...(why && facts.reach.kind !== 'none' ? [why] : []),
      'When they tell you that it is done, press Submitted.',
    ]
  },
  22: ({ company, deadlineDay }) => [
    'Installments are collected and requested together:',
    `when the series or the year of ${company} ends${deadlineDay ? ', 45 days before the deadline at the latest' : ''}, or as soon as you submit them for match.`,
  ],
  3: (facts) =>
    facts.reasonCode === 'group_submit'
      ? [`Your turn: in this campaign you submit the gifts to ${facts.company} together.`]
      : [
          facts.method === 'form'
            ? `Your turn: sign ${facts.company}’s form, so that the match can be paid.`
            : `Your turn: confirm ${those(facts)} to ${facts.company}, or sign its form, so that the match can be paid.`,
        ],
  4: ({ company, payment, method }) =>
    payment === 'part_paid'
      ? partPaid(company)
      : method === 'form'
        ? [
            'The request was submitted. Companies usually pay some weeks after they have the form, many gifts at a time.',
            `If ${company} gets the form from you, press Download Match Packet. Its cover page lists what is missing.`,
          ]
        : [`The request is with ${company}. Companies usually pay some weeks later, many gifts at a time.`],
  1: ({ company, payment }) =>
    payment === 'part_paid'
      ? partPaid(company)
      : [
          payment === 'paid' ? `${company} has paid this match.` : `${company} has approved or paid this match.`,
          'Nothing is left to do.',
        ],
  12: setAside(12),
  16: setAside(16),
  20: (facts) => [
    facts.reasonCode === 'not_reached'
      ? 'The deadline passed before we could reach this donor.'
      : facts.reasonCode === 'expired'
        ? 'The deadline passed, and the donor hasn’t told us that they sent the request.'
        : 'The donor did not answer in time.',
    facts.isDeadlinePassed
      ? `${facts.company} no longer takes requests for ${these(facts)}. If the donor asked in time, press Submitted.`
      : `A personal word may still help while ${facts.company} takes requests.`,
  ],
}

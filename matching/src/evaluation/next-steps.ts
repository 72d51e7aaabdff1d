import { formatIsoDay } from '../shared/calendar.ts'
import type { GiftKind } from '../shared/gift-kinds.ts'
import { possessive } from '../shared/possessive.ts'
import { statusSteps } from '../statuses/status-steps.ts'
import type { StatusId } from '../statuses/statuses.ts'
import { describeExcludedKind } from './eligibility.ts'
import type { MatchMethod } from './policy.ts'

/** The text is about one match. For the general text of a status, see `statusSteps`. */

/** Readers of the match must know when no email reaches the donor. */
export type Reachability =
  | { readonly kind: 'mailed' | 'none' }
  /** `why` is a sentence if something delays the email. */
  | { readonly kind: 'waiting'; readonly why: string | null }
  | { readonly kind: 'no_address' | 'unsubscribed' | 'bounced' | 'complained' | 'opted_out' | 'deceased' | 'silenced' }
  /** Not sent although due. `why` is a sentence. */
  | { readonly kind: 'left_out'; readonly why: string }

export type NextStepsFacts = {
  readonly statusId: StatusId
  readonly reasonCode: string
  /** Empty if unknown. */
  readonly company: string
  /** Combined with another gift and requested with it. */
  readonly isPart: boolean
  readonly gifts: number
  readonly isInert: boolean
  /** Matches of a closed organization are not emailed, checked, or changed. */
  readonly isOrganizationClosed: boolean
  /** The company is known to match gifts. */
  readonly isProgramKnown: boolean
  /** Null means money. */
  readonly giftKind: GiftKind | null
  readonly isEmploymentKnown: boolean
  readonly method: MatchMethod | null
  /** Web, email, or postal address for the method. Null if unknown. */
  readonly portal: string | null
  readonly platform: string | null
  readonly form: string | null
  readonly contact: string | null
  readonly postalAddress: string | null
  readonly deadlineDay: string | null
  readonly isDeadlinePassed: boolean
  /** Another gift until then is added to one below the minimum. */
  readonly laterDonationUntil: string | null
  /** The organization's own policy sets it. Empty if it sets no ratio. */
  readonly ownTerms: string | null
  readonly payment: 'none' | 'expected' | 'part_paid' | 'paid' | 'refused'
  readonly reach: Reachability
}

/** Returns the sentences on the match's state and the nonprofit's possible actions. */
export function nextStepsOf(facts: NextStepsFacts): string {
  if (facts.isPart) return 'This gift was combined with another gift from the same donor. They’re requested together.'
  if (facts.isInert) return 'This match is handled elsewhere. Twofold won’t email, request, or bill anything for it.'
  if (facts.isOrganizationClosed && !statusIdsUnaffectedByClosing.includes(facts.statusId))
    return closedOrganizationSentence
  const sentences = sentencesOf[facts.statusId]?.(withCompanyName(facts))
  if (!sentences) return statusSteps[facts.statusId]
  const allSentences = [...sentences, ...customPolicySentences(withCompanyName(facts))]
  // 'the company' may start a sentence. A name such as eBay keeps its spelling.
  return (facts.company ? allSentences : allSentences.map(capitalized)).join(' ')
}

/** Their text depends on the employer or the past, so it stays true for a closed organization. */
const statusIdsUnaffectedByClosing: readonly StatusId[] = [1, 4, 12, 13, 14, 16]
const closedOrganizationSentence =
  'This organization is closed. Nothing is emailed, checked, or changed unless it’s reopened.'

const withCompanyName = (facts: NextStepsFacts): NextStepsFacts => ({
  ...facts,
  company: facts.company || 'the company',
})

const customPolicySentences = ({ statusId, ownTerms, company }: NextStepsFacts): string[] =>
  ownTerms !== null && customPolicyStatusIds.includes(statusId)
    ? [`Using your custom policy for ${company}${ownTerms ? ` (${ownTerms})` : ''}.`]
    : []
const customPolicyStatusIds: readonly StatusId[] = [3, 4, 5, 6, 7, 8, 9, 10, 22, 25, 28]

type Sentences = (facts: NextStepsFacts) => readonly string[]

const unreachedSentences: Readonly<Record<string, string>> = {
  no_address: 'We don’t have an email address for this donor.',
  unsubscribed: 'This donor unsubscribed, so we can’t email them.',
  bounced: 'Emails to this donor bounce, so we don’t send any.',
  complained: 'This donor marked an email as spam, so we stopped sending them.',
  opted_out: 'This donor asked not to be emailed.',
  deceased: 'This donor is deceased, so no emails will be sent.',
  silenced: 'This match is silenced, so no emails will be sent.',
  none: 'No email was sent.',
}

const unreachedSentenceOf = (reach: Reachability): string | null =>
  reach.kind === 'left_out'
    ? `No email was sent: ${uncapitalized(reach.why)}`
    : (unreachedSentences[reach.kind] ?? null)

const uncapitalized = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)
const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** Without an email, the staff's options. */
function outreachSentences(
  facts: NextStepsFacts,
  ifMailed: string,
  ifWaiting: string,
  staffOption: string,
): readonly string[] {
  const unreachedSentence = unreachedSentenceOf(facts.reach)
  if (unreachedSentence !== null) return [unreachedSentence, staffOption]
  const delaySentence = facts.reach.kind === 'waiting' ? facts.reach.why : null
  return [facts.reach.kind === 'mailed' ? ifMailed : ifWaiting, ...(delaySentence ? [delaySentence] : [])]
}

function requestInstruction({
  method,
  company,
  portal,
  platform,
  form,
  contact,
  postalAddress,
}: NextStepsFacts): string {
  switch (method) {
    case 'csr':
      if (portal) return `sign in at ${portal}`
      return platform
        ? `sign in to ${possessive(company)} page on ${platform}`
        : `sign in to ${possessive(company)} giving portal`
    case 'form':
      return form ? `fill out and sign the form at ${form}` : `fill out and sign ${possessive(company)} form`
    case 'mail':
      return `sign the paper form${form ? ` (${form})` : ''} and mail it to ${postalAddress ?? company}`
    default:
      return `write to ${contact ?? postalAddress ?? company}`
  }
}

const byDeadline = ({ deadlineDay }: NextStepsFacts): string => (deadlineDay ? ` by ${formatIsoDay(deadlineDay)}` : '')

const waitingOnDonorTo =
  (donorTask: (facts: NextStepsFacts) => string): Sentences =>
  (facts) => {
    // Between the end of the day and the hour in which a job closes the match.
    if (facts.isDeadlinePassed)
      return [`The donor needed to ${donorTask(facts)}${byDeadline(facts)}.`, submittedInTimeSentence]
    return [
      `Waiting on the donor to ${donorTask(facts)}${byDeadline(facts)}.`,
      ...outreachSentences(
        facts,
        'We emailed them instructions.',
        'An email with instructions is scheduled.',
        `Let them know how: ${requestInstruction(facts)}. When they’re done, press Submitted.`,
      ),
    ]
  }

const submittedInTimeSentence = 'If the donor requested it in time, press Submitted.'
const dueBy = ({ deadlineDay, isDeadlinePassed }: NextStepsFacts): string[] =>
  deadlineDay ? [`The request ${isDeadlinePassed ? 'was' : 'is'} due by ${formatIsoDay(deadlineDay)}.`] : []

const theseGifts = ({ gifts }: NextStepsFacts): string => (gifts > 1 ? `these ${gifts} gifts` : 'this gift')
const theGifts = ({ gifts }: NextStepsFacts): string => (gifts > 1 ? `the ${gifts} gifts` : 'the gift')

const recheckSentence = 'If you change the employer, amount, or date, we’ll recheck it.'

const exclusionSentences: Readonly<Record<string, (facts: NextStepsFacts) => readonly string[]>> = {
  deadline_passed: (facts) => {
    const { company, deadlineDay } = facts
    return [
      `${possessive(company)} deadline for ${theseGifts(facts)} ${deadlineDay ? `was ${formatIsoDay(deadlineDay)}` : 'has passed'}.`,
      submittedInTimeSentence,
    ]
  },
  nonprofit_excluded: ({ company }) => [
    `${company} doesn’t match gifts to organizations like yours.`,
    'If your categories change, we’ll recheck it.',
  ],
  country_excluded: ({ company }) => [`${company} doesn’t match gifts to organizations in your country.`],
  gift_kind_excluded: ({ company, giftKind }) => [
    describeExcludedKind(company, giftKind),
    'If it was a different kind of gift, change it here and we’ll recheck it.',
  ],
  giver_is_organization: () => [
    'An organization made this gift, so there’s no employer to ask.',
    'If a person made it, change the kind of gift here and we’ll recheck it.',
  ],
  donor_deceased: () => [
    'This donor is deceased, so no one can request a match.',
    'If that’s wrong, change the kind of gift here and we’ll recheck it.',
  ],
  employee_type_excluded: ({ company, isEmploymentKnown, reach }) => [
    `${company} only matches gifts from certain people, and ${isEmploymentKnown ? 'this donor doesn’t qualify' : 'we don’t know whether this donor qualifies'}.`,
    ...(isEmploymentKnown || reach.kind !== 'mailed'
      ? []
      : ['Our email links to a page that asks them. When they answer, we’ll recheck it.']),
  ],
  yearly_maximum: ({ company }) => [
    `This donor’s other gifts have reached ${possessive(company)} yearly limit.`,
    'If one of those matches falls through, we’ll recheck this one.',
  ],
  lifetime_maximum: ({ company }) => [
    `This donor’s other gifts have reached ${possessive(company)} lifetime limit.`,
    'If one of those matches falls through, we’ll recheck this one.',
  ],
  refused: ({ company }) => [`${company} refused this match. There’s nothing left to do.`],
}

function unknownMethodSentence({ isProgramKnown, method, company }: NextStepsFacts): string {
  if (!isProgramKnown) return `We don’t know yet whether ${company} matches gifts.`
  switch (method) {
    case 'csr':
      return `${company} matches gifts through a giving portal, but we don’t have its address yet.`
    case 'form':
      return `${company} matches gifts with a form, but we don’t know where to get it yet.`
    case 'contact':
      return `${company} matches gifts when donors write in, but we don’t have the address yet.`
    case 'mail':
      return `${company} matches gifts with a paper form, but we don’t know where to mail it yet.`
    default:
      return `${company} matches gifts, but we don’t know how to request a match yet.`
  }
}

const voidedGiftSentences: Readonly<Record<string, string>> = {
  gift_refunded: 'This gift was refunded to the donor, so there’s nothing to match.',
  payment_failed: 'The payment for this gift failed, so there’s nothing to match.',
}
const voidedSentences =
  (id: StatusId): Sentences =>
  ({ reasonCode }) => [voidedGiftSentences[reasonCode] ?? statusSteps[id]]

const partPaidSentences = (company: string): string[] => [
  `${company} has paid part of this match. The rest is still to come.`,
]

const unconfirmedRequest: Sentences = (facts) => [
  'This request came from your public page or widget. Until it’s confirmed, it isn’t counted or billed.',
  ...outreachSentences(
    facts,
    'We emailed the donor a link to confirm it.',
    'An email asking the donor to confirm it is scheduled.',
    'We can’t email this donor.',
  ),
  'If you know about the gift, press Confirm. Uploading the gift also confirms it.',
]

const sentencesOf: Partial<Record<StatusId, Sentences>> = {
  24: (facts) =>
    facts.reasonCode === 'unconfirmed_request'
      ? unconfirmedRequest(facts)
      : [
          ...outreachSentences(
            facts,
            'We asked the donor for permission to email them about matching.',
            'An email asking the donor for permission is scheduled.',
            'Without their consent, we can’t pursue this match.',
          ),
          'We won’t send anything else until they agree.',
        ],
  23: (facts) => [
    'We don’t know where this donor works.',
    ...outreachSentences(
      facts,
      'We asked them by email.',
      'An email asking them is scheduled.',
      'If you find out, add the employer here or in your next upload.',
    ),
  ],
  9: (facts) => [
    `${unknownMethodSentence(facts)} We’ll recheck ${theGifts(facts)} when we find out.`,
    'If the donor already requested the match, press Submitted.',
    ...(facts.reach.kind === 'mailed' ? ['We asked the donor if they know.'] : []),
  ],
  10: ({ company, laterDonationUntil, gifts }) => [
    gifts > 1
      ? `The ${gifts} gifts together are below ${possessive(company)} minimum.`
      : `This gift is below ${possessive(company)} minimum.`,
    laterDonationUntil
      ? `If this donor gives again by ${formatIsoDay(laterDonationUntil)}, we’ll combine the gifts.`
      : `Later gifts can’t be combined with ${gifts > 1 ? 'them' : 'it'}.`,
  ],
  11: (facts) =>
    exclusionSentences[facts.reasonCode]?.(facts) ?? [
      `${possessive(facts.company)} rules exclude ${theseGifts(facts)}.`,
      recheckSentence,
    ],
  15: ({ company, reasonCode }) =>
    reasonCode === 'payroll_gift'
      ? [`This is a payroll gift, so ${company} already has it. No request is needed.`]
      : [`${company} only matches gifts made on its own giving site or through payroll.`],
  19: ({ company, reasonCode }) => [
    reasonCode === 'no_employer' ? 'The donor says they have no employer.' : `${company} doesn’t match gifts.`,
    'If you change the employer, we’ll recheck it.',
  ],
  25: waitingOnDonorTo(({ company }) => `fill out and sign ${possessive(company)} form`),
  5: (facts) => [`The donor opened ${possessive(facts.company)} form but hasn’t signed it yet.`, ...dueBy(facts)],
  6: waitingOnDonorTo(({ company }) => `sign a paper form and mail it to ${company}`),
  7: waitingOnDonorTo(({ company, portal, platform }) =>
    !portal && platform
      ? `request ${possessive(company)} match on ${platform}`
      : `request the match in ${possessive(company)} giving portal`,
  ),
  8: waitingOnDonorTo((facts) => `write to ${facts.company} about ${theseGifts(facts)}`),
  28: (facts) => {
    const unreachedSentence = unreachedSentenceOf(facts.reach)
    return [
      'The donor opened the instructions but hasn’t told us they sent the request.',
      ...dueBy(facts),
      ...(unreachedSentence && facts.reach.kind !== 'none' ? [unreachedSentence] : []),
      'When they tell you it’s done, press Submitted.',
    ]
  },
  22: ({ company, deadlineDay }) => [
    'We collect the installments so they can be requested together.',
    `That happens when the series or ${possessive(company)} year ends${deadlineDay ? ' (at least 45 days before the deadline)' : ''}, or as soon as you submit them for match.`,
  ],
  3: (facts) =>
    facts.reasonCode === 'group_submit'
      ? [`Your turn: submit this campaign’s gifts to ${facts.company} together.`]
      : [
          facts.method === 'form'
            ? `Your turn: sign ${possessive(facts.company)} form so the match can be paid.`
            : `Your turn: verify ${theGifts(facts)} for ${facts.company} or sign its form so the match can be paid.`,
        ],
  4: ({ company, payment, method }) =>
    payment === 'part_paid'
      ? partPaidSentences(company)
      : method === 'form'
        ? [
            'The request was submitted. Companies usually pay in batches, a few weeks after they receive the form.',
            `If you send ${company} the form, press Download Match Packet. Its cover page lists what’s missing.`,
          ]
        : [`${company} has the request. Companies usually pay in batches a few weeks later.`],
  1: ({ company, payment }) =>
    payment === 'part_paid'
      ? partPaidSentences(company)
      : [
          payment === 'paid' ? `${company} has paid this match.` : `${company} has approved or paid this match.`,
          'There’s nothing left to do.',
        ],
  12: voidedSentences(12),
  16: voidedSentences(16),
  20: (facts) => [
    facts.reasonCode === 'not_reached'
      ? 'The deadline passed before we could reach this donor.'
      : facts.reasonCode === 'expired'
        ? 'The deadline passed, and the donor hasn’t told us they sent the request.'
        : 'The donor didn’t answer in time.',
    facts.isDeadlinePassed
      ? `${facts.company} no longer accepts requests for ${theseGifts(facts)}. ${submittedInTimeSentence}`
      : facts.deadlineDay
        ? `A personal note may help. ${facts.company} accepts requests until ${formatIsoDay(facts.deadlineDay)}.`
        : `A personal note may help if ${facts.company} still accepts requests.`,
  ],
}

import type { EmployerFinding } from '../employers/employer-finding.ts'
import { dayInWords, endOfDay, policyYearOf, readDay } from '../shared/calendar.ts'
import { cleanText } from '../shared/clean-text.ts'
import type { Employment } from '../shared/gift-kinds.ts'
import { moneyText } from '../shared/money.ts'
import { quoted } from '../shared/quoted.ts'
import type { StatusId } from '../statuses/statuses.ts'
import type { Deadline } from './deadlines.ts'
import { findExclusion, nonDonationReasons } from './eligibility.ts'
import type { ExhaustedMaximum } from './estimate.ts'
import type { EvaluationInput, ReasonCode, TraceLine } from './evaluation.ts'
import { ownPolicyInWords } from './own-policy.ts'
import { type Campaign, missingForMethod, type Policy } from './policy.ts'
import type { Hold } from './recurring.ts'
import { isSetUp } from './setup.ts'

export type Verdict = { readonly statusId: StatusId; readonly reasonCode: ReasonCode }

/** The text of a rule, with a verdict if the rule applies. */
type Ruling = { readonly text: string; readonly verdict?: Verdict | undefined }
type Rule<F> = { readonly rule: string; readonly ask: (facts: F) => Ruling }

const passes = (text: string): Ruling => ({ text })
const fires = (statusId: StatusId, reasonCode: ReasonCode, text: string): Ruling => ({
  text,
  verdict: { statusId, reasonCode },
})

/** Checks the rules in order, records each text in the trace, and stops at the first verdict. */
export function firstVerdict<F>(rules: readonly Rule<F>[], facts: F, trace: TraceLine[]): Verdict | null {
  for (const { rule, ask } of rules) {
    const { text, verdict } = ask(facts)
    trace.push({ rule, text })
    if (verdict) return verdict
  }
  return null
}

/** Returns a verdict if a fund, a platform, an organization, or a deceased donor gave. Returns null for a person. */
function whyNoPerson({ donation, employer }: EvaluationInput): Ruling | null {
  const kind = donation.giftKind ?? 'money'
  if (kind === 'deceased') return fires(11, 'donor_deceased', nonDonationReasons.deceased ?? '')
  if (kind === 'organization') return fires(11, 'giver_is_organization', nonDonationReasons.organization ?? '')
  const isFund = kind === 'donor_advised_fund' || kind === 'employer_match' || kind === 'grant'
  return isFund && employer.companyId === null
    ? fires(11, 'giver_is_organization', 'A fund or an organization gave this, not an employee.')
    : null
}

export type Facts = {
  readonly input: EvaluationInput
  readonly company: string
  readonly campaign: Campaign | null
  /** The donor's relation to the company. Null if unknown. */
  readonly employment: Employment | null
}

/** Rules before the policy: whether a donor may be asked. */
export const rulesOfTheDonation: readonly Rule<Facts>[] = [
  {
    rule: 'external_match',
    ask: ({ input: { donation } }) =>
      donation.inert && donation.givenStatusId
        ? fires(
            donation.givenStatusId,
            'external_match',
            'This match is handled elsewhere: it keeps its status, and nothing is sent or billed.',
          )
        : passes('This is not an external match.'),
  },
  {
    rule: 'organization_open',
    ask: ({ input: { organization } }) =>
      organization.isClosed
        ? fires(14, 'organization_closed', 'The organization is canceled or deactivated.')
        : passes('The organization is active.'),
  },
  {
    rule: 'setup_complete',
    ask: ({ input: { organization } }) =>
      isSetUp(organization)
        ? passes('The organization’s setup is complete.')
        : fires(17, 'setup_incomplete', 'The organization’s setup is not complete yet.'),
  },
  {
    rule: 'opt_in',
    ask: ({ input }) => {
      const { donation } = input
      if (donation.isUnconfirmed)
        return fires(24, 'unconfirmed_request', 'Nobody has confirmed yet that the donor made this request.')
      // An organization or a giving fund has no person to ask.
      if (!donation.optInRequired || whyNoPerson(input)) return passes('No consent has to be asked for first.')
      if (donation.hasConsented) return passes('The donor agreed to hear about matching.')
      return fires(24, 'awaiting_opt_in', 'The donor has to agree first and hasn’t answered yet.')
    },
  },
  {
    rule: 'giver',
    ask: ({ input }) => whyNoPerson(input) ?? passes('A person gave this.'),
  },
  {
    rule: 'employer_known',
    ask: ({ input: { employer } }) => {
      if (employer.companyId !== null) return passes(howSentence(employer))
      if (employer.how === 'no_employer') return fires(19, 'no_employer', howSentence(employer))
      return employer.how === 'none'
        ? fires(23, 'employer_missing', howSentence(employer))
        : passes(howSentence(employer))
    },
  },
  {
    rule: 'employer_clear',
    ask: ({ input: { employer }, company }) =>
      employer.companyId === null
        ? fires(
            2,
            'employer_unclear',
            employer.candidates.length > 0
              ? `${quoted(shown(employer.text))} isn’t clearly one company in our directory. Which one is meant is only a guess, so a person looks at it.`
              : `${quoted(shown(employer.text))} isn’t clearly one company in our directory, so a person looks at it.`,
          )
        : passes(`The employer is ${company}.`),
  },
  {
    rule: 'campaign',
    ask: ({ campaign }) => passes(campaign ? campaignSentence(campaign) : 'No campaign covers this gift.'),
  },
  {
    rule: 'program',
    ask: ({ input: { policy, employer, donation }, company }) =>
      policy?.program === 'no'
        ? fires(19, 'no_program', `${company} has no matching program (${sourceText(policy)}).`)
        : passes(
            policy?.program === 'yes'
              ? policy.own
                ? `Your own policy for ${policy.companyName} counts: ${ownPolicyInWords(policy.own, policy.currency, donation.currency)}.`
                : `${inherited(policy, employer)}${policy.companyName} matches gifts (${sourceText(policy)}).`
              : `We don’t know whether ${company} matches gifts.`,
          ),
  },
  {
    rule: 'policy_complete',
    ask: ({ input: { policy }, company }) => {
      if (policy?.program !== 'yes') return incomplete(company, 'whether it matches gifts')
      const missing = missingForMethod(policy)
      return missing === null ? passes(`We know how donors ask ${company} for a match.`) : incomplete(company, missing)
    },
  },
]

const incomplete = (company: string, missing: string): Ruling =>
  fires(9, 'policy_incomplete', `Our entry for ${company} doesn’t say yet: ${missing}.`)

export type PolicyFacts = Facts & {
  readonly policy: Policy
  readonly deadline: Deadline | null
  /** Null if the gift is not an installment. */
  readonly hold: Hold | null
  /** The maximum that is used up. */
  readonly usedUp: ExhaustedMaximum | null
  readonly minimum: {
    /** In the policy's currency. 0 if there is no minimum. */
    readonly cents: number
    readonly isReached: boolean
    /** The amount of the gift or the merged gifts, in the gift's currency. */
    readonly amountCents: number
    readonly gifts: number
  }
}

/** Rules of the policy: whether the gift fits and how the donor requests the match. */
export const rulesOfThePolicy: readonly Rule<PolicyFacts>[] = [
  {
    rule: 'own_site',
    ask: ({ policy, company, input: { donation } }) => {
      if (donation.giftKind === 'payroll') {
        return fires(
          15,
          'payroll_gift',
          `This gift came through payroll, so ${company} already has it and nobody has to ask.`,
        )
      }
      return policy.ownSiteOnly
        ? fires(15, 'own_site_only', `${company} matches only gifts made on its own giving site or through payroll.`)
        : passes(`As far as we know ${company} also matches gifts made outside its own giving site.`)
    },
  },
  {
    rule: 'exclusions',
    ask: ({ input: { donation, organization }, policy, employment }) => {
      const exclusion = findExclusion(policy, { ...donation, organization, employment })
      return exclusion
        ? fires(11, exclusion.reasonCode, exclusion.text)
        : passes('Nothing we know about the policy excludes this nonprofit, this kind of gift or this donor.')
    },
  },
  {
    rule: 'deadline',
    ask: ({ input: { now }, deadline, company }) => {
      if (!deadline) return passes(`We don’t know how long ${company} takes requests for this gift.`)
      const last = dayInWords(readDay(deadline.day) ?? 0)
      return now > deadline.at
        ? fires(11, 'deadline_passed', `The match had to be requested by ${last}.`)
        : passes(`The match can be requested until ${last}.`)
    },
  },
  {
    rule: 'maximum',
    ask: ({ usedUp, company, policy }) => {
      if (usedUp) {
        const reason = usedUp.span === 'year' ? 'yearly_maximum' : 'lifetime_maximum'
        return fires(11, reason, `${usedUp.sentence} If another match falls through, this one is checked again.`)
      }
      return passes(
        (policy.own?.maxPerYearCents ?? policy.maxPerYearCents) === null
          ? `We don’t know how much ${company} matches for one person in a year.`
          : `There’s still room in what ${company} matches for this person.`,
      )
    },
  },
  {
    rule: 'recurring',
    ask: ({ hold }) => {
      if (!hold) return passes('The gift is not part of a recurring series.')
      return hold.isHeld ? fires(22, 'recurring', hold.text) : passes(hold.text)
    },
  },
  {
    rule: 'minimum',
    ask: (facts) =>
      facts.minimum.isReached ? passes(minimumSentence(facts)) : fires(10, 'below_minimum', minimumSentence(facts)),
  },
  {
    rule: 'group_submit',
    ask: ({ campaign, company }) =>
      campaign?.groupSubmit
        ? fires(
            3,
            'group_submit',
            `In the campaign ${quoted(shown(campaign.name))} the nonprofit submits the gifts to ${company} together.`,
          )
        : passes('The donor asks for the match, not the nonprofit.'),
  },
  { rule: 'method', ask: ({ policy, company }) => methodRuling(policy, company) },
]

function methodRuling(policy: Policy, company: string): Ruling {
  switch (policy.method) {
    case 'form':
      return fires(25, 'method_form', `The donor signs ${company}’s form.`)
    case 'mail':
      return fires(6, 'method_mail', `The donor signs a paper form and mails it to ${company}.`)
    case 'csr':
      return fires(7, 'method_csr', `The donor requests the match in ${company}’s giving portal.`)
    default:
      return fires(8, 'method_contact', `The donor writes to ${company} about the gift.`)
  }
}

function minimumSentence(facts: PolicyFacts): string {
  const { minimum, policy, company, input, campaign } = facts
  const { cents, isReached, amountCents, gifts } = minimum
  if (cents === 0) {
    const isNone = (campaign?.minAmountCents ?? policy.own?.minAmountCents ?? policy.minAmountCents) === 0
    return isNone ? `${company} matches gifts of any size.` : `We know of no minimum gift at ${company}.`
  }
  const [least, given] = [
    moneyText(cents, policy.currency, input.donation.currency),
    moneyText(amountCents, input.donation.currency, policy.currency),
  ]
  if (gifts > 1 && isReached)
    return `${gifts} gifts of the year make ${given} together, and ${company} matches from ${least}.`
  if (isReached) return `The gift of ${given} reaches the ${least} that ${company} asks for.`
  const sum = gifts > 1 ? `these ${gifts} gifts are ${given} together` : `this gift is ${given}`
  return `${company} matches from ${least}; ${sum}.${laterDonation(facts)}`
}

/** Returns a sentence on how long another gift is added to one below the minimum. Empty if none would be added. */
function laterDonation({ policy, minimum, deadline, input: { donation, now } }: PolicyFacts): string {
  if (policy.minimumPerGift) return ' Each gift has to reach that by itself.'
  const year = policyYearOf(donation.donatedAt, policy.policyYearStart)
  if (!year) return ''
  const last = deadline && deadline.day < year.lastDay ? deadline.day : year.lastDay
  const lastDay = readDay(last)
  if (lastDay === null || now > endOfDay(lastDay, policy.timeZone)) return ''
  return ` Another gift of this donor until ${dayInWords(lastDay)} is added to ${minimum.gifts > 1 ? 'them' : 'it'}.`
}

const shownAtMost = 80
const shown = (text: string): string => cleanText(text, shownAtMost)

const howWords: Record<EmployerFinding['how'], string> = {
  id: 'The employer was given with the gift.',
  name: 'The employer was found by its name.',
  alias: 'The employer was found by another of its names.',
  history: 'The employer was found on the donor’s earlier gifts.',
  domain: 'The employer was found by the donor’s work email address.',
  fuzzy: 'The employer was found by a name with a similar spelling.',
  unclear: 'The employer that was given could be several companies, or none we know.',
  none: 'No employer was given, and neither earlier gifts nor the email address point to one.',
  no_employer: 'The donor says they have no employer.',
}

function howSentence({ how, text, companyName }: EmployerFinding): string {
  const isOtherwise = text !== '' && text !== companyName
  if (how === 'none' && isOtherwise) return `The gift says ${quoted(shown(text))}, which isn’t an employer.`
  return isOtherwise ? `${howWords[how]} The gift says ${quoted(shown(text))}.` : howWords[how]
}

/** A subsidiary without a policy inherits its parent's. */
function inherited(policy: Policy, { companyId, companyName }: EmployerFinding): string {
  return companyId === policy.companyId || !companyName || companyName === policy.companyName
    ? ''
    : `${companyName} goes by the policy of ${policy.companyName}. `
}

function sourceText(policy: Policy): string {
  const when = policy.asOf ? `as of ${policy.asOf}` : 'undated'
  return policy.sourceUrl ? `${when}, source: ${policy.sourceUrl}` : when
}

function campaignSentence({ name, startDate, endDate }: Campaign): string {
  const [first, last] = [startDate, endDate].map((day) => dayInWords(readDay(day) ?? 0))
  return `The campaign ${quoted(shown(name))} (${first} to ${last}) covers this gift, and its terms go before the company’s.`
}

import type { EmployerFinding } from '../employers/employer-finding.ts'
import { endOfDay, formatDay, formatIsoDay, policyYearOf, readDay } from '../shared/calendar.ts'
import { cleanText } from '../shared/clean-text.ts'
import type { Employment } from '../shared/gift-kinds.ts'
import { moneyText } from '../shared/money.ts'
import { possessive } from '../shared/possessive.ts'
import { quoted } from '../shared/quoted.ts'
import type { StatusId } from '../statuses/statuses.ts'
import type { Deadline } from './deadlines.ts'
import { findExclusion, nonDonationReasons } from './eligibility.ts'
import type { ExhaustedMaximum } from './estimate.ts'
import type { EvaluationInput, ReasonCode, TraceLine } from './evaluation.ts'
import { describeOwnPolicy } from './own-policy.ts'
import { type Campaign, missingForMethod, type Policy } from './policy.ts'
import type { Hold } from './recurring.ts'
import { isSetUp } from './setup.ts'

export type Verdict = { readonly statusId: StatusId; readonly reasonCode: ReasonCode }

/** Has a verdict if the rule applies. */
type RuleResult = { readonly text: string; readonly verdict?: Verdict | undefined }
type Rule<F> = { readonly rule: string; readonly check: (facts: F) => RuleResult }

const passes = (text: string): RuleResult => ({ text })
const fires = (statusId: StatusId, reasonCode: ReasonCode, text: string): RuleResult => ({
  text,
  verdict: { statusId, reasonCode },
})

/** Returns the first verdict. Records each checked rule in the trace. */
export function firstVerdict<F>(rules: readonly Rule<F>[], facts: F, trace: TraceLine[]): Verdict | null {
  for (const { rule, check } of rules) {
    const { text, verdict } = check(facts)
    trace.push({ rule, text })
    if (verdict) return verdict
  }
  return null
}

/** A fund, a platform, an organization, or a deceased donor gave. Null for a person. */
function checkGiver({ donation, employer }: EvaluationInput): RuleResult | null {
  const kind = donation.giftKind ?? 'money'
  if (kind === 'deceased') return fires(11, 'donor_deceased', nonDonationReasons.deceased ?? '')
  if (kind === 'organization') return fires(11, 'giver_is_organization', nonDonationReasons.organization ?? '')
  const isFund = kind === 'donor_advised_fund' || kind === 'employer_match' || kind === 'grant'
  return isFund && employer.companyId === null
    ? fires(11, 'giver_is_organization', 'A fund or an organization made this gift, not an employee.')
    : null
}

export type Facts = {
  readonly input: EvaluationInput
  readonly company: string
  readonly campaign: Campaign | null
  readonly employment: Employment | null
}

/** These rules precede the policy: may a donor be asked? */
export const rulesOfTheDonation: readonly Rule<Facts>[] = [
  {
    rule: 'external_match',
    check: ({ input: { donation } }) =>
      donation.inert && donation.givenStatusId
        ? fires(
            donation.givenStatusId,
            'external_match',
            'This match is handled elsewhere. It keeps its status, and Twofold won’t email or bill anything for it.',
          )
        : passes('This is not an external match.'),
  },
  {
    rule: 'organization_open',
    check: ({ input: { organization } }) =>
      organization.isClosed
        ? fires(14, 'organization_closed', 'The organization is canceled or deactivated.')
        : passes('The organization is active.'),
  },
  {
    rule: 'setup_complete',
    check: ({ input: { organization } }) =>
      isSetUp(organization)
        ? passes('The organization’s setup is complete.')
        : fires(17, 'setup_incomplete', 'The organization’s setup isn’t complete yet.'),
  },
  {
    rule: 'opt_in',
    check: ({ input }) => {
      const { donation } = input
      if (donation.isUnconfirmed) return fires(24, 'unconfirmed_request', 'The donor’s request isn’t confirmed yet.')
      // An organization or a giving fund has no person to ask.
      if (!donation.optInRequired || checkGiver(input)) return passes('No consent is needed.')
      if (donation.hasConsented) return passes('The donor agreed to matching emails.')
      return fires(24, 'awaiting_opt_in', 'The donor hasn’t agreed to matching emails yet.')
    },
  },
  {
    rule: 'giver',
    check: ({ input }) => checkGiver(input) ?? passes('A person made this gift.'),
  },
  {
    rule: 'employer_known',
    check: ({ input: { employer } }) => {
      if (employer.companyId !== null) return passes(employerSentence(employer))
      if (employer.how === 'no_employer') return fires(19, 'no_employer', employerSentence(employer))
      return employer.how === 'none'
        ? fires(23, 'employer_missing', employerSentence(employer))
        : passes(employerSentence(employer))
    },
  },
  {
    rule: 'employer_clear',
    check: ({ input: { employer }, company }) =>
      employer.companyId === null
        ? fires(
            2,
            'employer_unclear',
            employer.candidates.length > 0
              ? `${quoted(shortened(employer.text))} could be more than one company in our directory. Our team will look into it.`
              : `${quoted(shortened(employer.text))} doesn’t match a company in our directory. Our team will look into it.`,
          )
        : passes(`The employer is ${company}.`),
  },
  {
    rule: 'campaign',
    check: ({ campaign }) => passes(campaign ? campaignSentence(campaign) : 'No campaign covers this gift.'),
  },
  {
    rule: 'program',
    check: ({ input: { policy, employer, donation }, company }) =>
      policy?.program === 'no'
        ? fires(19, 'no_program', `${company} has no matching program (${sourceText(policy)}).`)
        : passes(
            policy?.program === 'yes'
              ? policy.own
                ? `Using your custom policy for ${policy.companyName} (${describeOwnPolicy(policy.own, policy.currency, donation.currency)}).`
                : `${inheritedPolicySentence(policy, employer)}${policy.companyName} matches gifts (${sourceText(policy)}).`
              : `We don’t know whether ${company} matches gifts.`,
          ),
  },
  {
    rule: 'policy_complete',
    check: ({ input: { policy }, company }) => {
      if (policy?.program !== 'yes') return incomplete(company, 'whether it matches gifts')
      const missing = missingForMethod(policy)
      return missing === null
        ? passes(`We know how donors request a match from ${company}.`)
        : incomplete(company, missing)
    },
  },
]

const incomplete = (company: string, missing: string): RuleResult =>
  fires(9, 'policy_incomplete', `We don’t know this about ${company} yet: ${missing}.`)

export type PolicyFacts = Facts & {
  readonly policy: Policy
  readonly deadline: Deadline | null
  readonly hold: Hold | null
  readonly usedUp: ExhaustedMaximum | null
  readonly minimum: {
    /** Cents of the policy's currency. 0 if there is no minimum. */
    readonly cents: number
    readonly isReached: boolean
    readonly amountCents: number
    readonly gifts: number
  }
}

/** Does the gift fit, and how does the donor request the match? */
export const rulesOfThePolicy: readonly Rule<PolicyFacts>[] = [
  {
    rule: 'own_site',
    check: ({ policy, company, input: { donation } }) => {
      if (donation.giftKind === 'payroll') {
        return fires(15, 'payroll_gift', `This is a payroll gift, so ${company} already has it. No request is needed.`)
      }
      return policy.ownSiteOnly
        ? fires(15, 'own_site_only', `${company} only matches gifts made on its own giving site or through payroll.`)
        : passes(`${company} also matches gifts made outside its own giving site.`)
    },
  },
  {
    rule: 'exclusions',
    check: ({ input: { donation, organization }, policy, employment }) => {
      const exclusion = findExclusion(policy, { ...donation, organization, employment })
      return exclusion
        ? fires(11, exclusion.reasonCode, exclusion.text)
        : passes('The policy doesn’t exclude this nonprofit, kind of gift, or donor.')
    },
  },
  {
    rule: 'deadline',
    check: ({ input: { now }, deadline, company }) => {
      if (!deadline) return passes(`${possessive(company)} deadline for this gift is unknown.`)
      const lastDay = formatIsoDay(deadline.day)
      return now > deadline.at
        ? fires(11, 'deadline_passed', `The deadline to request this match was ${lastDay}.`)
        : passes(`The deadline to request this match is ${lastDay}.`)
    },
  },
  {
    rule: 'maximum',
    check: ({ usedUp, company, policy }) => {
      if (usedUp) {
        const reason = usedUp.span === 'year' ? 'yearly_maximum' : 'lifetime_maximum'
        return fires(11, reason, `${usedUp.sentence} If another match falls through, we’ll recheck this one.`)
      }
      return passes(
        (policy.own?.maxPerYearCents ?? policy.maxPerYearCents) === null
          ? `${possessive(company)} yearly limit per person is unknown.`
          : `This donor hasn’t reached ${possessive(company)} limit.`,
      )
    },
  },
  {
    rule: 'recurring',
    check: ({ hold }) => {
      if (!hold) return passes('This gift isn’t part of a recurring series.')
      return hold.isHeld ? fires(22, 'recurring', hold.text) : passes(hold.text)
    },
  },
  {
    rule: 'minimum',
    check: (facts) =>
      facts.minimum.isReached ? passes(minimumSentence(facts)) : fires(10, 'below_minimum', minimumSentence(facts)),
  },
  {
    rule: 'group_submit',
    check: ({ campaign, company }) =>
      campaign?.groupSubmit
        ? fires(
            3,
            'group_submit',
            `In the campaign ${quoted(shortened(campaign.name))}, the nonprofit submits the gifts to ${company} together.`,
          )
        : passes('The donor requests the match, not the nonprofit.'),
  },
  { rule: 'method', check: ({ policy, company }) => checkMethod(policy, company) },
]

function checkMethod(policy: Policy, company: string): RuleResult {
  switch (policy.method) {
    case 'form':
      return fires(25, 'method_form', `The donor signs ${possessive(company)} form.`)
    case 'mail':
      return fires(6, 'method_mail', `The donor signs a paper form and mails it to ${company}.`)
    case 'csr':
      return fires(7, 'method_csr', `The donor requests the match in ${possessive(company)} giving portal.`)
    default:
      return fires(8, 'method_contact', `The donor writes to ${company} about the gift.`)
  }
}

function minimumSentence(facts: PolicyFacts): string {
  const { minimum, policy, company, input, campaign } = facts
  const { cents, isReached, amountCents, gifts } = minimum
  if (cents === 0) {
    const isNone = (campaign?.minAmountCents ?? policy.own?.minAmountCents ?? policy.minAmountCents) === 0
    return isNone ? `${company} matches gifts of any size.` : `${possessive(company)} minimum gift is unknown.`
  }
  const [minimumText, amount] = [
    moneyText(cents, policy.currency, input.donation.currency),
    moneyText(amountCents, input.donation.currency, policy.currency),
  ]
  if (gifts > 1 && isReached)
    return `${gifts} gifts from the same year total ${amount}, which meets ${possessive(company)} ${minimumText} minimum.`
  if (isReached) return `This ${amount} gift meets ${possessive(company)} ${minimumText} minimum.`
  const sum = gifts > 1 ? `these ${gifts} gifts total ${amount}` : `this gift is ${amount}`
  return `${possessive(company)} minimum is ${minimumText}, and ${sum}.${laterDonation(facts)}`
}

function laterDonation({ policy, deadline, input: { donation, now } }: PolicyFacts): string {
  if (policy.minimumPerGift) return ' Each gift has to meet it on its own.'
  const year = policyYearOf(donation.donatedAt, policy.policyYearStart)
  if (!year) return ''
  const lastDayText = deadline && deadline.day < year.lastDay ? deadline.day : year.lastDay
  const lastDay = readDay(lastDayText)
  if (lastDay === null || now > endOfDay(lastDay, policy.timeZone)) return ''
  return ` If this donor gives again by ${formatDay(lastDay)}, we’ll combine the gifts.`
}

const maxShownLength = 80
const shortened = (text: string): string => cleanText(text, maxShownLength)

const methodSentences: Record<EmployerFinding['how'], string> = {
  id: 'The gift lists the employer.',
  name: 'We found the employer by name.',
  alias: 'We found the employer under another of its names.',
  history: 'We found the employer on the donor’s earlier gifts.',
  domain: 'We found the employer by the donor’s work email address.',
  fuzzy: 'We found an employer with a similar spelling.',
  unclear: 'The employer could be several companies, or none we know.',
  none: 'No employer is listed, and the donor’s earlier gifts and email address don’t show one.',
  no_employer: 'The donor says they have no employer.',
}

function employerSentence({ how, text, companyName }: EmployerFinding): string {
  const isDifferentText = text !== '' && text !== companyName
  if (how === 'none' && isDifferentText) return `The gift says ${quoted(shortened(text))}, which isn’t an employer.`
  return isDifferentText ? `${methodSentences[how]} The gift says ${quoted(shortened(text))}.` : methodSentences[how]
}

function inheritedPolicySentence(policy: Policy, { companyId, companyName }: EmployerFinding): string {
  return companyId === policy.companyId || !companyName || companyName === policy.companyName
    ? ''
    : `${companyName} uses ${possessive(policy.companyName)} policy. `
}

function sourceText(policy: Policy): string {
  const dateText = policy.asOf ? `as of ${policy.asOf}` : 'undated'
  return policy.sourceUrl ? `${dateText}, source: ${policy.sourceUrl}` : dateText
}

function campaignSentence({ name, startDate, endDate }: Campaign): string {
  const [first, last] = [startDate, endDate].map(formatIsoDay)
  return `The campaign ${quoted(shortened(name))} (${first} to ${last}) covers this gift, and its terms override the company’s.`
}

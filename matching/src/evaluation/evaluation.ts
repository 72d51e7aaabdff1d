import type { EmployerFinding } from '../employers/employer-finding.ts'
import type { Employment, GiftKind } from '../shared/gift-kinds.ts'
import type { Currency } from '../shared/money.ts'
import type { StatusId } from '../statuses/statuses.ts'
import type { NonprofitFacts } from './eligibility.ts'
import type { ExchangeRate, UsedAmounts } from './estimate.ts'
import type { Merge, SmallDonation } from './merge.ts'
import type { Campaign, Policy } from './policy.ts'
import type { RecurringMatch } from './recurring.ts'
import type { SetupState } from './setup.ts'
import type { AppliedTerms } from './terms.ts'

export type ReasonCode =
  | 'external_match'
  | 'organization_closed'
  | 'setup_incomplete'
  | 'unconfirmed_request'
  | 'awaiting_opt_in'
  | 'employer_missing'
  | 'employer_unclear'
  | 'no_employer'
  | 'no_program'
  | 'policy_incomplete'
  | 'own_site_only'
  | 'payroll_gift'
  | 'nonprofit_excluded'
  | 'country_excluded'
  | 'gift_kind_excluded'
  | 'giver_is_organization'
  | 'donor_deceased'
  | 'employee_type_excluded'
  | 'deadline_passed'
  | 'yearly_maximum'
  | 'lifetime_maximum'
  | 'recurring'
  | 'below_minimum'
  | 'group_submit'
  | 'method_form'
  | 'method_mail'
  | 'method_csr'
  | 'method_contact'

export type EvaluationInput = {
  readonly donation: {
    /** Null or missing: the gift is just arriving. */
    readonly id?: number | null | undefined
    readonly amountCents: number
    readonly currency: Currency
    /** 'YYYY-MM-DD' or a stamp that begins so: the organization's wall clock. */
    readonly donatedAt: string
    /** The earliest of the gifts that are asked for with it; missing: it is one gift. */
    readonly firstDonatedAt?: string | undefined
    /** An External Match keeps the status it was given. */
    readonly inert?: boolean | undefined
    readonly givenStatusId?: StatusId | null | undefined
    /** A request from a public page that nobody has confirmed. */
    readonly isUnconfirmed?: boolean | undefined
    readonly optInRequired?: boolean | undefined
    readonly hasConsented?: boolean | undefined
    /** Null: money. */
    readonly giftKind?: GiftKind | null | undefined
    /** The tax-deductible part of the gift; null: not known. */
    readonly deductibleCents?: number | null | undefined
    /** As the file or the donor says; null: what the employer's text says, else counted as employee. */
    readonly employment?: Employment | null | undefined
  }
  readonly employer: EmployerFinding
  readonly organization: NonprofitFacts &
    SetupState & {
      /** Cancelled or deactivated. */
      readonly isClosed: boolean
    }
  /** Of the company that was found, or of its parent. */
  readonly policy: Policy | null
  /** The one that may apply; whether it is active is checked here. */
  readonly campaign: Campaign | null
  readonly used?: UsedAmounts | undefined
  /** Open 10s with the same `mergeKey`, without this gift; a series that is an open 10 is one of them. */
  readonly smallDonations?: readonly SmallDonation[] | undefined
  /** Set where the gift is an instalment. */
  readonly recurring?: RecurringMatch | null | undefined
  /** Of the gift's day, where the policy's currency is another. */
  readonly exchangeRate?: ExchangeRate | null | undefined
  readonly now: Date
}

export type TraceLine = { readonly rule: string; readonly text: string }

export type Evaluation = {
  readonly statusId: StatusId
  readonly reasonCode: ReasonCode
  /** What was evaluated: the gift, the sum of a merge, or the sum of a series. */
  readonly amountCents: number
  /** Cents of the gift's currency; 0 where no match is expected, and where no sum is known. */
  readonly estimatedCents: number
  /** False: the ratio is not known, and no sum may be promised. */
  readonly estimateIsKnown: boolean
  readonly estimateIsCertain: boolean
  readonly deadlineAt: Date | null
  /** 'YYYY-MM-DD' in the company's time zone. */
  readonly deadlineDay: string | null
  readonly policyVersionId: number | null
  readonly campaignId: number | null
  /** What counted for this gift, donor and nonprofit, with the campaign laid over it. Null: no policy was asked. */
  readonly terms: AppliedTerms | null
  /** Null: nothing merges. Where `wholeId` is not this gift, the evaluation is the one of the whole. */
  readonly merge: Merge | null
  /** The policy treats people differently, and what this donor is to the company is not known: they are asked. */
  readonly asksEmployment: boolean
  /** When a recurring hold ends by itself. */
  readonly holdEndsAt: Date | null
  /** Every rule that was tried, in order, in plain sentences. */
  readonly trace: readonly TraceLine[]
}

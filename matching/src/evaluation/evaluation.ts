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
    /** Null or undefined for a new gift. */
    readonly id?: number | null | undefined
    readonly amountCents: number
    readonly currency: Currency
    /** 'YYYY-MM-DD' or a longer timestamp, in the organization's local time. */
    readonly donatedAt: string
    /** The earliest gift that is requested with this one; undefined for a single gift. */
    readonly firstDonatedAt?: string | undefined
    /** An External Match keeps its given status. */
    readonly inert?: boolean | undefined
    readonly givenStatusId?: StatusId | null | undefined
    /** Requested on a public page and not confirmed yet. */
    readonly isUnconfirmed?: boolean | undefined
    readonly optInRequired?: boolean | undefined
    readonly hasConsented?: boolean | undefined
    /** Null means money. */
    readonly giftKind?: GiftKind | null | undefined
    readonly deductibleCents?: number | null | undefined
    /** Null: the employer's text decides; employee by default. */
    readonly employment?: Employment | null | undefined
  }
  readonly employer: EmployerFinding
  readonly organization: NonprofitFacts &
    SetupState & {
      /** Canceled or deactivated. */
      readonly isClosed: boolean
    }
  readonly policy: Policy | null
  readonly campaign: Campaign | null
  readonly used?: UsedAmounts | undefined
  /** Gifts in status 10 with the same `mergeKey`, without this one. A series counts as one gift. */
  readonly smallDonations?: readonly SmallDonation[] | undefined
  readonly recurring?: RecurringMatch | null | undefined
  /** The rate is of the gift's day, if the policy has a different currency. */
  readonly exchangeRate?: ExchangeRate | null | undefined
  readonly now: Date
}

export type TraceLine = { readonly rule: string; readonly text: string }

export type Evaluation = {
  readonly statusId: StatusId
  readonly reasonCode: ReasonCode
  /** The amount of the gift, of a merge, or of a series. */
  readonly amountCents: number
  /** Cents of the gift's currency. 0 if no match is expected or the amount is unknown. */
  readonly estimatedCents: number
  /** False: no amount may be promised. */
  readonly estimateIsKnown: boolean
  readonly estimateIsCertain: boolean
  readonly deadlineAt: Date | null
  /** 'YYYY-MM-DD' in the company's time zone. */
  readonly deadlineDay: string | null
  readonly policyVersionId: number | null
  readonly campaignId: number | null
  /** Includes the campaign. Null if no policy was used. */
  readonly terms: AppliedTerms | null
  /** The evaluation is that of the combined match if `combinedMatchId` is another gift. */
  readonly merge: Merge | null
  /** The donor must be asked, because the policy depends on it. */
  readonly asksEmployment: boolean
  /** The hold of a series ends automatically then. */
  readonly holdEndsAt: Date | null
  /** Every checked rule, in order, in plain sentences. */
  readonly trace: readonly TraceLine[]
}

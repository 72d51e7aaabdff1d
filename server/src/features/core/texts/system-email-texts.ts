import type { suggestions } from '@twofold/contract'
import type { SystemEmail } from '../../../platform/mail/system-email.ts'

/** `changed` is for older rows. */
export const factorChanges = [
  'app_added',
  'app_removed',
  'codes_renewed',
  'passkey_added',
  'passkey_removed',
  'changed',
] as const
export type FactorChange = (typeof factorChanges)[number]
export type FactorChanges = Readonly<Record<FactorChange, (name: string) => string>>

/** Names and addresses must be on one line and short enough for a sentence. */
type AccountEmailFacts = {
  readonly 'magic-link': { readonly minutes: number }
  readonly 'reset-password': { readonly minutes: number }
  readonly 'password-changed': object
  readonly 'first-password': Invited & { readonly days: number }
  readonly 'member-added': Invited
  readonly 'factors-changed': { readonly change: FactorChange; readonly name: string }
  /** Counts of the last hour; `passedFirst` counts attempts after a successful first step. */
  readonly 'attempts-refused': { readonly attempts: number; readonly passedFirst: number; readonly accesses: number }
  readonly 'email-confirm': { readonly minutes: number }
  readonly 'email-asked': { readonly email: string }
  readonly 'email-changed': { readonly email: string }
}

type OtherEmailFacts = {
  readonly 'donor-link': { readonly organization: string; readonly minutes: number }
  readonly 'donor-handover': { readonly organization: string; readonly email: string; readonly days: number }
  readonly 'donor-data': {
    readonly organization: string
    readonly request: 'copy' | 'erasure'
    readonly minutes: number
  }
  readonly contact: {
    readonly name: string
    readonly email: string
    readonly subject: string
    readonly message: string
  }
  readonly 'group-list': {
    readonly organization: string
    readonly company: string
    readonly by: string
    /** One entry per nonprofit and currency, in the reader's format. */
    readonly totals: readonly GroupTotal[]
  }
  /** Donors are not asked for more. */
  readonly 'suggestion-answered': {
    readonly company: string
    readonly about: suggestions.SuggestionSubject
    readonly value: string
    readonly accepted: boolean
    /** True if the directory has changed since the suggestion. */
    readonly changed: boolean
    readonly reason: string
    readonly isDonor: boolean
  }
  /** `first` is the earliest deadline; a few matches are listed by name. */
  readonly 'verification-due': {
    readonly organization: string
    readonly count: number
    readonly first: string
    readonly matches: readonly {
      readonly donor: string
      readonly company: string
      readonly worth: string
      readonly until: string
    }[]
  }
  /** Days are '' for a report without dates; `figures` is null if they take too long, `news` without new days. */
  readonly report: {
    readonly organization: string
    readonly report: string
    readonly frequency: 'weekly' | 'monthly'
    /** Null means the reader. */
    readonly setBy: string | null
    readonly from: string
    readonly to: string
    /** External gifts are the exception. */
    readonly withExternal: boolean
    readonly figures: {
      readonly gifts: number
      readonly given: string
      readonly estimated: string
      readonly submitted: string
      readonly received: string
    } | null
    readonly news: { readonly from: string; readonly to: string; readonly gifts: number; readonly given: string } | null
  }
  readonly 'report-file': {
    readonly organization: string
    readonly name: string
    readonly format: 'CSV' | 'Excel'
    readonly rows: string
    readonly until: string
  }
  /** `parent`: closed with its parent, whose administrators can reopen both. */
  readonly 'erasure-soon': { readonly organization: string; readonly day: string; readonly parent: string | null }
  readonly 'webhook-disabled': {
    readonly url: string
    readonly organization: string
    readonly because: 'gone' | 'nothing_taken'
  }
  readonly 'chapter-asked': {
    readonly organization: string
    readonly parent: string
    readonly askedBy: string
    readonly days: number
  }
  readonly 'chapter-joined': { readonly organization: string; readonly chapter: string }
  readonly 'chapter-left': {
    readonly organization: string
    readonly other: string
    readonly isParent: boolean
    /** True if the parent's setup counted for the chapter until now. */
    readonly needsSetup: boolean
  }
}

export type GroupTotal = {
  readonly nonprofit: string
  readonly ein: string
  readonly gifts: number
  readonly donors: number
  readonly given: string
  readonly requested: string
}

export type SystemEmailFacts = AccountEmailFacts & OtherEmailFacts

/** `invitedBy` is null for the administrator of a newly registered organization. */
export type Invited = { readonly organization: string; readonly invitedBy: string | null }

export type SystemEmailName = keyof SystemEmailFacts

export type SystemEmailText = Omit<SystemEmail, 'button' | 'code' | 'stop' | 'replyTo' | 'from'> & {
  readonly button?: string
  readonly stop?: string
  readonly code?: string
}

type TextsOf<About> = { readonly [Name in keyof About]: (about: About[Name]) => SystemEmailText }

export type AccountEmailTexts = TextsOf<AccountEmailFacts>
export type OtherEmailTexts = TextsOf<OtherEmailFacts>
export type SystemEmailTexts = TextsOf<SystemEmailFacts>

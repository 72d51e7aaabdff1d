import type { suggestions } from '@twofold/contract'
import type { SystemEmail } from '../../../platform/mail/system-email.ts'

/** Changes of sign-in factors; `changed` is for older rows. */
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

/** Facts of letters about accounts. Names and addresses must be on one line and short enough for a sentence. */
type AccountLetterAbout = {
  readonly 'magic-link': { readonly minutes: number }
  readonly 'reset-password': { readonly minutes: number }
  readonly 'password-changed': object
  readonly 'first-password': Invited & { readonly days: number }
  readonly 'member-added': Invited
  /** `name` is the passkey's name. */
  readonly 'factors-changed': { readonly change: FactorChange; readonly name: string }
  /** Counts of the last hour; `passedFirst` is the number of attempts after a successful first step. */
  readonly 'attempts-refused': { readonly attempts: number; readonly passedFirst: number; readonly accesses: number }
  readonly 'email-confirm': { readonly minutes: number }
  readonly 'email-asked': { readonly email: string }
  readonly 'email-changed': { readonly email: string }
}

/** Facts of all other letters. */
type OtherLetterAbout = {
  readonly 'donor-link': { readonly organization: string; readonly minutes: number }
  readonly 'donor-handover': { readonly organization: string; readonly email: string; readonly days: number }
  /** Confirms a donor's request for a copy or the erasure of their data. */
  readonly 'donor-data': {
    readonly organization: string
    readonly wish: 'copy' | 'erasure'
    readonly minutes: number
  }
  readonly contact: {
    readonly name: string
    readonly email: string
    readonly subject: string
    readonly message: string
  }
  /** To the company, with an attached list of its employees' gifts. */
  readonly 'group-list': {
    readonly organization: string
    readonly company: string
    readonly by: string
    /** One entry per nonprofit and currency, with amounts in the reader's format. */
    readonly totals: readonly GroupTotal[]
  }
  /** To the author of a suggested correction; donors are not asked for more. */
  readonly 'suggestion-answered': {
    readonly company: string
    readonly about: suggestions.SuggestionSubject
    readonly value: string
    readonly accepted: boolean
    /** The directory has changed since the suggestion. */
    readonly changed: boolean
    readonly reason: string
    readonly isDonor: boolean
  }
  /** To the nonprofit. `first` is the earliest deadline; a few matches are listed by name. */
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
  /**
   * To a member. Days are '' for a report without dates; `figures` is null if they take too long, `news` if there are
   * no new days.
   */
  readonly report: {
    readonly organization: string
    readonly report: string
    readonly rhythm: 'weekly' | 'monthly'
    /** The author of the schedule; null means the reader. */
    readonly setBy: string | null
    readonly from: string
    readonly to: string
    /** True if external gifts are included, which is the exception. */
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
  /** To a member: a large download that was written in the background. */
  readonly 'report-file': {
    readonly organization: string
    readonly name: string
    readonly format: 'CSV' | 'Excel'
    /** Formatted for the reader. */
    readonly rows: string
    readonly until: string
  }
  /** `parent`: the organization was closed with its parent, whose administrators can reopen both. */
  readonly 'erasure-soon': { readonly organization: string; readonly day: string; readonly parent: string | null }
  readonly 'webhook-disabled': {
    readonly url: string
    readonly organization: string
    /** The receiver returned 410, or accepted nothing in ten attempts. */
    readonly because: 'gone' | 'nothing_taken'
  }
  readonly 'chapter-asked': {
    readonly organization: string
    readonly parent: string
    readonly askedBy: string
    readonly days: number
  }
  readonly 'chapter-joined': { readonly organization: string; readonly chapter: string }
  /** `isParent`: the reader's organization is the parent that the chapter left. */
  readonly 'chapter-left': {
    readonly organization: string
    readonly other: string
    readonly isParent: boolean
    /** True for a chapter with an incomplete setup, for which its parent's setup counted until now. */
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

export type SystemEmailFacts = AccountLetterAbout & OtherLetterAbout

/** `invitedBy` is null for the administrator of a newly registered organization. */
export type Invited = { readonly organization: string; readonly invitedBy: string | null }

export type SystemEmailName = keyof SystemEmailFacts

/** Texts of a letter. The link and the code are added after the text of their button and their line. */
export type SystemEmailText = Omit<SystemEmail, 'button' | 'code' | 'stop' | 'replyTo' | 'from'> & {
  readonly button?: string
  /** For recurring mails. */
  readonly stop?: string
  readonly code?: string
}

type Texts<About> = { readonly [Name in keyof About]: (about: About[Name]) => SystemEmailText }

export type AccountEmailTexts = Texts<AccountLetterAbout>
export type OtherEmailTexts = Texts<OtherLetterAbout>
export type SystemEmailTexts = Texts<SystemEmailFacts>

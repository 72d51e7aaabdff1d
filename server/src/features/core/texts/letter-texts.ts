import type { suggestions } from '@twofold/contract'
import type { Letter } from '../../../platform/mail/letter.ts'

/** What somebody changed about how they sign in; `changed` is whatever an older row says in words. */
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

/** What letters about somebody's account speak of. Names and addresses come on one line and not longer than a sentence bears. */
type AccountLetterAbout = {
  readonly 'magic-link': { readonly minutes: number }
  readonly 'reset-password': { readonly minutes: number }
  readonly 'password-changed': object
  readonly 'first-password': Invited & { readonly days: number }
  readonly 'member-added': Invited
  /** `name`: of the passkey. */
  readonly 'factors-changed': { readonly change: FactorChange; readonly name: string }
  /** Within an hour; `passedFirst` of the attempts after a first step that was right. */
  readonly 'attempts-refused': { readonly attempts: number; readonly passedFirst: number; readonly accesses: number }
  readonly 'email-confirm': { readonly minutes: number }
  readonly 'email-asked': { readonly email: string }
  readonly 'email-changed': { readonly email: string }
}

/** And what all others do. */
type OtherLetterAbout = {
  readonly 'donor-link': { readonly organization: string; readonly minutes: number }
  readonly 'donor-handover': { readonly organization: string; readonly email: string; readonly days: number }
  /** To the donor, who asked on their page for a copy of their data, or for its erasure. */
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
  /** To the company: a list of its employees' gifts is attached. */
  readonly 'group-list': {
    readonly organization: string
    readonly company: string
    readonly by: string
    /** For each nonprofit and currency; money as the reader writes it. */
    readonly totals: readonly GroupTotal[]
  }
  /** To who suggested a correction of the directory; a donor is asked nothing more. */
  readonly 'suggestion-answered': {
    readonly company: string
    readonly about: suggestions.SuggestionSubject
    readonly value: string
    readonly accepted: boolean
    /** The directory says otherwise than when it was suggested. */
    readonly changed: boolean
    readonly reason: string
    readonly isDonor: boolean
  }
  /** To the nonprofit: `first` is the earliest last day; a few matches are named. */
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
  /** To a member: days are '' where the report has none; `figures` is null where they take too long, `news` where no new day is in it. */
  readonly report: {
    readonly organization: string
    readonly report: string
    readonly rhythm: 'weekly' | 'monthly'
    /** Who asked for it; null: the reader. */
    readonly setBy: string | null
    readonly from: string
    readonly to: string
    /** They are in it, which is the exception. */
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
  /** To a member: a download of many rows that was written in the background. */
  readonly 'report-file': {
    readonly organization: string
    readonly name: string
    readonly format: 'CSV' | 'Excel'
    /** As the reader writes numbers. */
    readonly rows: string
    readonly until: string
  }
  /** `parent`: it was closed with it, and whoever administers it opens both. */
  readonly 'erasure-soon': { readonly organization: string; readonly day: string; readonly parent: string | null }
  readonly 'webhook-disabled': {
    readonly url: string
    readonly organization: string
    /** It answered that it is no more, or took nothing in ten attempts. */
    readonly because: 'gone' | 'nothing_taken'
  }
  readonly 'chapter-asked': {
    readonly organization: string
    readonly parent: string
    readonly askedBy: string
    readonly days: number
  }
  readonly 'chapter-joined': { readonly organization: string; readonly chapter: string }
  /** `isParent`: the reader's organization is the one that was left. */
  readonly 'chapter-left': {
    readonly organization: string
    readonly other: string
    readonly isParent: boolean
    /** To a chapter whose own setup is not complete: its parent's counted for it until now. */
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

export type LetterAbout = AccountLetterAbout & OtherLetterAbout

/** Nobody invited the administrator of an organization that was registered. */
export type Invited = { readonly organization: string; readonly invitedBy: string | null }

export type LetterName = keyof LetterAbout

/** What a letter says; links and codes are put in behind the words of their button and their line. */
export type LetterText = Omit<Letter, 'button' | 'code' | 'stop' | 'replyTo' | 'from'> & {
  readonly button?: string
  /** Of a mail that comes again and again. */
  readonly stop?: string
  readonly code?: string
}

type Texts<About> = { readonly [Name in keyof About]: (about: About[Name]) => LetterText }

export type AccountLetterTexts = Texts<AccountLetterAbout>
export type OtherLetterTexts = Texts<OtherLetterAbout>
export type LetterTexts = Texts<LetterAbout>

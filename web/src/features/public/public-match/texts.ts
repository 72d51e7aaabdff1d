import { publicMatch } from '@twofold/contract'
import { englishFormTexts } from '../../../shared/donor-form-texts.ts'
import { englishLayoutTexts, type LayoutTexts } from '../../../shared/layout-texts.ts'
import type { Language } from '../../../shared/page-language.ts'
import { englishSearch } from '../../core/companies/index.ts'

const language: Language = 'en'
const frame: LayoutTexts = englishLayoutTexts
const messages: Readonly<Record<string, string>> = {}

export const english = {
  language,
  /** '': the browser's locale. */
  locale: '',
  frame,
  ...englishFormTexts,
  failed: publicMatch.requestMessages.failed,
  search: englishSearch,

  heading: 'Match your gift',
  headingOf: (organization: string) => `Match your gift to ${organization}`,
  lead: 'Many employers match their employees’ donations. Find yours and request the match.',

  employer: 'Where do you work?',
  employerHint: 'Or your spouse’s employer, or the company you retired from',
  gift: (currency: string) => `Your gift (${currency})`,
  date: 'Date of the gift',
  name: 'Your name',
  email: 'Your email',
  send: 'Ask for my match',
  sending: 'Sending...',
  privacy: (organization: string) =>
    `${organization} gets your name, email and gift. We’ll only email you about this match. You can unsubscribe at any time.`,
  knowMore: 'Know something we don’t?',
  tellUs: 'Tell us',
  lookIntoIt: ', and we’ll look into it.',
  unlisted: (employer: string) =>
    `We don’t know ${employer} yet. Ask anyway. We’ll look into it and email you when we know more.`,
  deadline: (day: string) => `Deadline: ${day}.`,
  employerDecides: 'The employer decides.',

  done: 'Your request is in',
  steps: 'See the steps now',
  another: 'Request a match for another gift',

  logoOf: (organization: string) => `Logo of ${organization}`,
  howTitle: 'How it works',
  how: (organization: string): readonly string[] => [
    'You tell us about your gift and your employer.',
    'We email you the steps, with your details filled in.',
    `Your employer pays the match to ${organization}.`,
  ],
  questions: 'Frequently Asked Questions',

  choiceTitle: 'Which one did you give to?',
  choiceLead: 'More than one organization has this name.',
  missingTitle: 'There’s no matching page at this address',
  missing:
    'The organization may have changed its name or no longer uses Twofold. Check its website for the right address. You can still look up what your employer matches.',
  lookUp: 'Does my employer match?',

  /** By the messages of the contract. */
  messages,
}

export type MatchTexts = { readonly language: Language } & {
  readonly [Name in Exclude<keyof typeof english, 'language'>]: (typeof english)[Name] extends string
    ? string
    : (typeof english)[Name]
}

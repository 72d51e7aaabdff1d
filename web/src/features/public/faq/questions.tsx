import { screens } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LayoutTexts } from '../../../shared/layout-texts.ts'
import type { FaqReader } from './faq-parameters.ts'

export type Question = { readonly id: string; readonly question: string; readonly answer: ReactNode }
export type QuestionText = Omit<Question, 'id'>
type About = (employer: string) => QuestionText

/** A missing translation is a compile error. */
export type FaqTexts = {
  /** '' for English. */
  readonly tag: string
  readonly frame: LayoutTexts
  readonly title: string
  readonly lead: string
  readonly general: string
  readonly workingWith: (company: string) => string
  readonly unanswered: string
  readonly write: string
  /** Replaces a missing company name; must also fit the start of a sentence. */
  readonly yourEmployer: string
  readonly role: About
  readonly partner: (
    partner: NonNullable<FaqReader['partner']>,
    employer: string,
  ) => { readonly who: QuestionText; readonly refused: QuestionText }
  readonly how: Readonly<Record<NonNullable<FaqReader['process']>, About>>
  readonly wrong: (reader: FaqReader) => QuestionText
  readonly other: QuestionText
  readonly link: (reader: FaqReader) => QuestionText
  readonly minimum: About
  readonly deadline: About
  readonly payout: About
  readonly received: QuestionText
  readonly child: QuestionText
}

export function questionsFor(reader: FaqReader, texts: FaqTexts): readonly Question[] {
  const employer = reader.company ?? texts.yourEmployer
  const { partner, process } = reader
  return [
    { id: 'role', ...texts.role(employer) },
    ...(partner ? partnerQuestions(texts.partner(partner, employer)) : []),
    ...(process ? [{ id: `how-${process}`, ...texts.how[process](employer) }] : []),
    { id: 'wrong', ...texts.wrong(reader) },
    { id: 'other', ...texts.other },
    { id: 'link', ...texts.link(reader) },
    { id: 'minimum', ...texts.minimum(employer) },
    { id: 'deadline', ...texts.deadline(employer) },
    { id: 'payout', ...texts.payout(employer) },
    { id: 'received', ...texts.received },
    { id: 'child', ...texts.child },
  ]
}

const partnerQuestions = ({ who, refused }: ReturnType<FaqTexts['partner']>): Question[] => [
  { id: 'partner', ...who },
  { id: 'platform', ...refused },
]

export const inlineLinkClass = 'text-brand-text underline underline-offset-2 hover:decoration-2'

export const ContactLink = ({ children }: { children: ReactNode }) => (
  <Link to={screens.contact} className={inlineLinkClass}>
    {children}
  </Link>
)

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

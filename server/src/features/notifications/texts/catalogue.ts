import { IntlMessageFormat } from 'intl-messageformat'
import type { MailedStatusId } from '../mailed-statuses.ts'
import { englishMails } from './en/mails.ts'
import { englishPhrases } from './en/phrases.ts'
import type { TemplateTexts } from './template-texts.ts'

/** Values of an ICU message. All are texts: numbers and dates are written out by the language before. */
export type Variables = Readonly<Record<string, string>>

/** A message, read once. Throws on a message that cannot be read or that names a variable that is not given. */
export type Message = (variables: Variables) => string

export type Phrase = keyof typeof englishPhrases

/** One language of the mails: default templates and the words around them. */
export type Language = {
  readonly locale: string
  readonly mails: Readonly<Record<MailedStatusId, TemplateTexts>>
  readonly say: (phrase: Phrase, variables: Variables) => string
}

export function readMessage(text: string, locale: string): Message {
  if (text === '') return () => ''
  const message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
  return (variables) => String(message.format(variables))
}

function createLanguage(locale: string, mails: Language['mails'], phrases: Readonly<Record<Phrase, string>>): Language {
  const messages = new Map(Object.entries(phrases).map(([name, text]) => [name, readMessage(text, locale)]))
  return { locale, mails, say: (phrase, variables) => messages.get(phrase)?.(variables) ?? '' }
}

const english = createLanguage('en-US', englishMails, englishPhrases)

/** English until other languages are written; the donor's record says which one is wished for. */
export function languageOf(_wished: string): Language {
  return english
}

/**
 * Every word that a mail or a donor's page says, in one catalogue a language. How a mail looks is said in platform/mail, when it
 * goes out in notifications.
 */

export { browserLanguage } from './browser-language.ts'
export type { PageText, Phrase } from './catalogue.ts'
export {
  isLanguage,
  type Language,
  languageOf,
  languages,
  type Message,
  readMessage,
  type Variables,
} from './language.ts'
export { type FactorChange, factorChanges, type LetterAbout, type LetterName, type LetterText } from './letter-texts.ts'
export {
  isMailedStatus,
  isSpokenStatus,
  type MailedStatusId,
  mailedStatusIds,
  type SpokenStatusId,
} from './mailed-statuses.ts'
export { ownWords, plainWordsOf } from './plain-words.ts'
export { asOfText, dayText, moneyText, typographic } from './written-out.ts'

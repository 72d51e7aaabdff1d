/**
 * All texts of mails and of the donor's page, in one catalogue per language. platform/mail defines the layout of
 * mails, notifications their time.
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

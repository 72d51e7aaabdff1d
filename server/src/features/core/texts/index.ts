/** platform/mail defines the layout of emails, notifications their time. */

export { browserLanguage } from './browser-language.ts'
export type { PageText, Phrase } from './catalogue.ts'
export { asOfText, curlApostrophes, dayText, moneyText } from './format-values.ts'
export {
  isLanguage,
  type Language,
  languageOf,
  languages,
  type Message,
  readMessage,
  type Variables,
} from './language.ts'
export {
  isMailedStatus,
  isTemplateStatus,
  type MailedStatusId,
  mailedStatusIds,
  type TemplateStatusId,
} from './mailed-statuses.ts'
export {
  type FactorChange,
  factorChanges,
  type SystemEmailFacts,
  type SystemEmailName,
  type SystemEmailText,
} from './system-email-texts.ts'
export { customTextsOf as customWordsOf, defaultTextsOf as defaultWordsOf } from './template-text.ts'

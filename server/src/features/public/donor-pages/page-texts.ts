import type { Language, PageText, Variables } from '../../core/texts/index.ts'

export type Translate = (name: PageText) => string

export const translatorFor =
  (language: Language, variables: Variables = {}): Translate =>
  (name) =>
    language.translateOnPage(name, variables)

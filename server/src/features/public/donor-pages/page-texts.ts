import type { Language, PageText, Variables } from '../../core/texts/index.ts'

export type Say = (name: PageText) => string

export const sayWith =
  (language: Language, variables: Variables = {}): Say =>
  (name) =>
    language.sayOnPage(name, variables)

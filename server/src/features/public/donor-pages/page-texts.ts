import type { Language, PageText, Variables } from '../../core/texts/index.ts'

export type Say = (name: PageText) => string

/** The page's words with the facts of one match in them. */
export const sayWith =
  (language: Language, variables: Variables = {}): Say =>
  (name) =>
    language.sayOnPage(name, variables)

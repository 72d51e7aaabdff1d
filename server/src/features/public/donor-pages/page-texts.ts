import type { Language, PageText, Variables } from '../../core/texts/index.ts'

export type Say = (name: PageText) => string

/** Returns the page's texts with the facts of one match. */
export const sayWith =
  (language: Language, variables: Variables = {}): Say =>
  (name) =>
    language.sayOnPage(name, variables)

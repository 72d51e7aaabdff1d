import { languageOf, type PageText, type Variables } from '../texts/index.ts'

export type Say = (name: PageText) => string

/** The page's words with the facts of one match in them. */
export const sayWith =
  (variables: Variables, wished = ''): Say =>
  (name) =>
    languageOf(wished).sayOnPage(name, variables)

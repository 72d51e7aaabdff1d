import { type Message, readMessage, type Variables } from '../notifications/index.ts'
import { englishPageTexts, type PageText } from './texts/en.ts'

export type Say = (name: PageText) => string

const messages = new Map<string, Message>()

/** The page's words with the facts of one match in them. English until other languages are written. */
export const sayWith =
  (variables: Variables): Say =>
  (name) => {
    const known = messages.get(name) ?? readMessage(englishPageTexts[name], 'en-US')
    messages.set(name, known)
    return known(variables)
  }

/** Returns the words of a text. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
/** Returns the texts between `|`, trimmed. */
export const textSet = (text: string): ReadonlySet<string> => new Set(text.split('|').map((part) => part.trim()))

/** Builds sets from word lists that are written as plain text. */

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
export const textSet = (text: string): ReadonlySet<string> => new Set(text.split('|').map((part) => part.trim()))

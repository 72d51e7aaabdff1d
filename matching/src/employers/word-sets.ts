/** Lists of words as text, as they are read best. */

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
export const textSet = (text: string): ReadonlySet<string> => new Set(text.split('|').map((part) => part.trim()))

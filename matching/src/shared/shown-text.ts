/**
 * What people or files wrote, fit to be stored and shown: without control characters and halves of characters, which
 * PostgreSQL refuses, and no longer than `most` characters with an ellipsis.
 */
export function shownText(text: string, most: number): string {
  const clean = text
    .slice(0, most * 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : clean
}

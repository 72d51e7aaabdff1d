/**
 * Cleans text from people or files for storage and display. Removes control characters and lone surrogates, which
 * PostgreSQL rejects. Limits the text to `most` characters with an ellipsis.
 */
export function cleanText(text: string, most: number): string {
  const clean = text
    .slice(0, most * 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : clean
}

/** Returns at most `most` characters, without control characters and lone surrogates, which PostgreSQL rejects. */
export function cleanText(text: string, most: number): string {
  const clean = text
    .slice(0, most * 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : clean
}

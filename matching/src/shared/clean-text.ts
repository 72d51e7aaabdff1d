/** Returns at most `maxLength` characters, without control characters and lone surrogates, which PostgreSQL rejects. */
export function cleanText(text: string, maxLength: number): string {
  const clean = text
    .slice(0, maxLength * 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : clean
}

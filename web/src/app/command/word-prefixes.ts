const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s…:]+/)
    .filter((word) => word !== '')

/** Returns whether every typed word is a prefix of a word in `text`. Empty input matches everything. */
export function matchesWordPrefixes(typed: string, text: string): boolean {
  const words = wordsOf(text)
  return wordsOf(typed).every((prefix) => words.some((word) => word.startsWith(prefix)))
}

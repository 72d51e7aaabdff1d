const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s…:]+/)
    .filter((word) => word !== '')

/** Whether each word that was typed is the beginning of one of these; no word at all is. */
export function beginsWords(typed: string, text: string): boolean {
  const words = wordsOf(text)
  return wordsOf(typed).every((beginning) => words.some((word) => word.startsWith(beginning)))
}

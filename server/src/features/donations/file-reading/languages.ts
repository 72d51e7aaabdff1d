/** Names have no accents: `fr`, `fr-CA`, `French (Canada)`, `Français`. */
const names: Readonly<Record<string, string>> = {
  english: 'en',
  anglais: 'en',
  ingles: 'en',
  eng: 'en',
  french: 'fr',
  francais: 'fr',
  frances: 'fr',
  fra: 'fr',
  fre: 'fr',
  spanish: 'es',
  espanol: 'es',
  castellano: 'es',
  espagnol: 'es',
  spa: 'es',
}
const codes: ReadonlySet<string> = new Set(Object.values(names))

export function readLanguage(cell: string): string {
  const [word = ''] = cell
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .split(/[^a-z]/u, 1)
  return codes.has(word) ? word : (names[word] ?? '')
}

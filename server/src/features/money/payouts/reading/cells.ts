import { isWithheld } from '../../../donations/file-reading/index.ts'

const unknownPattern =
  /^(an(onymous|onym)( (donor|employee|gift|giver))?|unknown( (donor|employee))?|none|n\.?\/?a\.?|-+)$/i

/** Blank if the donor did not share it. */
export function disclosedText(cell: string): string {
  const text = cell.trim().slice(0, 300)
  return isWithheld(text) || unknownPattern.test(text) ? '' : text
}

/** Accounting formats of zero: "-", " – ", "$ -". */
export const isLoneDash = (cell: string): boolean =>
  /^[\p{Sc}\s]*[-\u2010-\u2015\u2212][-\p{Sc}\s\u2010-\u2015\u2212]*$/u.test(cell)

const nameSuffixPattern = /^(jr|sr|ii|iii|iv|md|phd|esq)\.?$/i

/** "Fableton, Jonas" → "Jonas Fableton"; "Ada Byron, PhD" stays. */
export function nameInOrder(cell: string): string {
  const text = disclosedText(cell)
  const [last, first, ...more] = text.split(',').map((part) => part.trim())
  return last && first && more.length === 0 && !nameSuffixPattern.test(first) ? `${first} ${last}` : text
}

const matchProgramPattern =
  /\s((employee|employer|corporate|company)\s)?match(ing)?(\sgifts?)?(\sprogram)?(\s[-–—:]\s.*)?$/i

/** "Intel Corporate Match" */
export const isMatchProgram = (text: string): boolean => matchProgramPattern.test(text)

/** Removes additions around the payer's name: "General Mills Fdn." → "General Mills Foundation". */
export const payerName = (text: string): string =>
  disclosedText(text)
    .replace(/\s(Fdn|Fndn|Found)\.?$/i, ' Foundation')
    .replace(matchProgramPattern, '')
    .trim()

/** Returns the employer behind a payer: "The Home Depot Foundation" → "The Home Depot". */
export const companyOfPayer = (payer: string): string => payer.replace(/\s(charitable\s)?foundation$/i, '').trim()

/** "Employer match: Gap Inc." → "Gap Inc."; null if the note names no employer. */
export function employerInNote(note: string): string | null {
  const match = /\b(?:employer|company|corporate) match(?:ed)?(?: by)?: ?([^,;·]{1,120})/i.exec(note.slice(0, 500))
  return match?.[1]?.replace(/ for \p{Lu}.{1,60}$/u, '').trim() || null
}

const donorInNotePatterns = [
  // Segments of an ACH addendum.
  /(?:^|\*)match(?:ing)?(?: gifts?)?\*(\p{Lu}[\p{L}'’.-]{0,40}(?: [\p{L}'’.-]{1,40}){1,3})(?=\*|$)/iu,
  /^(?:match(?:ing|ed)?(?: gifts?| donation)?(?: for | of |: ?| ?[-–] ?)|employee(?: name)?: |on behalf of )(\p{Lu}[\p{L}'’.-]{0,40}(?: [\p{L}'’.-]{1,40}){1,3})$/iu,
  /^(?:[Ee]mployee|[Ee]mployer|[Cc]ompany|[Cc]orporate) [Mm]atch(?:ing)?(?: [Gg]ift)?(?: for|:| [-–]|: .{1,60} for)? (\p{Lu}[\p{L}'’.-]{0,40}(?: \p{Lu}[\p{L}'’.-]{0,40}){1,3})$/u,
]

/** "Matching gift - Jean Holt" → "Jean Holt"; blank if no cell consists of such words. */
export function donorInNotes(notes: readonly string[]): string {
  for (const note of notes) {
    const text = note.slice(0, 200)
    const name = donorInNotePatterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean)
    if (name) return name
  }
  return ''
}

/** "Microsoft Matching Gifts" → "Microsoft"; blank if no cell consists of such words. */
export const programInNotes = (notes: readonly string[]): string =>
  notes
    .map(
      (note) =>
        /^(.{2,60}?)( employee| employer| company| corporate)? match(ing)?( gifts?)?( program)?$/i.exec(
          note.slice(0, 100),
        )?.[1],
    )
    .find(Boolean) ?? ''

const maxReferences = 12

/** Words with a digit, and the whole text, because ids may contain spaces. */
export function referencesIn(texts: readonly string[]): string[] {
  const references = new Set<string>()
  for (const text of texts) {
    const trimmedText = text.trim().slice(0, 200)
    for (const word of [trimmedText, ...trimmedText.split(/[\s,;:#()"“”]+/)]) {
      if (word.length >= 4 && word.length <= 100 && /\d/.test(word)) references.add(word)
    }
  }
  return [...references].slice(0, maxReferences)
}

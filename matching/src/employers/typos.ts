/** Word by word: "Northern Ohio" is not "Northern Iowa". */

/** A different letter in a shorter word is often a different word: "Cisco", "Sysco". */
const shortestMisspelt = 6
/** Shorter words may contain a typo, too, next to two correct words of a long name. */
const longNameLimits = { words: 3, letters: 15, shortestMisspelt: 5 }
/** Any different letter is a typo from this length on. */
const longWord = 9
/** A word has at most one typo. */
const maxTypos = 2

/** Returns the number of typos, or null for a different name. `isStrict` is for names with many similar ones. */
export function countTypos(typed: string, name: string, isStrict = false): number | null {
  const [typedWords, nameWords] = [typed.split(' '), name.split(' ')]
  if (typedWords.length !== nameWords.length) return null
  const isLong = !isStrict && nameWords.length >= longNameLimits.words && name.length >= longNameLimits.letters
  const wrongWords = nameWords.filter(
    (word, index) => word !== typedWords[index] && !(isLong && isDoubled(typedWords[index] ?? '', word)),
  ).length
  const shortest = isLong && wrongWords === 1 ? longNameLimits.shortestMisspelt : shortestMisspelt
  const hasOneWrongWord = !isStrict && nameWords.length > 1 && wrongWords <= 1
  let typos = 0
  for (const [index, word] of nameWords.entries()) {
    const typedWord = typedWords[index] ?? ''
    if (typedWord === word) continue
    const typosInWord =
      countTyposInWord(typedWord, word, shortest, !isStrict) ??
      (hasOneWrongWord && isDoubled(typedWord, word) ? 1 : null)
    if (typosInWord === null) return null
    typos += typosInWord
  }
  return typos <= maxTypos ? typos : null
}

/** "Lily", "Lilly": a typo even in short words if the other words match. */
const isDoubled = (typed: string, word: string): boolean =>
  Math.min(typed.length, word.length) >= 4 &&
  typed !== word &&
  withoutDoubledLetters(typed) === withoutDoubledLetters(word)

const withoutDoubledLetters = (word: string): string =>
  [...word].filter((letter, index) => letter !== word[index - 1]).join('')

function countTyposInWord(typed: string, word: string, shortest: number, isAnyLetter: boolean): number | null {
  if (word.length < shortest || typed[0] !== word[0]) return null
  return remaindersAfterTypo(typed, word, isAnyLetter && word.length >= longWord).some(([a, b]) => a === b) ? 1 : null
}

/** One typo is a swapped, missing, doubled, or similar letter. */
function remaindersAfterTypo(typed: string, word: string, isAnyLetter: boolean): (readonly [string, string])[] {
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start++
  const [a, b] = [typed.slice(start), word.slice(start)]
  const before = word[start - 1] ?? ''
  const remainders: (readonly [string, string])[] = []
  if (a[0] === b[1] && a[1] === b[0]) remainders.push([a.slice(2), b.slice(2)])
  if (areSimilarLetters(a[0] ?? '', b[0] ?? '') || (isAnyLetter && a.length === b.length))
    remainders.push([a.slice(1), b.slice(1)])
  // At the end, only "s" and doubled letters can be missing or added: "Lennard" is not Lennar.
  if (b.length > 1 || b === before || b === 's') remainders.push([a, b.slice(1)])
  if (a.length > 1 || a === before || a === 's') remainders.push([a.slice(1), b])
  return remainders
}

/** Letters that sound alike. Others make a different word: "Martel", Mattel. */
const similarLetters = ['aeiouy', 'ckq', 'sz', 'mn', 'dt', 'fv', 'gj']
const areSimilarLetters = (a: string, b: string): boolean =>
  a !== '' && b !== '' && similarLetters.some((letters) => letters.includes(a) && letters.includes(b))

/** Word by word: "Northern Ohio" is not "Northern Iowa". */

/** A different letter in a shorter word is often a different word: "Cisco", "Sysco". */
const shortestMisspelt = 6
/** Shorter words may contain a typo, too, next to two correct words of a long name. */
const longName = { words: 3, letters: 15, shortestMisspelt: 5 }
/** Any different letter is a typo from this length on. */
const longWord = 9
/** A word has at most one typo. */
const mostSlips = 2

/** Returns the number of typos, or null for a different name. `isStrict` is for names with many similar ones. */
export function countTypos(typed: string, name: string, isStrict = false): number | null {
  const [typedWords, nameWords] = [typed.split(' '), name.split(' ')]
  if (typedWords.length !== nameWords.length) return null
  const isLong = !isStrict && nameWords.length >= longName.words && name.length >= longName.letters
  const wrong = nameWords.filter(
    (word, place) => word !== typedWords[place] && !(isLong && isDoubled(typedWords[place] ?? '', word)),
  ).length
  const shortest = isLong && wrong === 1 ? longName.shortestMisspelt : shortestMisspelt
  const isOnlyWrong = !isStrict && nameWords.length > 1 && wrong <= 1
  let slips = 0
  for (const [place, word] of nameWords.entries()) {
    const given = typedWords[place] ?? ''
    if (given === word) continue
    const inWord = slipsInWord(given, word, shortest, !isStrict) ?? (isOnlyWrong && isDoubled(given, word) ? 1 : null)
    if (inWord === null) return null
    slips += inWord
  }
  return slips <= mostSlips ? slips : null
}

/** "Lily", "Lilly": a typo even in short words if the other words match. */
const isDoubled = (typed: string, word: string): boolean =>
  Math.min(typed.length, word.length) >= 4 && typed !== word && single(typed) === single(word)

const single = (word: string): string => [...word].filter((letter, place) => letter !== word[place - 1]).join('')

function slipsInWord(typed: string, word: string, shortest: number, isAnyLetter: boolean): number | null {
  if (word.length < shortest || typed[0] !== word[0]) return null
  return afterSlip(typed, word, isAnyLetter && word.length >= longWord).some(([a, b]) => a === b) ? 1 : null
}

/** One typo is a swapped, missing, doubled, or similar letter. */
function afterSlip(typed: string, word: string, isAnyLetter: boolean): (readonly [string, string])[] {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same++
  const [a, b] = [typed.slice(same), word.slice(same)]
  const before = word[same - 1] ?? ''
  const ways: (readonly [string, string])[] = []
  if (a[0] === b[1] && a[1] === b[0]) ways.push([a.slice(2), b.slice(2)])
  if (isNear(a[0] ?? '', b[0] ?? '') || (isAnyLetter && a.length === b.length)) ways.push([a.slice(1), b.slice(1)])
  // At the end, only "s" and doubled letters can be missing or added: "Lennard" is not Lennar.
  if (b.length > 1 || b === before || b === 's') ways.push([a, b.slice(1)])
  if (a.length > 1 || a === before || a === 's') ways.push([a.slice(1), b])
  return ways
}

/** Letters that sound alike. Others make a different word: "Martel", Mattel. */
const alikeLetters = ['aeiouy', 'ckq', 'sz', 'mn', 'dt', 'fv', 'gj']
const isNear = (a: string, b: string): boolean =>
  a !== '' && b !== '' && alikeLetters.some((all) => all.includes(a) && all.includes(b))

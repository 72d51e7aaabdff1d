import { normalizeName } from './company-names.ts'
import { canPrecedePlace, isKnownPlace, looksLikePlace } from './employer-places.ts'
import { containsOtherKind } from './employer-words.ts'
import { wordSet } from './word-sets.ts'

const siteWords = wordSet('branch branches office offices store stores location site plant hub campus warehouse outlet')
const streetWords = wordSet(
  'street st avenue ave road rd boulevard blvd drive dr lane ln way court ct square sq plaza mall highway hwy parkway pkwy',
)
/** An office of another trade is a different employer: "Ford - law office". */
const trades = wordSet(
  'law legal attorney attorneys dental dentist doctor doctors medical tax accounting insurance real estate realty title post ' +
    'home box union credit chiropractic family feed liquor thrift antique music pet toy hardware furniture grocery book ' +
    'candy gift jewelry shoe bike eyeglass optometry veterinary principal principals mayors governors sheriffs',
)

const capitalized = (text: string): string => text.replaceAll(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase())

/** Returns whether a text is only a site: "Springfield branch", "Main Street store". */
export function isSite(text: string): boolean {
  const words = normalizeName(text).split(' ')
  if (words.length > 5 || !siteWords.has(words.at(-1) ?? '')) return false
  const precedingWords = words.slice(0, -1)
  if (precedingWords.some((word) => trades.has(word))) return false
  const place = precedingWords.filter((word) => !streetWords.has(word) && !/^\d+(st|nd|rd|th)?$/.test(word)).join(' ')
  if (place === '') return true
  const isLowerCase = text === text.toLowerCase()
  const placeAsWritten = text.trim().split(/\s+/).slice(0, -1).join(' ')
  return (
    !containsOtherKind(place) &&
    (isKnownPlace(place) || looksLikePlace(isLowerCase ? capitalized(placeAsWritten) : placeAsWritten, place))
  )
}

/** Matches Amazon's "SEA8" and Intel's "RA4". */
const siteCode = /^\p{Lu}{2,4}\d{1,3}\p{Lu}?$/u
const compassDirection = /^(NW|NE|SW|SE)$/
const areaWords = wordSet('region division district area')

/**
 * Returns a text without its site: "Deloitte Portland office", "Microsoft NW". Compass directions need capitals and do
 * not count after an ordinary word.
 */
export function withoutSite(text: string): { readonly name: string } | null {
  const words = text.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  if (words.length < 2) return null
  if (siteCode.test(last)) return { name: words.slice(0, -1).join(' ') }
  const end = areaWords.has(normalizeName(last)) ? words.length - 1 : words.length
  const rest = words.slice(0, end - 1).join(' ')
  if (end > 1 && compassDirection.test(words[end - 1] ?? '')) return canPrecedePlace(rest) ? { name: rest } : null
  if (!siteWords.has(normalizeName(last))) return null
  // "Citibank Main Street branch"
  if (words.length > 3 && streetWords.has(normalizeName(words.at(-2) ?? ''))) {
    const name = words.slice(0, -3).join(' ')
    return canPrecedePlace(name) ? { name } : null
  }
  for (let count = Math.min(4, words.length - 2); count > 0; count--) {
    const place = words.slice(-1 - count, -1).join(' ')
    const name = words.slice(0, -1 - count).join(' ')
    if (isKnownPlace(place)) return canPrecedePlace(name) ? { name } : null
  }
  return null
}

import type { Employment } from '../shared/gift-kinds.ts'
import { isOrdinaryWord } from './company-divisions.ts'
import { coreName, normalizeName } from './company-names.ts'
import {
  canPrecedePlace,
  canPrecedeTown,
  endsInRegion,
  isKnownPlace,
  isTownNamesake,
  isTownWithRegion,
  looksLikePlace,
  withoutShortPlace,
} from './employer-places.ts'
import { isSite, withoutSite } from './employer-sites.ts'
import {
  containsJobWord,
  containsOtherKind,
  hasOnlyJobWords,
  isFieldBeforeRole,
  isTitle,
  namesPerson,
} from './employer-words.ts'
import { readEmployment } from './employment.ts'
import { stripEmploymentPhrases, textOf, wordsOf } from './employment-phrases.ts'
import { namesNoEmployer } from './no-employer.ts'

/** Returns whether a text is a town in a state, even if a company has the same name: "Dover, DE". */
export function isTownInRegion(text: string): boolean {
  const [town = '', region = '', ...more] = text.split(/,| - /)
  return more.length === 0 && isTownNamesake(town, region)
}

export type StrippedText = {
  readonly name: string
  readonly remark?: string
  readonly place?: string
  readonly alternateName?: string
  readonly mustMatchExactly?: boolean
  readonly shortPlace?: string
  readonly isComplete?: boolean
  readonly employment?: Employment | null
}
type Step = (text: string) => StrippedText | null

export const strippingSteps: readonly Step[] = [
  stripAbbreviation,
  stripSeparatedSite,
  stripBrackets,
  stripDivisionOf,
  stripStoreNumber,
  splitAtDash,
  splitAtComma,
  stripLeadingTitle,
  splitAtSlash,
  stripTrailingTitle,
  stripTrailingSite,
  stripTrailingPlace,
  stripTrailingShortPlace,
]

/** "Wells Fargo - Main Street branch", "PwC (Boston office)". */
function stripSeparatedSite(text: string): StrippedText | null {
  const trimmed = text.trim()
  const marks = [...trimmed.matchAll(/[,(]/g)]
  const separatorIndex = marks[0]?.index ?? trimmed.search(/\s[-–—|]/)
  if (separatorIndex < 1 || marks.length > 1) return null
  const site = trimmed
    .slice(separatorIndex + 1)
    .replace(/^[-–—|]/, '')
    .replace(/\)$/, '')
    .trim()
  const name = trimmed.slice(0, separatorIndex).trim()
  return name !== '' && isSite(site) ? { name } : null
}

/** "Amazon Fulfillment Center ABC1", "Microsoft NW". */
function stripTrailingSite(text: string): StrippedText | null {
  const stripped = withoutSite(text)
  return stripped && { ...stripped, mustMatchExactly: !/\d$/.test(text) }
}

/** "KP - Kaiser Permanente", "Bank of America (BofA)". */
function stripAbbreviation(text: string): StrippedText | null {
  const words = wordsOf(text.replaceAll(/[/()]/g, ' - '))
  const dashIndex = words.findIndex(({ raw }, index) => index > 0 && dashes.includes(raw[0] ?? ''))
  if (dashIndex < 0) return null
  const [left, right] = [textOf(words.slice(0, dashIndex)), textOf(words.slice(dashIndex))]
  if (isAbbreviationOf(left, right)) return { name: right }
  return isAbbreviationOf(right, left) ? { name: left } : null
}

function isAbbreviationOf(abbreviation: string, name: string): boolean {
  const letters = normalizeName(abbreviation).replaceAll(' ', '')
  const initials = normalizeName(name)
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
  return letters.length > 1 && letters === initials
}

/** "Alphabet/Google", "Facebook aka Meta". */
function splitAtSlash(text: string): StrippedText | null {
  const parts = text.split(/\/| aka /i).map((part) => part.trim())
  const [name, alternateName] = parts
  return parts.length === 2 && name && alternateName ? { name, alternateName } : null
}

/** The longest known place: "AbbVie Inc North Chicago", "Duke Energy Carolinas". */
function stripTrailingPlace(text: string): StrippedText | null {
  const words = wordsOf(text)
  for (let count = Math.min(4, words.length - 1); count > 0; count--) {
    const place = textOf(words.slice(-count))
    const name = textOf(words.slice(0, -count))
    if (isKnownPlace(place))
      return canPrecedePlace(name) && !isTownNamesake(name, place) ? { name, mustMatchExactly: true } : null
  }
  return null
}

/** "Google SF", "Union Pacific NW". */
function stripTrailingShortPlace(text: string): StrippedText | null {
  const stripped = withoutShortPlace(text)
  return stripped && { name: stripped.name, mustMatchExactly: true, shortPlace: stripped.place }
}

/** Without a name: "retired scientist", "ancienne employée". */
function employmentOfPerson(text: string): Employment | null {
  const stripped = stripEmploymentPhrases(text)
  return stripped.isStripped && namesNoEmployer(normalizeName(stripped.name)) ? stripped.employment : null
}

const notes = new Set([
  'legacy',
  'via',
  'parent',
  'subsidiary',
  'previously',
  'now',
  'was',
  'formerly',
  'fka',
  'acquired',
  'owned',
  'dba',
])

/** "IBM (Armonk)", "Meta (Facebook)", "Monsanto (now Bayer)". */
function stripBrackets(text: string): StrippedText | null {
  const open = text.indexOf('(')
  const close = text.indexOf(')', open)
  if (open <= 0 || close < 0) return null
  const inside = text.slice(open + 1, close).trim()
  const name = `${text.slice(0, open).trim()} ${text.slice(close + 1).trim()}`
  const personEmployment = employmentOfPerson(inside)
  if (personEmployment) return { name, employment: personEmployment, isComplete: true }
  if (notes.has(wordsOf(inside)[0]?.key ?? '') || isTitle(normalizeName(inside)))
    return { name, employment: readEmployment(inside) }
  const employment = readEmployment(inside)
  return employment ? { name, employment } : { name, remark: inside }
}

const divisionWords = new Set(['subsidiary', 'division', 'unit', 'part', 'brand', 'affiliate', 'member'])

/** "XTO Energy, a subsidiary of ExxonMobil", "Chevrolet Div. General Motors". */
function stripDivisionOf(text: string): StrippedText | null {
  const words = wordsOf(text)
  for (let index = 1; index < words.length - 1; index++) {
    const [word, nextWord] = [words[index]?.key ?? '', words[index + 1]?.key ?? '']
    const isOf = nextWord === 'of' && divisionWords.has(word)
    if (isOf || word === 'div' || word === 'division') return { name: textOf(words.slice(index + (isOf ? 2 : 1))) }
  }
  return null
}

const storeWords = new Set([
  'store',
  'supercenter',
  'superstore',
  'warehouse',
  'location',
  'branch',
  'unit',
  'club',
  'no',
  'center',
])

/** "Best Buy Store 1234", "Home Depot #4702", "Target T-1284". */
function stripStoreNumber(text: string): StrippedText | null {
  const words = wordsOf(text)
  // The UPS Stores are independent franchises.
  if (words.some(({ key }, index) => key === 'ups' && words[index + 1]?.key === 'store')) return null
  let end = words.length
  while (end > 1 && /^t?\d{1,6}$/.test(words[end - 1]?.key ?? '')) end--
  if (end === words.length) return null
  while (end > 1 && (storeWords.has(words[end - 1]?.key ?? '') || words[end - 1]?.key === '')) end--
  // "#455" identifies a store, so the name before it is complete.
  return { name: textOf(words.slice(0, end)), isComplete: text.includes('#') }
}

const dashes = '-–—|'

/** Donors who write everything in lower case also write towns that way. */
const capitalizeWords = (text: string): string =>
  text
    .split(' ')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')

/** "Boeing - Everett", "Engineer - Google". */
function splitAtDash(text: string): StrippedText | null {
  const words = wordsOf(text)
  const dashIndex = words.findIndex(({ raw }, index) => index > 0 && dashes.includes(raw[0] ?? ''))
  if (dashIndex < 0) return null
  const [left, right] = [textOf(words.slice(0, dashIndex)), textOf(words.slice(dashIndex))]
  if (isTitle(normalizeName(left))) return { name: right, employment: readEmployment(left) }
  const personEmployment = employmentOfPerson(right)
  if (personEmployment) return { name: left, employment: personEmployment, isComplete: true }
  const plain = normalizeName(right)
  if (plain === '' || isTitle(plain) || isLegalForm(plain) || endsInRegion(plain)) return { name: left }
  const isLowerCase = text === text.toLowerCase() && canPrecedePlace(left)
  if (isTownWithRegion(left, plain)) return null
  if (isKnownPlace(right) || looksLikePlace(isLowerCase ? capitalizeWords(right) : right, plain))
    return { name: left, place: right }
  return containsOtherKind(plain) ? null : { name: left, alternateName: right }
}

/** "Teacher, Seattle Public Schools", "Microsoft, Redmond WA", "Expedia, Inc." */
function splitAtComma(text: string): StrippedText | null {
  const commaIndex = text.indexOf(',')
  if (commaIndex <= 0) return null
  const [left, right] = [text.slice(0, commaIndex).trim(), text.slice(commaIndex + 1).trim()]
  const [plainLeft, plainRight] = [normalizeName(left), normalizeName(right)]
  if (isTitle(plainLeft)) return { name: right, employment: readEmployment(left) }
  if (!canPrecedeTown(left, right) || isTownWithRegion(left, plainRight)) return null
  if (isLegalForm(plainRight) || endsInRegion(plainRight) || isTitle(plainRight) || isKnownPlace(right))
    return { name: left }
  // The text after a legal form and a comma is a town or a person's title.
  if (coreName(plainLeft) !== plainLeft && looksLikePlace(right, plainRight)) return { name: left, place: right }
  const isStore = plainLeft.endsWith(' store') || plainLeft.endsWith(' stores')
  return isStore && !containsOtherKind(plainRight) ? { name: left } : null
}

const isLegalForm = (plain: string): boolean => plain === 'na' || plain === 'n a' || coreName(`x ${plain}`) === 'x'

const prepositions = new Set(['for', 'with', 'of', 'chez', 'en', 'para', 'de', 'del', 'du', 'pour'])

/** "Director at Google", "Prof. at U. of Washington". */
function stripLeadingTitle(text: string): StrippedText | null {
  for (const index of [text.toLowerCase().lastIndexOf(' at '), text.lastIndexOf(' @ ')]) {
    if (index > 0 && containsJobWord(normalizeName(text.slice(0, index)))) {
      return { name: text.slice(index).replace(/^ (?:at|@) /i, ''), employment: readEmployment(text.slice(0, index)) }
    }
  }
  const words = wordsOf(text)
  const prepositionIndex = words.findIndex(({ key }, index) => index > 0 && prepositions.has(key))
  const title = textOf(words.slice(0, Math.max(prepositionIndex, 0)))
  if (prepositionIndex < 0 || !isTitle(normalizeName(title))) return null
  return { name: textOf(words.slice(prepositionIndex + 1)), employment: readEmployment(title) }
}

/** Their last word is a company's name or no title by itself. */
const titlePhrases = [
  'letter carrier',
  'mail carrier',
  'crew member',
  'cast member',
  'staff member',
  'sales associate',
  'personal shopper',
  'grocery shopper',
  'nurse practitioner',
  'police officer',
  'delivery person',
  'independent contractor',
]

/** "Boeing engineer", "State Farm agent". The rest must be more than a title. */
function stripTrailingTitle(text: string): StrippedText | null {
  const words = wordsOf(text)
  let end = words.length
  const phrase = titlePhrases.find(
    (candidate) => end > 2 && candidate === `${words[end - 2]?.key} ${words[end - 1]?.key}`,
  )
  if (phrase !== undefined) return { name: textOf(words.slice(0, -2)), employment: readEmployment(phrase) }
  const person = words[end - 1]?.key ?? ''
  while (
    end > 1 &&
    (hasOnlyJobWords(words[end - 1]?.key ?? '') || isFieldBeforeRole(words[end - 1]?.key ?? '', person))
  )
    end--
  const name = textOf(words.slice(0, end))
  if (end === words.length || hasOnlyJobWords(normalizeName(name))) return null
  // "Target Marketing Group" is a different company, but a "Target marketing manager" works at Target.
  if (isOrdinaryWord(coreName(normalizeName(name))) && !namesPerson(normalizeName(textOf(words.slice(end)))))
    return null
  // The owner of a Marriott is not employed by Marriott.
  if (words.slice(end).some(({ key }) => key === 'owner' || key === 'proprietor')) return null
  const isOnCommission = words.slice(end).some(({ key }) => key === 'driver' || key === 'agent')
  return { name, employment: isOnCommission ? 'contractor' : null }
}
